/** Codes that have a rule already. */
const known = new Set<number>()
const sheet = new CSSStyleSheet()

/**
 * The class of cells that show a code before their word, in quiet ink: one rule for each code, written when it is met. A
 * style of the cell would say the same, but React renders a cell that has one twice.
 */
export function codeClass(code: number): string {
  if (known.size === 0) document.adoptedStyleSheets.push(sheet)
  if (!known.has(code)) sheet.insertRule(`.code-${code}::before { content: '${code}\u00a0' }`)
  known.add(code)
  return `code-${code}`
}
