import { recordPath } from '#contract/kernel/subject.ts'
import { loan } from '#contract/loans/row.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { review } from '#contract/reviews/row.ts'
import { command, local } from '#src/command/define.ts'

/** Take the next application of the queue, and begin. */
export const openNext = local('reviews.openNext', {
  requires: reviews.claimNext.requires,
  page: 'reviewQueue',
  keys: 'g j',
  search: { words: { en: ['claim review', 'next application'], zh: ['领取审核', '认领'] } },
  run: (_, { go }) => go('/detail1'),
})

/** A review with everything that a decision stands on. */
export const openDetail = local('reviews.openDetail', {
  subject: review,
  run: ({ id }, { go }) => go(recordPath(review, id)),
})

/** The order that it is about. */
export const openLoan = local('reviews.openLoan', {
  subject: review,
  run: ({ loanId }, { go }) => go(recordPath(loan, loanId)),
})

/** Give applications to a reviewer. */
export const assign = command(reviews.assign, {
  on: 'each',
  args: { reviewer: {} },
  keys: 't',
  search: { words: { en: ['assign reviewer'], zh: ['分配'] } },
})

/** Give back what one has taken. */
export const release = command(reviews.release, { on: 'each', search: { words: { en: ['give back', 'unclaim'] } } })

/** Approve what one is at. Its key is the workspace's. */
export const pass = command(reviews.pass, {
  on: 'one',
  args: { remark: { optional: true } },
  confirm: true,
  instead: { not_allowed_now: 'reviews.openDetail', lock_lost: 'reviews.openDetail' },
  search: { words: { en: ['approve application'], zh: ['通过'] } },
})

/** Refuse what one is at, with a reason of the dictionary. Its keys are the workspace's. */
export const reject = command(reviews.reject, {
  on: 'one',
  args: { code: {}, remark: { optional: true } },
  confirm: true,
  instead: { not_allowed_now: 'reviews.openDetail', lock_lost: 'reviews.openDetail' },
  search: { words: { en: ['refuse application', 'deny'], zh: ['拒绝'] } },
})

/** Take a decision back before it counts. */
export const undo = command(reviews.undo, { on: 'one', search: { words: { en: ['take back'], zh: ['撤回'] } } })
