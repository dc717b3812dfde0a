import { sql } from 'drizzle-orm'
import { startOfDay } from '#contract/kernel/calendar.ts'
import type { Figures } from '#contract/reviews/row.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { ownScore } from '#server/modules/reviewer-scores/steps.ts'
import { reviewRows as rows, waitsForAnybody } from './store.ts'

/** What whoever asks has decided today and lately, what they have, and what waits for anybody. */
export async function figuresOf(call: Call): Promise<Figures> {
  const { tx, actor, app, today } = call
  const since = startOfDay(today, app.clock.country)
  const [figures] = await rowsOf<Omit<Figures, 'score'>>(
    tx,
    sql`select count(*)::int as decided, count(*) filter (where result = 'passed')::int as passed,
          count(*) filter (where result = 'failed')::int as failed,
          round(percentile_cont(0.5) within group (order by extract(epoch from decided_at - opened_at)))::int as "secondsEach",
          (select count(*)::int from ${rows} where reviewer_id = ${actor.id} and state in ('toAudit', 'underReview')) as mine,
          (select count(*)::int from ${rows} where ${waitsForAnybody}) as waiting
        from ${rows} where reviewer_id = ${actor.id} and decided_at >= ${since}::timestamptz`,
  )
  return { ...figures!, score: await ownScore(call) }
}
