import { type SQL, sql } from 'drizzle-orm'
import { addDays, startOfDay } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { scoreDays } from '#contract/reviewer-scores.ts'
import type { Clock } from '#server/kernel/base/clock.ts'
import type { Expression } from '#server/kernel/listing/column-mapping.ts'
import { qualityInspectionRows } from '#server/modules/quality-inspections/store.ts'
import { reviewRows } from '#server/modules/reviews/store.ts'

/** What a score is made of: of reviews `r`, and of inspections `q` whose result was shown. */
export const scoreParts = {
  decided: sql`count(*)::int`,
  passed: sql`count(*) filter (where r.state = 'passed')::int`,
  failed: sql`count(*) filter (where r.state = 'failed')::int`,
  minutesEach: sql`coalesce(round(percentile_cont(0.5) within group (order by
    extract(epoch from r.decided_at - r.opened_at)) / 60), 0)::int`,
  inspected: sql`count(*)::int`,
  faulty: sql`count(*) filter (where q.outcome = 'fail')::int`,
  // in ppm, to a tenth of a percent
  errorRate: sql`(round(1000.0 * count(*) filter (where q.outcome = 'fail') / nullif(count(*), 0)) * 1000)::int`,
  appealed: sql`count(q.appeal)::int`,
  overturned: sql`count(*) filter (where q.appeal = 'overturned')::int`,
} as const

/** The moment from which on decisions count for a score. */
export const scoreStart = ({ day, country }: { readonly day: LocalDate; readonly country: Clock['country'] }): SQL =>
  sql`${startOfDay(addDays(day, 1 - scoreDays), country)}::timestamptz`

/** Parts of the score of a reviewer: of what they have decided since, and of what was found of that. */
export const scoreOf = (reviewerId: Expression, since: SQL) => ({
  ofReviews: (part: SQL): SQL =>
    sql`(select ${part} from ${reviewRows} r where r.reviewer_id = ${reviewerId} and r.state in ('passed', 'failed')
      and r.decided_at >= ${since})`,
  ofInspections: (part: SQL): SQL =>
    sql`(select ${part} from ${qualityInspectionRows} q where q.reviewer_id = ${reviewerId}
      and q.shown_at is not null and q.reviewed_at >= ${since})`,
})
