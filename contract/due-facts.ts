import { z } from 'zod'
import { api } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { type Measure, namesOf, report, series } from './kernel/report.ts'
import { Choice, Id, LocalDate, Money, Ref } from './kernel/values.ts'

/** Days after the due date at whose end it is told what was unpaid: the columns of the triangle. */
export const dueLags = [
  ...([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25] as const),
  ...([26, 27, 28, 29, 30] as const),
] as const
export type DueLag = (typeof dueLags)[number]
type RecoveryLag = Exclude<DueLag, 0>
/** The same without the due date itself: what was recovered by then. */
export const recoveryLags = dueLags.filter((lag): lag is RecoveryLag => lag > 0)
/** The days that are looked at first. Source: specification, section 5. */
export const chosenLags = [0, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30] as const satisfies readonly DueLag[]

export type ChosenLag = (typeof chosenLags)[number]
type ChosenRecoveryLag = Exclude<ChosenLag, 0>
/** The same without the due date itself. */
export const chosenRecoveryLags = chosenLags.filter((lag): lag is ChosenRecoveryLag => lag > 0)

/** Months on book at whose end it is told what was long overdue. In the first of all, that of the pay-out, nothing is. */
export const bookMonths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
export type BookMonth = (typeof bookMonths)[number]
/** From so many days after it fell due, what is unpaid is long overdue. Source: specification, section 5. */
export const longOverdueDays = 30

/** What was known of an instalment between two days: what fell due, and what of it was unpaid so many days later. */
export const DueFact = z.object({
  id: Id('dueFact'),
  planId: Id('plan'),
  loanId: Id('loan'),
  product: Ref('product'),
  app: Ref('app'),
  channel: Ref('channel'),
  kind: Choice('loans.kind', ['regular', 'extension']),
  firstLoan: z.boolean(),
  dueDate: LocalDate,
  /** Principal, interest and fee that fell due; no penalty. */
  amountDue: Money,
  /** What of it is owed: neither paid nor given up. */
  open: Money,
  settledOn: LocalDate.nullable(),
  /** Whether an extension has settled it: what it did not pay is asked for by the order that extends it. */
  extended: z.boolean(),
  ...series('unpaidT', dueLags, () => Money.nullable()),
  ...series('recoveredT', recoveryLags, () => Money.nullable()),
  /** The month in which its order was paid out, by its first day. */
  vintage: LocalDate.nullable(),
  /** What of the amount due is principal, and what of that is owed. */
  principal: Money,
  openPrincipal: Money,
  ...series('unpaidPrincipalT', chosenLags, () => Money.nullable()),
  ...series('recoveredPrincipalT', chosenRecoveryLags, () => Money.nullable()),
  /** What of the principal was unpaid, and long overdue, at the end of that month on book. */
  ...series('longOverdueM', bookMonths, () => Money.nullable()),
  knownFrom: LocalDate,
  knownUntil: LocalDate.nullable(),
})
export type DueFact = z.output<typeof DueFact>

type Amount = keyof DueFact & string
const unpaid = (lag: DueLag): `unpaidT${DueLag}` => `unpaidT${lag}`
const recovered = (lag: RecoveryLag): `recoveredT${RecoveryLag}` => `recoveredT${lag}`

/** Overdue share: unpaid at the end of that day, of what fell due. Source: specification, section 5. */
const overdue = (lag: DueLag): Measure<Amount> => ({ lag, where: `${unpaid(lag)}>0`, per: {}, tone: 'bad' })
const overdueAmount = (lag: DueLag): Measure<Amount> => ({
  ...overdue(lag),
  sum: unpaid(lag),
  per: { sum: 'amountDue' },
})
/** Recovery: of what was unpaid at the end of the due date, what was paid by the end of that day. */
const recovery = (lag: RecoveryLag): Measure<Amount> => ({
  lag,
  where: `unpaidT0>0 ${unpaid(lag)}:0`,
  per: { where: 'unpaidT0>0' },
  tone: 'good',
})
const recoveryAmount = (lag: RecoveryLag): Measure<Amount> => ({
  lag,
  where: `${recovered(lag)}>0`,
  sum: recovered(lag),
  per: { where: 'unpaidT0>0', sum: 'unpaidT0' },
  tone: 'good',
})

/** The same of the principal alone. */
const overduePrincipal = (lag: ChosenLag): Measure<Amount> => ({
  ...overdue(lag),
  sum: `unpaidPrincipalT${lag}`,
  per: { sum: 'principal' },
})
const recoveryPrincipal = (lag: ChosenRecoveryLag): Measure<Amount> => ({
  lag,
  where: `${recovered(lag)}>0`,
  sum: `recoveredPrincipalT${lag}`,
  per: { where: 'unpaidT0>0', sum: 'unpaidPrincipalT0' },
  tone: 'good',
})

