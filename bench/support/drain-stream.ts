/** Reads a stream to its end. Answers how many bytes came. */
export async function drainStream(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const piece of stream) bytes += piece.length
  return bytes
}
