/** What the first page is written in. */
const fonts = [
  '400 1em "IBM Plex Sans"',
  '600 1em "IBM Plex Sans"',
  '400 1em "IBM Plex Mono"',
  '600 1em "IBM Plex Mono"',
]
/** Nobody waits longer for a face than that: then another stands in for it until it comes. */
const patienceMs = 300

/** Fetches the faces that `text` is written in, so that nothing moves on the first page when they arrive. */
export function loadFonts(text: string): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs))
  return Promise.race([Promise.allSettled(fonts.map((face) => document.fonts.load(face, text))), late])
}
