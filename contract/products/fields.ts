import {
  amountCell,
  booleanCell,
  type CellCodec,
  choiceCell,
  feeCell,
  integerCell,
  integersCell,
  percentCell,
  tiersCell,
} from './cell-codecs.ts'

/** One field of a part of a product's terms: its name there, its column in the sheet, and how it is written. */
export interface TermField {
  readonly field: string
  readonly column: string
  readonly cell: CellCodec
  /** Blank it is this; without, it must be given. */
  readonly blank?: unknown
}

/** A field whose column has its name. */
const named = (field: string, cell: CellCodec): TermField => ({ field, column: field, cell })

/** What a level says. */
export const levelFields: readonly TermField[] = [
  named('level', integerCell),
  { field: 'minMinor', column: 'minAmount', cell: amountCell },
  { field: 'maxMinor', column: 'maxAmount', cell: amountCell },
  { field: 'stepMinor', column: 'amountStep', cell: amountCell },
  { field: 'baseLimitMinor', column: 'baseLimit', cell: amountCell },
  { field: 'limitStepMinor', column: 'limitStep', cell: amountCell },
  { field: 'maxLimitMinor', column: 'maxLimit', cell: amountCell },
  named('tenureDays', integersCell),
  named('periods', integerCell),
  named('daysPerPeriod', integerCell),
  { field: 'serviceRatePpm', column: 'servicePercent', cell: percentCell },
  { field: 'gstPpm', column: 'gstPercent', cell: percentCell },
  { field: 'dailyInterestPpm', column: 'dailyInterestPercent', cell: percentCell },
  named('feeMode', choiceCell('products.feeMode', 'upfront', 'atDue')),
  named('earlyInterest', choiceCell('products.earlyInterest', 'full', 'prorata')),
  named('coolingOffDays', integerCell),
  named('coolingOffRefundsFee', booleanCell),
]

/** What the penalty says. */
export const penaltyFields: readonly TermField[] = [
  named('graceDays', integerCell),
  {
    field: 'base',
    column: 'penaltyBase',
    cell: choiceCell('products.penaltyBase', 'outstandingPrincipal', 'originalDue'),
  },
  { field: 'tiers', column: 'penaltyTiers', cell: tiersCell, blank: [] },
  { field: 'capPpmOfPrincipal', column: 'penaltyCapPercent', cell: percentCell },
  named('badDebtDays', integerCell),
  named('allocationOrder', choiceCell('products.allocationOrder', 'penaltyFirst', 'interestFirst')),
]

/** What the extension says. */
export const extensionFields: readonly TermField[] = [
  { field: 'enabled', column: 'extension', cell: booleanCell },
  { field: 'days', column: 'extensionDays', cell: integerCell },
  { field: 'fee', column: 'extensionFee', cell: feeCell },
  { field: 'commissionPpm', column: 'extensionCommissionPercent', cell: percentCell },
  { field: 'timesMax', column: 'extensionTimes', cell: integerCell },
  { field: 'minDaysBeforeDue', column: 'extensionDaysBefore', cell: integerCell },
  { field: 'maxOverdueDays', column: 'extensionDaysAfter', cell: integerCell },
  { field: 'chargeInterest', column: 'extensionInterest', cell: booleanCell },
]
