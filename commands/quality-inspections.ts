import { recordPath } from '#contract/kernel/subject.ts'
import { loan } from '#contract/loans/row.ts'
import { qualityInspections } from '#contract/quality-inspections/calls.ts'
import { qualityInspection } from '#contract/quality-inspections/row.ts'
import { review } from '#contract/reviews/row.ts'
import { command, local } from '#src/command/define.ts'

const subject = qualityInspection

/** Take the next decision of the sample, and inspect it. */
export const openNext = local('qualityInspections.openNext', {
  requires: qualityInspections.claimNext.requires,
  page: 'qualityQueue',
  keys: 'g I',
  search: {
    words: {
      zh: ['领取质检', '抽检'],
      en: ['next quality inspection', 'claim inspection'],
      es: ['siguiente inspección'],
      vi: ['kiểm tra tiếp theo'],
      id: ['inspeksi berikutnya'],
      ja: ['次の品質検査'],
    },
  },
  run: (_, { go }) => go('/inspection'),
})

/** Find a decision right. A parameter says which code that has. */
export const pass = command(qualityInspections.pass, {
  on: 'one',
  args: { code: { first: ({ passCode }) => passCode }, remark: { optional: true } },
  keys: 'A',
  search: { words: { zh: ['合格'], en: ['approve inspection', 'decision right'] } },
})

/** Find fault with a decision. */
export const fail = command(qualityInspections.fail, {
  on: 'one',
  args: { code: {}, remark: { optional: true } },
  keys: 'X',
  search: { words: { zh: ['不合格', '差错'], en: ['fault', 'decision wrong'] } },
})

/** Give back what one has claimed. */
export const release = command(qualityInspections.release, { on: 'each', keys: 'L' })

/** Take one's own result back before its reviewer has seen it. */
export const reopen = command(qualityInspections.reopen, { on: 'each', keys: 'Z' })

/** See what was found of one's own decision. */
export const show = command(qualityInspections.show, { on: 'each', keys: 'i' })

/** Object to what was found of one's own decision. */
export const appeal = command(qualityInspections.appeal, {
  on: 'one',
  args: { reason: {} },
  keys: 'O',
  search: { words: { en: ['object', 'dispute result'], zh: ['异议'] } },
})

/** Leave a result as it is that was appealed against. */
export const uphold = command(qualityInspections.uphold, { on: 'one', args: { remark: {} }, keys: 'U' })

/** Turn a result that was appealed against. */
export const overturn = command(qualityInspections.overturn, { on: 'one', args: { remark: {} }, keys: 'T' })

/** Have an order reviewed again whose inspection has failed, before its money leaves. */
export const sendBack = command(qualityInspections.sendBack, {
  on: 'each',
  args: { reason: {} },
  confirm: true,
  keys: 'b',
  search: { words: { en: ['review again', 'reinspect'], zh: ['重审', '退回'] } },
})

/** The review that is inspected, with everything it stood on. */
export const openReview = local('qualityInspections.openReview', {
  subject,
  run: ({ reviewId }, { go }) => go(recordPath(review, reviewId)),
})

/** The order that it is about. */
export const openLoan = local('qualityInspections.openLoan', {
  subject,
  run: ({ loanId }, { go }) => go(recordPath(loan, loanId)),
})
