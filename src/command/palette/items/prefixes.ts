/** Prefixes of the palette: what a line looks for, by the sign it begins with. */
export const prefixes = ['>', ':', '/', '@', '#', '?', '!'] as const
export type Prefix = (typeof prefixes)[number]

/** Palette query: a line taken apart, what for, and what was typed. Signs in full width count as the same. */
export interface PaletteQuery {
  readonly prefix: Prefix | ''
  readonly typed: string
}

/** Longest line that is looked at. */
const lineMax = 300

/** Takes a line apart. */
export function parseQuery(text: string): PaletteQuery {
  const [, prefix = '', typed = ''] = /^\s*([>:/@#?!])?\s*(.*)$/s.exec(text.slice(0, lineMax).normalize('NFKC')) ?? []
  return { prefix: prefix as Prefix | '', typed: typed.trimEnd() } // one of those in the expression
}
