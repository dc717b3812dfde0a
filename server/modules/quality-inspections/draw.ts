import { desc, eq, sql } from 'drizzle-orm'
import { addDays, businessDate, type Country, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { qualityInspection, type SampleRule } from '#contract/quality-inspections/row.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { type DayDraw, drawDueDays } from '#server/kernel/sampling/draw-days.ts'
import { type Drawn, drawSample } from '#server/kernel/sampling/draw-sample.ts'
import { parametersOf } from '#server/modules/parameters/steps.ts'
import { reviewRows } from '#server/modules/reviews/store.ts'
import { type Decision, qualityStrategy, type SampleRules } from './sample.ts'
import { qualityDrawRows, qualityInspectionRows } from './store.ts'

/** Whom rows name that were drawn by themselves. */
export const qualityTask = 'drawQualitySample'
const atOnce = 500

type Reviewed = Decision & { readonly loanId: IdOf<'loan'>; readonly decidedAt: string }

/** The rules as they are set. */
async function sampleRulesOf(tx: Db): Promise<SampleRules> {
  const set = await parametersOf(tx, [
    ...(['quality.passedPpm', 'quality.failedPpm', 'quality.newReviewerDecisions', 'quality.codes'] as const),
  ])
  return {
    passedPpm: set['quality.passedPpm'],
    failedPpm: set['quality.failedPpm'],
    newReviewerDecisions: set['quality.newReviewerDecisions'],
    codes: set['quality.codes'],
  }
}

/** The decisions by hand that began to count on a day. How many came before is counted as far as it makes them new. */
const decisionsOn = (
  tx: Db,
  day: LocalDate,
  { newReviewerDecisions }: SampleRules,
  country: Country,
): Promise<Reviewed[]> =>
  rowsOf(
    tx,
    sql`select r.id, r.loan_id as "loanId", r.reviewer_id as "reviewerId", r.result, r.code,
          r.decided_at as "decidedAt",
          (select count(*)::int from (select from ${reviewRows} e where e.reviewer_id = r.reviewer_id
            and e.decided_at < r.decided_at and e.state in ('passed', 'failed')
            limit ${newReviewerDecisions}) earlier) as before
        from ${reviewRows} r where r.state in ('passed', 'failed') and r.reviewer_id is not null
          and r.ended_at >= ${startOfDay(day, country)}::timestamptz
          and r.ended_at < ${startOfDay(addDays(day, 1), country)}::timestamptz`,
  )

async function keep(tx: Db, drawn: readonly Drawn<Reviewed, SampleRule>[], { day, seed, now }: DayDraw, on: LocalDate) {
  for (let from = 0; from < drawn.length; from += atOnce) {
    const some = drawn.slice(from, from + atOnce)
    const numbers = await takeNumbers(tx, qualityInspection.ids, some.length)
    const rows = some.map(({ id: reviewId, loanId, reviewerId, result, code, decidedAt, rule }, i) => ({
      ...{ id: idOf(qualityInspection.ids, on, numbers[i]!), reviewId, loanId, reviewerId, result, rule, seed },
      ...{ reviewCode: code, reviewedAt: new Date(decidedAt), decidedOn: day, drawnAt: now },
      state: 'notInspected' as const,
    }))
    await tx.insert(qualityInspectionRows).values(rows).onConflictDoNothing()
  }
}

/** Draws the sample of one day, unless it was drawn. Answers how many decisions were drawn. */
export async function drawDay(tx: Db, { day, seed, now }: DayDraw, country: Country): Promise<number> {
  const rules = await sampleRulesOf(tx)
  const none = { day, seed, rules, decided: 0, drawn: 0, drawnAt: now }
  const [begun] = await tx.insert(qualityDrawRows).values(none).onConflictDoNothing().returning()
  if (!begun) return 0
  const decisions = await decisionsOn(tx, day, rules, country)
  const drawn = drawSample(decisions, qualityStrategy(rules), seed)
  await keep(tx, drawn, { day, seed, now }, businessDate(toInstant(now), country))
  const counts = { decided: decisions.length, drawn: drawn.length }
  await tx.update(qualityDrawRows).set(counts).where(eq(qualityDrawRows.day, day))
  return drawn.length
}

/** Draws every day that is over since the last one that was drawn. Answers how many decisions. */
export const drawDueQuality = (app: Pick<AppContext, 'database' | 'clock'>): Promise<number> =>
  drawDueDays(
    {
      task: qualityTask,
      async last(db) {
        const [last] = await db.select().from(qualityDrawRows).orderBy(desc(qualityDrawRows.day)).limit(1)
        return last?.day
      },
      draw: (tx, one) => drawDay(tx, one, app.clock.country),
    },
    app,
  )