const before = (lag: RecoveryLag): DueLag => dueLags[lag - 1]! // of 1 to 30 days there is one before
/** Roll rate: of what was unpaid at the end of the day before, what still was at the end of that day. */
const roll = (lag: RecoveryLag): Measure<Amount> => ({
  lag,
  where: `${unpaid(before(lag))}>0 ${unpaid(lag)}>0`,
  per: { where: `${unpaid(before(lag))}>0` },
  tone: 'bad',
})
const rollAmount = (lag: RecoveryLag): Measure<Amount> => ({
  ...roll(lag),
  sum: unpaid(lag),
  per: { ...roll(lag).per, sum: unpaid(before(lag)) },
})

/** Vintage: principal that was long overdue at the end of that month on book, of what was paid out. */
const longOverdue = (month: BookMonth): Measure<Amount> => ({
  ...{ lag: month, lagIn: 'months' },
  where: `longOverdueM${month}>0`,
  sum: `longOverdueM${month}`,
  per: { sum: 'principal' },
  tone: 'bad',
})

/** What reports on how they were repaid are told by. */
const told = {
  of: 'dueFacts.list',
  row: DueFact,
  by: ['dueDate', 'product', 'app', 'channel', 'kind', 'firstLoan'],
  known: { from: 'knownFrom', until: 'knownUntil' },
} as const

/** Instalments as they were known, and the reports on how they were repaid. */
export const dueFacts = api('dueFacts', {
  list: list('GET /reports/repayment/dues', {
    requires: 'dueFacts',
    row: DueFact,
    filter: [
      ...(['id', 'planId', 'loanId', 'product', 'app', 'channel', 'kind', 'firstLoan'] as const),
      ...(['dueDate', 'amountDue', 'open', 'settledOn', 'extended', 'knownFrom', 'knownUntil'] as const),
      ...(['vintage', 'principal', 'openPrincipal'] as const),
      ...namesOf('unpaidT', dueLags),
      ...namesOf('recoveredT', recoveryLags),
      ...namesOf('unpaidPrincipalT', chosenLags),
      ...namesOf('recoveredPrincipalT', chosenRecoveryLags),
      ...namesOf('longOverdueM', bookMonths),
    ],
    sort: ['dueDate'],
    search: ['id', 'loanId'],
    order: '-dueDate',
    created: 'knownFrom',
    sums: [
      ...(['amountDue', 'open', 'principal', 'openPrincipal'] as const),
      ...namesOf('unpaidT', dueLags),
      ...namesOf('recoveredT', recoveryLags),
      ...namesOf('unpaidPrincipalT', chosenLags),
      ...namesOf('recoveredPrincipalT', chosenRecoveryLags),
      ...namesOf('longOverdueM', bookMonths),
    ],
    export: 'GET /export/repayment-facts',
  }),

  /** How the instalments that fell due on each day were repaid: overdue and recovered shares and roll rates, by number and by amount. */
  report: report('GET /reports/repayment', {
    requires: 'repaymentReport',
    ...told,
    measures: {
      plans: {},
      amountDue: { sum: 'amountDue' },
      extended: { where: 'is:extended', per: {} },
      open: { where: 'open>0', sum: 'open' },
      openPrincipal: { where: 'open>0', sum: 'openPrincipal' },
      ...series('overdueT', dueLags, overdue),
      ...series('overdueAmountT', dueLags, overdueAmount),
      ...series('overduePrincipalT', chosenLags, overduePrincipal),
      ...series('recoveryT', recoveryLags, recovery),
      ...series('recoveryAmountT', recoveryLags, recoveryAmount),
      ...series('recoveryPrincipalT', chosenRecoveryLags, recoveryPrincipal),
      ...series('rollT', recoveryLags, roll),
      ...series('rollAmountT', recoveryLags, rollAmount),
    },
  }),

  /** What fell due on each day, and what came of it by its end and since. */
  trend: report('GET /reports/repayment/trend', {
    requires: 'repaymentTrend',
    ...told,
    measures: {
      amountDue: { sum: 'amountDue' },
      missed: { lag: 0, where: 'unpaidT0>0', sum: 'unpaidT0' },
      open: { where: 'open>0', sum: 'open' },
      onTime: { lag: 0, where: 'unpaidT0:0', per: {}, tone: 'good' },
      extended: { where: 'is:extended', per: {} },
    },
  }),

  /**
   * Vintages: what was paid out in each month, and how much of its principal was long overdue month by month. What an
   * extension has settled is not overdue here, as it falls due again with the order that extends it.
   */
  vintages: report('GET /reports/repayment/vintages', {
    requires: 'vintageReport',
    ...told,
    by: ['vintage', 'product', 'app', 'channel', 'firstLoan'],
    grains: ['month'],
    where: 'kind:regular',
    measures: {
      instalments: {},
      disbursedPrincipal: { sum: 'principal' },
      ...series('longOverdueM', bookMonths, longOverdue),
    },
  }),
})
