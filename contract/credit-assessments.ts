import { z } from 'zod'
import { customer } from './customers.ts'
import { api, change } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Masked, Money, PersonName, Rate, TextKey, Version } from './kernel/values.ts'

/** How a credit assessment came out. Expired: a limit that nobody drew in time. */
export const creditOutcomes = ['passed', 'failed', 'abnormal', 'expired'] as const
/** Why somebody's credit was assessed. */
export const creditCauses = [
  ...(['identified', 'repaid', 'reversed', 'coupon', 'account', 'asked', 'applied', 'nightly', 'expired'] as const),
] as const
export type CreditCause = (typeof creditCauses)[number]

/** Credit assessment: how much somebody may borrow, what that was made of, and until when it counts. */
export const CreditAssessment = z.object({
  id: Id('creditAssessment'),
  version: Version,
  customerId: Id('customer'),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  state: Choice('creditAssessments.state', [...creditOutcomes], {
    ...({ passed: 'good', failed: 'bad', abnormal: 'warn', expired: 'muted' } as const),
  }),
  /** Whether it is the one that counts: nobody was assessed after it. */
  inForce: z.boolean(),
  cause: Choice('creditAssessments.cause', [...creditCauses]),
  /** Why it did not pass: the rule that refused, or what is missing. */
  reason: TextKey('creditAssessments.reason').nullable(),
  /** The code of that rule. */
  code: z.string().nullable(),
  productId: Id('product').nullable(),
  /** The level that their loans have taken them to. */
  level: z.int().nullable(),
  base: Money.nullable(),
  /** What was earned on top: by loans repaid on time, … */
  adjusted: Money.nullable(),
  onTimeLoans: z.int().nullable(),
  step: Money.nullable(),
  /** … and by a coupon. */
  coupon: Money.nullable(),
  couponId: Id('coupon').nullable(),
  /** Where the product's limits end. */
  ceiling: Money.nullable(),
  /** What may be borrowed: base and adjusted, never above the ceiling. */
  limit: Money.nullable(),
  /** For how many days: `7, 14`. */
  tenures: z.string().nullable(),
  periods: z.int().nullable(),
  daysPerPeriod: z.int().nullable(),
  serviceRate: Rate.nullable(),
  dailyInterest: Rate.nullable(),
  at: Instant,
  /** The last day on which it may be drawn. */
  expiresOn: LocalDate.nullable(),
})
export type CreditAssessment = z.output<typeof CreditAssessment>
/** Subject: a credit assessment. */
export const creditAssessment = subject('creditAssessments', CreditAssessment, {
  prefix: 'CL',
  opens: 'creditAssessments',
})

/** Credit assessments: what people may borrow, and how that came to be. Each is kept as it was. */
export const creditAssessments = api('creditAssessments', {
  list: list('GET /credit-assessments', {
    requires: 'creditAssessments',
    row: CreditAssessment,
    subject: creditAssessment,
    filter: [
      ...(['id', 'customerId', 'name', 'phone', 'state', 'inForce', 'cause', 'reason', 'code', 'productId'] as const),
      ...(['level', 'limit', 'couponId', 'at', 'expiresOn'] as const),
    ],
    sort: ['at', 'expiresOn'],
    search: ['id', 'customerId', 'name', 'phone'],
    order: '-at',
    created: 'at',
  }),

  /** Assesses somebody's credit again, as it would be today. */
  assess: change('POST /credit-assessments/assess', {
    subject: customer,
    requires: 'customers.edit',
    faults: ['kyc_not_done'],
    touches: ['creditAssessments'],
  }),
})
