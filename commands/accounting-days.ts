import { type AccountingDay, accountingDay, accountingDays } from '#contract/accounting-days.ts'
import type { JournalKind } from '#contract/journal.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { local, localOnRows } from '#src/command/define.ts'

/** Longest range of days that is marked for one file. */
const daysMax = 400

/** The journal of a day, or from the first to the last of those that are marked, for the accounts (CSV). */
export const journal = localOnRows('accountingDays.journal', {
  subject: accountingDay,
  requires: accountingDays.journal.requires,
  most: daysMax,
  keys: 'L',
  search: { words: { en: ['csv', 'download journal', 'ledger'], zh: ['总账', '下载'], ja: ['元帳'] } },
  run: async (days, { save }) => {
    const sorted = days.map(({ day }) => day).toSorted()
    const [from, to] = [sorted[0], sorted.at(-1)]
    if (from && to) await save(accountingDays.journal, { from, to })
  },
})

const entriesOf = ({ day }: AccountingDay, kinds: readonly JournalKind[] = []) =>
  listPath('journalEntries', `day:${day}${kinds.length > 0 ? ` kind:${kinds.join()}` : ''}`)

/** Everything that a day has booked. */
export const openEntries = local('accountingDays.openEntries', {
  subject: accountingDay,
  run: (day, { go }) => go(entriesOf(day)),
})

/** What was paid out, with interest and fees that were charged for it. */
export const openDisbursements = local('accountingDays.openDisbursements', {
  subject: accountingDay,
  run: (day, { go }) => go(entriesOf(day, ['disbursement', 'carryOver', 'extension', 'earlySettlement'])),
})

/** Penalties, and what was corrected about them. */
export const openCharges = local('accountingDays.openCharges', {
  subject: accountingDay,
  run: (day, { go }) => go(entriesOf(day, ['penalty', 'penaltyCorrection'])),
})

/** Money that came in, and what was taken back. */
export const openRepayments = local('accountingDays.openRepayments', {
  subject: accountingDay,
  run: (day, { go }) => go(entriesOf(day, ['repayment', 'reversal'])),
})

/** What was let off. */
export const openConcessions = local('accountingDays.openConcessions', {
  subject: accountingDay,
  run: (day, { go }) => go(entriesOf(day, ['reduction', 'reductionLapse', 'discount', 'earlySettlement'])),
})

/** What was given up. */
export const openWriteOffs = local('accountingDays.openWriteOffs', {
  subject: accountingDay,
  run: (day, { go }) => go(entriesOf(day, ['writeOff'])),
})

/** What counts for a day before. */
export const openLate = local('accountingDays.openLate', {
  subject: accountingDay,
  run: ({ day }, { go }) => go(listPath('journalEntries', `day:${day} is:isLate`)),
})

/** What gateways keep, and what they took back. */
export const openGateways = local('accountingDays.openGateways', {
  subject: accountingDay,
  run: ({ day }, { go }) => go(listPath('journalEntries', `day:${day} document:settlementItem`)),
})
