import { palette, search } from './palette.ts'

/** Opens the palette, ready to search: with what was typed last, or with `prefix`, which says what for. */
export function openPalette(prefix?: string): void {
  if (!palette.open) search(prefix ?? palette.text)
}
