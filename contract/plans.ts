import { z } from 'zod'
import { api, read } from './kernel/endpoint.ts'
import { every, type Guard, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, LocalDate, Masked, Money, PersonName, Rate, Version } from './kernel/values.ts'
import { type LoanEvent, loanFlow } from './loans/flow.ts'
import { orderFields } from './loans/order-fields.ts'
import { PlanStatus } from './loans/plan.ts'

/** One instalment of an order, as far as acts on it care. */
export const Plan = z.object({
  id: Id('plan'),
  version: Version,
  state: PlanStatus,
  loanId: Id('loan'),
  /** Which instalment it is, of how many: `1/3`. */
  period: z.string(),
  name: PersonName.nullable(),
  /** What it still asks for. */
  repayable: Money,
  /** What of it could be waived: penalty, fee and interest. */
  reducible: Money,
  loanState: loanFlow.State,
  /** A reduction was asked for and is not decided yet. */
  openRequest: z.boolean(),
  /** Whether the customer was reminded of a debt today. */
  remindedToday: z.boolean(),
})
export type Plan = z.output<typeof Plan>
export const plan = subject('plans', Plan, { prefix: 'PL', opens: '/plan', findBy: ['id'] })

/** One instalment of an order, as the list of plans shows it. */
export const PlanRow = Plan.extend({
  customerId: Id('customer'),
  phone: Masked('phone').nullable(),
  ...orderFields,
  dueDate: LocalDate,
  /** What falls due on the due date: principal, interest and fee. */
  amountDue: Money,
  principal: Money,
  interest: Money,
  fee: Money,
  overdueDays: z.int(),
  penalty: Money,
  reducedAt: Instant.nullable(),
  /** Service and overdue fee after reduction. */
  feeAfter: Money,
  penaltyAfter: Money,
  /** All that was charged, less what was reduced. */
  amountAfter: Money,
  paid: Money,
  settledAt: Instant.nullable(),
  /** What putting its due date off has cost beside the arrears, where that was done. */
  extensionFee: Money.nullable(),
  commission: Money.nullable(),
  createdAt: Instant,
})
export type PlanRow = z.output<typeof PlanRow>

/** What a plan was charged for one day overdue, and all up to it. */
export const PenaltyDay = z.object({
  date: LocalDate,
  overdueDays: z.int(),
  rate: Rate,
  penalty: Money,
  sum: Money,
  /** Whether that is the most there may be. */
  capped: z.boolean(),
})
export type PenaltyDay = z.output<typeof PenaltyDay>

const settled = ['paid', 'paidReduced', 'extended', 'writtenOff']

/** Whether something may be done to an order from one of its plans: its code allows it, and the plan is unsettled. */
export function whileUnsettled(event: LoanEvent): Guard<Plan> {
  const allowed = loanFlow.can(event)
  return every(
    guard(['loanState'], ({ loanState }) => allowed({ state: loanState })),
    guard(['state'], ({ state }) => (settled.includes(state) ? refused('plan_settled') : ok)),
  )
}

const unasked = guard<Plan>(['openRequest'], ({ openRequest }) => (openRequest ? refused('open_request') : ok))

/** The same where no request may be open on the plan. */
export const whileNoRequestOpen = (event: LoanEvent): Guard<Plan> => every(whileUnsettled(event), unasked)

/** Instalments and what they still ask for. */
export const plans = api('plans', {
  list: list('GET /plans', {
    requires: 'plans',
    row: PlanRow,
    subject: plan,
    filter: [
      'id',
      'loanId',
      'customerId',
      'state',
      'name',
      'phone',
      'product',
      'app',
      'customerKind',
      'dueDate',
      'overdueDays',
      'repayable',
      'penalty',
      'paid',
      'settledAt',
      'createdAt',
      'reducedAt',
      'loanState',
      'openRequest',
    ],
    sort: ['dueDate', 'settledAt', 'repayable', 'name', 'loanId'],
    search: ['id', 'loanId', 'name', 'phone'],
    order: '-dueDate',
    created: 'createdAt',
    sums: [
      'amountDue',
      'paid',
      'repayable',
      'principal',
      'interest',
      'fee',
      'penalty',
      'feeAfter',
      'penaltyAfter',
      'amountAfter',
      'reducible',
      'extensionFee',
      'commission',
    ],
    export: 'GET /export/repayment',
  }),

  /** What a plan was charged day by day: the first day first. */
  penalties: read('GET /plans/{id}/penalties', {
    requires: ['plans', 'orders'],
    input: z.object({ id: Id('plan') }),
    output: z.object({ plan: PlanRow, cap: Money, days: z.array(PenaltyDay) }),
    faults: ['not_found'],
  }),
})
