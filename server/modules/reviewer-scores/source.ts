import { sql } from 'drizzle-orm'
import type { ReviewerScore } from '#contract/reviewer-scores.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { reviewRows } from '#server/modules/reviews/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { scoreParts as parts, scoreOf, scoreStart } from './score.ts'

/** Looked up for each of the staff, who are few: their reviews are many. */
const lastDecidedAt = sql`(select max(r.decided_at) from ${reviewRows} r where r.reviewer_id = ${staffRows.id})`

/** List source: reviewers, by what they have decided in the last thirty days. Reviewers see themselves. */
export const reviewerScoreSource: Source<ReviewerScore> = {
  table: staffRows,
  from: sql`${staffRows}`,
  where: sql`${lastDecidedAt} is not null`,
  columns: (context) => {
    const { ofReviews, ofInspections } = scoreOf(staffRows.id, scoreStart(context))
    return {
      id: staffRows.id,
      reviewer: { id: staffRows.id, name: staffRows.name },
      decided: ofReviews(parts.decided),
      passed: ofReviews(parts.passed),
      failed: ofReviews(parts.failed),
      minutesEach: ofReviews(parts.minutesEach),
      inspected: ofInspections(parts.inspected),
      faulty: ofInspections(parts.faulty),
      errorRate: ofInspections(parts.errorRate),
      appealed: ofInspections(parts.appealed),
      overturned: ofInspections(parts.overturned),
      lastDecidedAt,
    }
  },
  scope: {
    department: (actor: Actor) => inUnitsOf(actor, staffRows.unitId),
    own: ({ id }: Actor) => sql`${staffRows.id} = ${id}`,
  },
}
