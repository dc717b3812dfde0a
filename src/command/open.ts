import { palette, show } from './palette.ts'

/** Opens the palette, ready to search. `prefix` says what for: `:` for pages. */
export function openPalette(prefix = ''): void {
  if (!palette.open) show({ at: 'search' }, prefix)
}
