import { approvals } from '#contract/approvals.ts'
import { command } from '#src/command/define.ts'

/** Release a run that somebody else has prepared, after seeing what it would do now. */
export const approve = command(approvals.approve, {
  on: 'one',
  ask: { note: { optional: true } },
  keys: 'A',
  review: approvals.preview,
  search: { words: { en: ['release run', 'pass request'], zh: ['放行', '通过审批'] } },
})

/** Refuse a run that somebody else has prepared, and say why. */
export const reject = command(approvals.reject, { on: 'each', ask: { note: {} }, keys: 'X', confirm: true })

/** Take back what one has asked to be released. */
export const withdraw = command(approvals.withdraw, { on: 'each', confirm: true })
