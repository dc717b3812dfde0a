import { approvals } from '#contract/approvals.ts'
import { command } from '#src/command/define.ts'

/** Approve (release) a batch that somebody else has prepared, after a dry run of what it would do now. */
export const approve = command(approvals.approve, {
  on: 'one',
  args: { note: { optional: true } },
  keys: 'A',
  review: approvals.preview,
  search: { words: { en: ['release run', 'pass request'], zh: ['放行', '通过审批'] } },
})

/** Reject a batch that somebody else has prepared, and say why. */
export const reject = command(approvals.reject, { on: 'each', args: { note: {} }, keys: 'X', confirm: true })

/** Withdraw one's own request for approval. */
export const withdraw = command(approvals.withdraw, { on: 'each', confirm: true })
