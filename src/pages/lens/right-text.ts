import type { Scope } from '#contract/kernel/grants.ts'
import { needsNoRight, type Requirement } from '#contract/kernel/rights.ts'
import { say, word } from '#src/locale/text.ts'

const rightOf = (right: string): string => {
  const [page, button] = right.split('.')
  return button ? `${say(`menu.${page}`)} · ${say(`lens.button.${button}`)}` : say(`menu.${page}`)
}

/** A right as staff call it: the page, and what may be done there; any one of several. */
export const rightText = (may: Requirement): string => {
  if (needsNoRight(may)) return say('lens.everybody')
  return (typeof may === 'string' ? [may] : may).map(rightOf).join(' / ')
}

/** Whose rows are reached. */
export const scopeText = (scopes: readonly Scope[]): string =>
  scopes.map((scope) => word('lens.scope', scope)).join(', ')
