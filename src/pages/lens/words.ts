import type { Scope } from '#contract/kernel/grants.ts'
import { isOpen, type May } from '#contract/kernel/rights.ts'
import { say, word } from '#src/locale/text.ts'

const rightOf = (right: string): string => {
  const [page, button] = right.split('.')
  return button ? `${say(`menu.${page}`)} · ${say(`lens.button.${button}`)}` : say(`menu.${page}`)
}

/** A right as staff call it: the page, and what may be done there; any one of several. */
export const sayRight = (may: May): string => {
  if (isOpen(may)) return say('lens.everybody')
  return (typeof may === 'string' ? [may] : may).map(rightOf).join(' / ')
}

/** Whose rows are reached. */
export const sayReach = (scopes: readonly Scope[]): string =>
  scopes.map((scope) => word('lens.scope', scope)).join(', ')
