import { amount, type Cell, fee, percent, tiers, whole, wholes, word, yesNo } from './cells.ts'

/** One field of a part of a product's terms: its name there, its column in the sheet, and how it is written. */
export interface TermField {
  readonly field: string
  readonly column: string
  readonly cell: Cell
  /** Blank it is this; without, it must be given. */
  readonly blank?: unknown
}

/** A field whose column has its name. */
const named = (field: string, cell: Cell): TermField => ({ field, column: field, cell })

/** What a level says. */
export const levelFields: readonly TermField[] = [
  named('level', whole),
  { field: 'minMinor', column: 'minAmount', cell: amount },
  { field: 'maxMinor', column: 'maxAmount', cell: amount },
  { field: 'stepMinor', column: 'amountStep', cell: amount },
  { field: 'baseLimitMinor', column: 'baseLimit', cell: amount },
  { field: 'limitStepMinor', column: 'limitStep', cell: amount },
  { field: 'maxLimitMinor', column: 'maxLimit', cell: amount },
  named('tenureDays', wholes),
  named('periods', whole),
  named('daysPerPeriod', whole),
  { field: 'serviceRatePpm', column: 'servicePercent', cell: percent },
  { field: 'gstPpm', column: 'gstPercent', cell: percent },
  { field: 'dailyInterestPpm', column: 'dailyInterestPercent', cell: percent },
  named('feeMode', word('products.feeMode', 'upfront', 'atDue')),
  named('earlyInterest', word('products.earlyInterest', 'full', 'prorata')),
  named('coolingOffDays', whole),
  named('coolingOffRefundsFee', yesNo),
]

/** What the penalty says. */
export const penaltyFields: readonly TermField[] = [
  named('graceDays', whole),
  { field: 'base', column: 'penaltyBase', cell: word('products.penaltyBase', 'outstandingPrincipal', 'originalDue') },
  { field: 'tiers', column: 'penaltyTiers', cell: tiers, blank: [] },
  { field: 'capPpmOfPrincipal', column: 'penaltyCapPercent', cell: percent },
  named('badDebtDays', whole),
  named('allocationOrder', word('products.allocationOrder', 'penaltyFirst', 'interestFirst')),
]

/** What the extension says. */
export const extensionFields: readonly TermField[] = [
  { field: 'enabled', column: 'extension', cell: yesNo },
  { field: 'days', column: 'extensionDays', cell: whole },
  { field: 'fee', column: 'extensionFee', cell: fee },
  { field: 'commissionPpm', column: 'extensionCommissionPercent', cell: percent },
  { field: 'timesMax', column: 'extensionTimes', cell: whole },
  { field: 'minDaysBeforeDue', column: 'extensionDaysBefore', cell: whole },
  { field: 'maxOverdueDays', column: 'extensionDaysAfter', cell: whole },
  { field: 'chargeInterest', column: 'extensionInterest', cell: yesNo },
]
