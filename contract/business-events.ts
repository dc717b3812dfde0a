import { z } from 'zod'
import { api } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { report } from './kernel/report.ts'
import { Choice, Id, Instant, LocalDate, Money, PersonName, Ref } from './kernel/values.ts'
import { DecisionOutcome } from './loans/outcome.ts'

/** What happens to a customer and their orders, from registration to the last payment. */
export const businessEventKinds = [
  ...(['registered', 'verified', 'applied', 'byRules', 'byReviewer', 'disbursed'] as const),
  ...(['due', 'received', 'recovered', 'extended', 'reduced'] as const),
] as const

/** Business event: something that the day's business is counted from. */
export const BusinessEvent = z.object({
  id: Id('businessEvent'),
  kind: Choice('businessEvents.kind', [...businessEventKinds], {
    ...{ registered: 'info', verified: 'info', applied: 'info', disbursed: 'info' },
    ...{ received: 'good', recovered: 'good', due: 'warn' },
  }),
  /** Of money its value time. Instalments fall due on a day: at noon, by UTC. */
  at: Instant,
  app: Ref('app'),
  channel: z.string(),
  product: Ref('product').nullable(),
  /** It is about the first order of its customer, or they have none. */
  firstLoan: z.boolean(),
  loanId: Id('loan').nullable(),
  customerId: Id('customer'),
  name: PersonName.nullable(),
  /** What was applied for, lent, due, has come in, was paid for an extension or let off. */
  amount: Money.nullable(),
  /** What the customer got of what was lent. */
  paidOut: Money.nullable(),
  /** What of an instalment was unpaid at the end of its due date; none before that. */
  unpaid: Money.nullable(),
  /** What of an instalment that is past due is unpaid now. */
  overdue: Money.nullable(),
  /** Since when it stands among them: of an instalment, when it was planned so. */
  knownFrom: LocalDate,
  /** What a decision came to. */
  outcome: DecisionOutcome.nullable(),
})
export type BusinessEvent = z.output<typeof BusinessEvent>

const [applied, byRules, byReviewer, due] = ['kind:applied', 'kind:byRules', 'kind:byReviewer', 'kind:due'] as const
const decided = 'kind:byRules,byReviewer outcome:passed,failed'

/** What happens day by day, and how the business goes. */
export const businessEvents = api('businessEvents', {
  list: list('GET /business-events', {
    requires: 'businessEvents',
    row: BusinessEvent,
    filter: [
      ...(['kind', 'at', 'app', 'channel', 'product', 'firstLoan', 'loanId', 'customerId', 'name'] as const),
      ...(['amount', 'paidOut', 'unpaid', 'overdue', 'outcome'] as const),
    ],
    sort: ['at', 'name'],
    search: ['loanId', 'customerId', 'name'],
    order: '-at',
    created: 'knownFrom',
    sums: ['amount', 'paidOut', 'unpaid', 'overdue'],
    export: 'GET /export/business-events',
  }),

  /** Daily operations overview: what each day brought, from registrations to what came in. */
  daily: report('GET /reports/daily', {
    requires: 'overview',
    of: 'businessEvents.list',
    row: BusinessEvent,
    by: ['at', 'app', 'product', 'channel', 'firstLoan'],
    export: 'GET /export/list/homeExport',
    measures: {
      registered: { where: 'kind:registered' },
      verified: { where: 'kind:verified' },
      applications: { where: applied },
      firstLoans: { where: `${applied} is:firstLoan`, per: { where: applied } },
      machinePassed: { where: `${byRules} outcome:passed`, per: { where: byRules }, tone: 'good' },
      machineFailed: { where: `${byRules} outcome:failed`, per: { where: byRules }, tone: 'bad' },
      toReview: { where: `${byRules} outcome:undecided`, per: { where: byRules } },
      manualPassed: { where: `${byReviewer} outcome:passed`, per: { where: byReviewer }, tone: 'good' },
      approved: { where: 'kind:byRules,byReviewer outcome:passed', per: { where: decided }, tone: 'good' },
      disbursed: { where: 'kind:disbursed' },
      lent: { where: 'kind:disbursed', sum: 'amount' },
      paidOut: { where: 'kind:disbursed', sum: 'paidOut' },
      due: { where: due },
      amountDue: { where: due, sum: 'amount' },
      onTime: { lag: 0, where: `${due} unpaid:0`, per: { where: due }, tone: 'good' },
      onTimeAmount: { lag: 0, where: `${due} unpaid:0`, sum: 'amount' },
      missed: { lag: 0, where: `${due} unpaid>0`, sum: 'unpaid', per: { where: due, sum: 'amount' }, tone: 'bad' },
      overdue: { where: `${due} overdue>0`, sum: 'overdue' },
      received: { where: 'kind:received', sum: 'amount' },
      recovered: { where: 'kind:recovered', sum: 'amount' },
      extensions: { where: 'kind:extended' },
      extensionFees: { where: 'kind:extended', sum: 'amount' },
      reductions: { where: 'kind:reduced', sum: 'amount' },
    },
  }),
})
