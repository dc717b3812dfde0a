import { recordPath } from '#contract/kernel/subject.ts'
import type { Money } from '#contract/kernel/values.ts'
import type { Loan } from '#contract/loans/row.ts'
import { loan } from '#contract/loans/row.ts'
import type { Plan } from '#contract/plans.ts'
import { writeOff, writeOffs } from '#contract/write-offs.ts'
import { command, local } from '#src/command/define.ts'

/** What is owed, where the list shows it. */
const owed = (loan: Loan): Money | undefined => ('repayable' in loan ? (loan.repayable as Money) : undefined) // as the list of paid-out orders has it

/** What an order owes, where the instalment is all there is of it. */
const owedOfOne = ({ period, repayable }: Plan): Money | undefined => (period === '1/1' ? repayable : undefined)

const slip = { channel: {}, bankCode: {}, utr: {}, upi: {}, repaidOn: {}, reason: { optional: true } } as const
const asking = { on: 'one', confirm: true } as const
const words = {
  full: { zh: ['对账', '全额'], en: ['reconcile', 'settle by hand'] },
  partial: { zh: ['对账', '部分'], en: ['reconcile', 'part payment'] },
  rollover: { zh: ['展期'], en: ['extension'] },
  operational: { zh: ['核销', '黑名单'], en: ['give up', 'loss', 'blacklist'] },
} as const

/** Request a full write-off: all that is owed has come in past the channels. Somebody else decides. */
export const full = command(writeOffs.full, {
  ...asking,
  args: { amount: { first: owed }, ...slip },
  search: { words: words.full, codes: ['wf'] },
})
/** The same from an instalment of the order. */
export const fullPlan = command(writeOffs.fullPlan, {
  ...asking,
  args: { amount: { first: owedOfOne }, ...slip },
  search: { words: words.full },
})

/** Request a partial write-off: a part of what is owed has come in past the channels. */
export const partial = command(writeOffs.partial, {
  ...asking,
  args: { amount: {}, ...slip },
  search: { words: words.partial, codes: ['wp'] },
})
/** The same from an instalment of the order. */
export const partialPlan = command(writeOffs.partialPlan, {
  ...asking,
  args: { amount: {}, ...slip },
  search: { words: words.partial },
})

/** Request a rollover write-off: the price of an extension has come in past the channels. */
export const rollover = command(writeOffs.rollover, {
  ...asking,
  args: { amount: {}, ...slip },
  search: { words: words.rollover, codes: ['wr'] },
})
/** The same from the instalment that is put off. */
export const rolloverPlan = command(writeOffs.rolloverPlan, {
  ...asking,
  args: { amount: {}, ...slip },
  search: { words: words.rollover },
})

const givingUp = {
  on: 'each',
  args: {
    reason: {},
    amount: { optional: true },
    channel: { optional: true },
    bankCode: { optional: true },
    utr: { optional: true },
    upi: { optional: true },
  },
  confirm: true,
  warns: 'writeOffs.operational.warning',
} as const

/** Write off operationally: give up what is owed, at once and for good. The customer goes on the blacklist. */
export const operational = command(writeOffs.operational, {
  ...givingUp,
  search: { words: words.operational, codes: ['wo'] },
})
/** The same from an instalment of the order. */
export const operationalPlan = command(writeOffs.operationalPlan, {
  ...givingUp,
  search: { words: words.operational },
})

/** Approve requests of others. */
export const pass = command(writeOffs.pass, { on: 'each', args: { note: { optional: true } }, keys: 'A' })

/** Reject requests of others, and say why. */
export const reject = command(writeOffs.reject, { on: 'each', args: { note: {} }, keys: 'X', confirm: true })

/** Withdraw one's own request. */
export const withdraw = command(writeOffs.withdraw, { on: 'each', confirm: true })

/** Many write-offs come in a sheet. */
export const openUpload = local('writeOffs.openUpload', {
  requires: writeOffs.upload.requires,
  page: 'writeOffs',
  search: { words: { en: ['batch write-off', 'template'], zh: ['批量', '模板'] } },
  run: (_, { go }) => go('/write-offs/upload'),
})

/** The order that is written off. */
export const openLoan = local('writeOffs.openLoan', {
  subject: writeOff,
  run: ({ loanId }, { go }) => go(recordPath(loan, loanId)),
})

/** The blank sheet that many are filed in. */
export const saveTemplate = local('writeOffs.saveTemplate', {
  requires: writeOffs.template.requires,
  page: 'orders',
  search: { words: { en: ['blank sheet', 'batch write-off'], zh: ['批量平账', '空白模板'] } },
  run: (_, { save }) => save(writeOffs.template, {}),
})
