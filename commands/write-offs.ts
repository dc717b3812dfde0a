import type { Money } from '#contract/kernel/values.ts'
import type { Loan } from '#contract/loans/row.ts'
import { writeOff, writeOffs } from '#contract/write-offs.ts'
import { command, local } from '#src/command/define.ts'

/** What is owed, where the list shows it. */
const owed = (loan: Loan): Money | undefined => ('repayable' in loan ? (loan.repayable as Money) : undefined) // as the list of paid-out orders has it

const slip = { channel: {}, bankCode: {}, utr: {}, upi: {}, repaidOn: {}, reason: { optional: true } } as const

/** All that is owed has come in past the channels. Somebody else decides. */
export const full = command(writeOffs.full, {
  on: 'one',
  ask: { amount: { first: owed }, ...slip },
  confirm: true,
  search: { words: { zh: ['对账', '全额'], en: ['reconcile', 'settle by hand'] }, codes: ['wf'] },
})

/** A part of what is owed has come in past the channels. */
export const partial = command(writeOffs.partial, {
  on: 'one',
  ask: { amount: {}, ...slip },
  confirm: true,
  search: { words: { zh: ['对账', '部分'], en: ['reconcile', 'part payment'] }, codes: ['wp'] },
})

/** The price of an extension has come in past the channels. */
export const rollover = command(writeOffs.rollover, {
  on: 'one',
  ask: { amount: {}, ...slip },
  confirm: true,
  search: { words: { zh: ['展期'], en: ['extension'] }, codes: ['wr'] },
})

/** Give up what is owed, at once and for good. The customer goes on the blacklist. */
export const operational = command(writeOffs.operational, {
  on: 'each',
  ask: {
    reason: {},
    amount: { optional: true },
    channel: { optional: true },
    bankCode: { optional: true },
    utr: { optional: true },
    upi: { optional: true },
  },
  confirm: true,
  warns: 'writeOffs.operational.warning',
  search: { words: { zh: ['核销', '黑名单'], en: ['give up', 'loss', 'blacklist'] }, codes: ['wo'] },
})

/** Have requests of others take effect. */
export const pass = command(writeOffs.pass, { on: 'each', ask: { note: { optional: true } }, keys: 'A' })

/** Refuse requests of others, and say why. */
export const reject = command(writeOffs.reject, { on: 'each', ask: { note: {} }, keys: 'X', confirm: true })

/** Take one's own request back. */
export const withdraw = command(writeOffs.withdraw, { on: 'each', confirm: true })

/** Many write-offs come in a sheet. */
export const openUpload = local('writeOffs.openUpload', {
  may: writeOffs.upload.may,
  page: 'writeOffs',
  search: { words: { en: ['batch write-off', 'template'], zh: ['批量', '模板'] } },
  run: (_, { go }) => go('/write-offs/upload'),
})

/** The order that is written off. */
export const openLoan = local('writeOffs.openLoan', {
  subject: writeOff,
  run: ({ loanId }, { go }) => go(`/detail?id=${loanId}`),
})
