import { z } from 'zod'
import { api } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { type Measure, report } from './kernel/report.ts'
import { Choice, Id, LocalDate, Money, Ref } from './kernel/values.ts'

/** Days after the due date at whose end it is told what was unpaid. Source: specification, section 5. */
export const dueLags = [0, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30] as const
export type DueLag = (typeof dueLags)[number]
/** The same without the due date itself: what was recovered by then. */
export const recoveryLags = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30] as const satisfies readonly DueLag[]
type RecoveryLag = (typeof recoveryLags)[number]

const each = <Lag extends number, const Prefix extends string, Value>(
  lags: readonly Lag[],
  prefix: Prefix,
  value: (lag: Lag) => Value,
) => Object.fromEntries(lags.map((lag) => [`${prefix}${lag}`, value(lag)])) as { [L in Lag as `${Prefix}${L}`]: Value } // the keys just written

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
  /** What of it is unpaid. */
  open: Money,
  settledOn: LocalDate.nullable(),
  /** Whether an extension has settled it: what it did not pay is asked for by the order that extends it. */
  extended: z.boolean(),
  ...each(dueLags, 'unpaidT', () => Money.nullable()),
  ...each(recoveryLags, 'recoveredT', () => Money.nullable()),
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

/** What reports on them are told by. */
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
      ...dueLags.map(unpaid),
      ...recoveryLags.map(recovered),
    ],
    sort: ['dueDate'],
    search: ['id', 'loanId'],
    order: '-dueDate',
    created: 'knownFrom',
    sums: ['amountDue', 'open', ...dueLags.map(unpaid), ...recoveryLags.map(recovered)],
    export: 'GET /export/repayment-facts',
  }),

  /** How the instalments that fell due on each day were repaid: overdue and recovered shares, by number and by amount. */
  report: report('GET /reports/repayment', {
    requires: 'repaymentReport',
    ...told,
    measures: {
      plans: {},
      amountDue: { sum: 'amountDue' },
      extended: { where: 'is:extended', per: {} },
      open: { where: 'open>0', sum: 'open' },
      ...each(dueLags, 'overdueT', overdue),
      ...each(dueLags, 'overdueAmountT', overdueAmount),
      ...each(recoveryLags, 'recoveryT', recovery),
      ...each(recoveryLags, 'recoveryAmountT', recoveryAmount),
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
})
