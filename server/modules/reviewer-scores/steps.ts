import { sql } from 'drizzle-orm'
import type { ReviewerScore } from '#contract/reviewer-scores.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { scoreParts as parts, scoreOf, scoreStart } from './score.ts'

/** What of a score somebody is told of themselves. */
export type OwnScore = Pick<ReviewerScore, 'minutesEach' | 'inspected' | 'faulty' | 'errorRate' | 'overturned'> & {
  readonly decisions: number
}

/** The score of whoever asks, of the last thirty days. */
export async function ownScore({ tx, actor, app, today }: Call): Promise<OwnScore> {
  const since = scoreStart({ day: today, country: app.clock.country })
  const { ofReviews, ofInspections } = scoreOf(sql`${actor.id}`, since)
  const [score] = await rowsOf<OwnScore>(
    tx,
    sql`select ${ofReviews(parts.decided)} as decisions, ${ofReviews(parts.minutesEach)} as "minutesEach",
          ${ofInspections(parts.inspected)} as inspected, ${ofInspections(parts.faulty)} as faulty,
          ${ofInspections(parts.errorRate)} as "errorRate", ${ofInspections(parts.overturned)} as overturned`,
  )
  return score!
}
