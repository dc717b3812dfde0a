/** Key of a recording that no telephone made: it sounds when somebody listens. */
export const sampleKey = 'sample'

const [rate, seconds, headerBytes] = [8_000, 2, 44]

/** Sample recording: two seconds of a quiet tone, as a WAV file of 8-bit samples. */
export function sampleRecording(): Buffer {
  const samples = rate * seconds
  const file = Buffer.alloc(headerBytes + samples)
  file.write('RIFF', 0)
  file.writeUInt32LE(headerBytes - 8 + samples, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16) // length of what describes the format: PCM, one channel
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate, 28) // a byte for each sample
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples, 40)
  for (let at = 0; at < samples; at++) file[headerBytes + at] = 128 + Math.round(24 * Math.sin(at / 3))
  return file
}
