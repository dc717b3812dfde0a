import { approval, approvals, decidingPath } from '#contract/approvals.ts'
import { ok, refused } from '#contract/kernel/fault.ts'
import { command, local } from '#src/command/define.ts'

/** Approve (release) a batch that somebody else has prepared, after a dry run of what it would do now. */
export const approve = command(approvals.approve, {
  on: 'one',
  args: { note: { optional: true } },
  keys: 'A',
  review: approvals.preview,
  instead: { decided_elsewhere: 'approvals.openPage' },
  search: { words: { en: ['release run', 'pass request'], zh: ['放行', '通过审批'] } },
})

/** Reject a batch that somebody else has prepared, and say why. */
export const reject = command(approvals.reject, {
  on: 'each',
  args: { note: {} },
  keys: 'X',
  confirm: true,
  instead: { decided_elsewhere: 'approvals.openPage' },
})

/** Withdraw one's own request for approval. */
export const withdraw = command(approvals.withdraw, { on: 'each', confirm: true })

/** Where a request is decided that waits on a page of its own. */
export const openPage = local('approvals.openPage', {
  subject: approval,
  when: ({ decidedHere }) => (decidedHere ? refused('decided_here') : ok),
  run: (row, { go }) => go(decidingPath(row)),
})
