import { desc, eq, sql } from 'drizzle-orm'
import { type ConductRule, conductCheck } from '#contract/conduct-checks.ts'
import { addDays, businessDate, type Country, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { type DayDraw, drawDueDays } from '#server/kernel/sampling/draw-days.ts'
import { type Drawn, drawSample } from '#server/kernel/sampling/draw-sample.ts'
import { aiRecordRows } from '#server/modules/ai-records/store.ts'
import { aiTaskRows } from '#server/modules/ai-tasks/store.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { parametersOf } from '#server/modules/parameters/steps.ts'
import { ticketRows } from '#server/modules/tickets/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { type ConductSampleRules, conductStrategy, type RecordedCall } from './sample.ts'
import { conductCheckRows, conductDrawRows } from './store.ts'

/** Whom rows name that were drawn by themselves. */
export const conductTask = 'drawConductSample'
const atOnce = 500

type Called = RecordedCall & {
  readonly callId: IdOf<'call'> | null
  readonly recordId: IdOf<'aiRecord'> | null
  readonly collectorId: IdOf<'staff'> | null
  readonly configId: IdOf<'aiConfig'> | null
  readonly caseId: IdOf<'case'>
  readonly loanId: IdOf<'loan'>
  readonly agencyId: IdOf<'unit'> | null
  readonly unitPath: string
  readonly calledAt: string
}

/** The rules as they are set. */
async function sampleRulesOf(tx: Db): Promise<ConductSampleRules> {
  const set = await parametersOf(tx, ['conduct.sharePpm', 'conduct.newCollectorCalls'])
  return { sharePpm: set['conduct.sharePpm'], newCollectorCalls: set['conduct.newCollectorCalls'] }
}

/** A spoken call about a debt that somebody has made or taken, and that has a recording, be it still on its way. */
const spoken = (c: string) =>
  sql.raw(`${c}.case_id is not null and ${c}.loan_id is not null and ${c}.staff_id is not null
  and ${c}.answered_at is not null and (${c}.recording is not null or ${c}.recording_key is not null)`)

/** Calls of a table that ended on a day, found by when they began. */
const endedOn = (c: string, day: LocalDate, country: Country) => {
  const column = (name: string) => sql.raw(`${c}.${name}`)
  return sql`${column('began_at')} >= ${startOfDay(addDays(day, -1), country)}::timestamptz
    and ${column('began_at')} < ${startOfDay(addDays(day, 1), country)}::timestamptz
    and ${column('ended_at')} >= ${startOfDay(day, country)}::timestamptz
    and ${column('ended_at')} < ${startOfDay(addDays(day, 1), country)}::timestamptz`
}

const complains = (c: string) => sql`exists (select from ${ticketRows} t
  where t.customer_id = ${sql.raw(c)}.customer_id and t.kind = 'complaint' and t.state <> 'closed') as complains`

/** The calls that people have spoken on a day. How many came before is counted as far as it makes their collector new. */
const callsOn = (tx: Db, day: LocalDate, { newCollectorCalls }: ConductSampleRules, country: Country) =>
  rowsOf<Called>(
    tx,
    sql`select c.id, c.id as "callId", null as "recordId", c.staff_id as "speakerId", c.staff_id as "collectorId",
          null as "configId", c.case_id as "caseId", c.loan_id as "loanId", c.agency_id as "agencyId",
          c.unit_path as "unitPath", c.began_at as "calledAt", ${complains('c')},
          (select count(*)::int from (select from ${callRows} e where e.staff_id = c.staff_id
            and e.began_at < c.began_at and ${spoken('e')} limit ${newCollectorCalls}) earlier) as before
        from ${callRows} c where ${spoken('c')} and ${endedOn('c', day, country)}`,
  )

/** The calls that robots have spoken on a day: none of them is new. They speak for the house, whoever has the case. */
const robotCallsOn = (tx: Db, day: LocalDate, { newCollectorCalls }: ConductSampleRules, country: Country) =>
  rowsOf<Called>(
    tx,
    sql`select r.id, null as "callId", r.id as "recordId", t.config_id as "speakerId", null as "collectorId",
          t.config_id as "configId", r.case_id as "caseId", r.loan_id as "loanId", null as "agencyId",
          (select path from ${unitRows} where parent_id is null limit 1) as "unitPath", r.began_at as "calledAt",
          ${complains('r')}, ${newCollectorCalls}::int as before
        from ${aiRecordRows} r join ${aiTaskRows} t on t.id = r.task_id
        where r.answered_at is not null and (r.recording is not null or r.recording_key is not null)
          and ${endedOn('r', day, country)}`,
  )

async function keep(
  tx: Db,
  drawn: readonly Drawn<Called, ConductRule>[],
  { day, seed, now }: DayDraw,
  on: LocalDate,
): Promise<void> {
  for (let from = 0; from < drawn.length; from += atOnce) {
    const some = drawn.slice(from, from + atOnce)
    const numbers = await takeNumbers(tx, conductCheck.ids, some.length)
    const rows = some.map(({ id: _, speakerId: _speaker, before: _before, complains: _complains, ...call }, i) => ({
      ...{ ...call, id: idOf(conductCheck.ids, on, numbers[i]!), calledAt: new Date(call.calledAt) },
      ...{ seed, calledOn: day, drawnAt: now, state: 'notInspected' as const },
    }))
    await tx.insert(conductCheckRows).values(rows).onConflictDoNothing()
  }
}

/** Draws the sample of one day, unless it was drawn. Answers how many calls were drawn. */
export async function drawDay(tx: Db, { day, seed, now }: DayDraw, country: Country): Promise<number> {
  const rules = await sampleRulesOf(tx)
  const none = { day, seed, rules, called: 0, drawn: 0, drawnAt: now }
  const [begun] = await tx.insert(conductDrawRows).values(none).onConflictDoNothing().returning()
  if (!begun) return 0
  const calls = [...(await callsOn(tx, day, rules, country)), ...(await robotCallsOn(tx, day, rules, country))]
  const drawn = drawSample(calls, conductStrategy(rules), seed)
  await keep(tx, drawn, { day, seed, now }, businessDate(toInstant(now), country))
  const counts = { called: calls.length, drawn: drawn.length }
  await tx.update(conductDrawRows).set(counts).where(eq(conductDrawRows.day, day))
  return drawn.length
}

/** Draws every day that is over since the last one that was drawn. Answers how many calls. */
export const drawDueConduct = (app: Pick<AppContext, 'database' | 'clock'>): Promise<number> =>
  drawDueDays(
    {
      task: conductTask,
      async last(db) {
        const [last] = await db.select().from(conductDrawRows).orderBy(desc(conductDrawRows.day)).limit(1)
        return last?.day
      },
      draw: (tx, one) => drawDay(tx, one, app.clock.country),
    },
    app,
  )
