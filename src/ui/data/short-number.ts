/** What stands for a thousand, a million and so on. Source: specification, section 9. */
const suffixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** A number short enough to be read at a glance: `999`, `1.2k`, `34M`. Rounded down: it never says more than there is. */
export function shortNumber(value: number): string {
  const size = Math.abs(value)
  const power = Math.min(Math.max(Math.floor(Math.log10(size || 1) / 3), 0), suffixes.length - 1)
  const tenths = Math.floor((size * 10) / 1_000 ** power) / 10
  const shown = tenths >= 100 || power === 0 ? Math.floor(tenths) : tenths
  return `${value < 0 ? '-' : ''}${shown}${suffixes[power]}`
}
