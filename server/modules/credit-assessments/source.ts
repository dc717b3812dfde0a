import { sql } from 'drizzle-orm'
import type { CreditAssessment } from '#contract/credit-assessments.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { creditAssessmentRows as rows } from './store.ts'

const { currency } = rows

/** List source: credit assessments, those in force and those before them. */
export const creditAssessmentSource: Source<CreditAssessment> = {
  table: rows,
  from: sql`${rows} join ${customerRows} on ${customerRows.id} = ${rows.customerId}`,
  columns: () => ({
    id: rows.id,
    version: rows.version,
    customerId: rows.customerId,
    name: customerRows.name,
    phone: customerRows.phone,
    state: rows.state,
    inForce: sql`${rows.endedAt} is null`,
    cause: rows.cause,
    reason: rows.reason,
    code: rows.code,
    productId: rows.productId,
    level: rows.level,
    base: { minor: rows.baseMinor, currency },
    adjusted: { minor: sql`${rows.limitMinor} - ${rows.baseMinor}`, currency },
    onTimeLoans: rows.onTimeLoans,
    step: { minor: rows.stepMinor, currency },
    coupon: { minor: rows.couponMinor, currency },
    couponId: rows.couponId,
    ceiling: { minor: rows.ceilingMinor, currency },
    limit: { minor: rows.limitMinor, currency },
    tenures: sql`(select string_agg(d, ', ') from jsonb_array_elements_text(${rows.tenureDays}) d)`,
    periods: rows.periods,
    daysPerPeriod: rows.daysPerPeriod,
    serviceRate: rows.serviceRatePpm,
    dailyInterest: rows.dailyInterestPpm,
    at: rows.at,
    expiresOn: rows.expiresOn,
  }),
  scope: {
    department: (actor: Actor) => inUnitsOf(actor, customerRows.departmentId),
    agency: () => sql`false`,
    group: () => sql`false`,
    own: () => sql`false`,
  },
}
