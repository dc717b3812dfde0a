import { randomBytes } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { addDays, businessDate, type Country, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { qualityInspection } from '#contract/quality-inspections/row.ts'
import { today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { parametersOf } from '#server/modules/parameters/steps.ts'
import { reviewRows } from '#server/modules/reviews/store.ts'
import { type Decision, type Drawn, drawSample, type SampleRules } from './sample.ts'
import { qualityDrawRows, qualityInspectionRows } from './store.ts'

/** Whom rows name that were drawn by themselves. */
export const qualityTask = 'drawQualitySample'
const seedBytes = 8
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
    sql`select r.id as "reviewId", r.loan_id as "loanId", r.reviewer_id as "reviewerId", r.result, r.code,
          r.decided_at as "decidedAt",
          (select count(*)::int from (select from ${reviewRows} e where e.reviewer_id = r.reviewer_id
            and e.decided_at < r.decided_at and e.state in ('passed', 'failed')
            limit ${newReviewerDecisions}) earlier) as before
        from ${reviewRows} r where r.state in ('passed', 'failed') and r.reviewer_id is not null
          and r.ended_at >= ${startOfDay(day, country)}::timestamptz
          and r.ended_at < ${startOfDay(addDays(day, 1), country)}::timestamptz`,
  )

interface DayDraw {
  readonly day: LocalDate
  readonly seed: string
  readonly now: Date
}

async function keep(tx: Db, drawn: readonly Drawn<Reviewed>[], { day, seed, now }: DayDraw, on: LocalDate) {
  for (let from = 0; from < drawn.length; from += atOnce) {
    const some = drawn.slice(from, from + atOnce)
    const numbers = await takeNumbers(tx, qualityInspection.ids, some.length)
    const rows = some.map(({ reviewId, loanId, reviewerId, result, code, decidedAt, rule }, i) => ({
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
  const drawn = drawSample(decisions, rules, seed)
  await keep(tx, drawn, { day, seed, now }, businessDate(toInstant(now), country))
  const counts = { decided: decisions.length, drawn: drawn.length }
  await tx.update(qualityDrawRows).set(counts).where(eq(qualityDrawRows.day, day))
  return drawn.length
}

/** Draws every day that is over since the last one that was drawn, each with a seed of its own. Answers how many. */
export async function drawDueDays({
  database: { db },
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<number> {
  const now = clock.now()
  const end = today(clock, now)
  const [last] = await db.select().from(qualityDrawRows).orderBy(desc(qualityDrawRows.day)).limit(1)
  let count = 0
  for (let day = last ? addDays(last.day, 1) : addDays(end, -1); day < end; day = addDays(day, 1)) {
    const seed = randomBytes(seedBytes).toString('hex')
    count += await db.transaction(async (tx) => {
      await setSessionVariables(tx, qualityTask)
      return drawDay(tx, { day, seed, now }, clock.country)
    })
  }
  return count
}
