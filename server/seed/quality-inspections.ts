import { sql } from 'drizzle-orm'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import { drawDay } from '#server/modules/quality-inspections/draw.ts'
import { staffId } from './foundation.ts'
import { later, type SeedContext } from './history/context.ts'
import { roles } from './roles.ts'

/** For so many days decisions have been drawn; those of the last two wait, those of the day before are not shown yet. */
const [drawnDays, waitingDays, unseenDays] = [30, 2, 3]
/** When the task runs, in minutes of the day. */
const drawnAtMinute = 40
const inspectors = [1, 2, 3].map((n) => staffId(n === 1 ? roles.QC.account : `${roles.QC.account}${n}`))

/** The seed of a day of the demo: the same book has the same sample. */
const seedOf = (day: LocalDate): string => sha256(`demo ${day}`).slice(0, 16)

/** What was found of the older part: of each reviewer's every ninth decision is wrong, of what is not paid out yet every third. */
const inspect = (context: SeedContext) => sql`
  with ranked as (
    select q.id, q.decided_on, row_number() over (partition by q.reviewer_id order by q.drawn_at, q.id) + 4 as n,
        l.state in (20, 26) as unpaid
      from quality_inspections q join loans l on l.id = q.loan_id
      where q.decided_on < ${context.after(context.today, -waitingDays)} or l.state in (20, 26)
  ), found as (
    select *, n % 9 = 0 or (unpaid and n % 3 = 0) as faulty,
      decided_on < ${context.after(context.today, -unseenDays)} as seen from ranked
  )
  update quality_inspections q set
    outcome = case when faulty then 'fail' else 'pass' end,
    state = case when not seen then 'inspected' when faulty then 'fail' else 'pass' end,
    code = case when faulty then (array['A001','A005','B002','C101','B103','A107'])[1 + n / 9 % 6] else 'E001' end,
    remark = case when faulty then (array['Photo is of another card','Number differs from the card',
      'Should have been asked for again','Reason does not fit the picture'])[1 + n / 9 % 4] end,
    inspector_id = (array[${sql.join(
      inspectors.map((id) => sql`${id}`),
      sql`, `,
    )}])[1 + n % 3],
    inspected_at = least(q.drawn_at + make_interval(mins => (540 + n % 300)::int), ${context.now.toISOString()}::timestamptz),
    shown_at = case when seen then q.drawn_at + make_interval(mins => (1500 + n % 400)::int) end
  from found where found.id = q.id`

/** Some of what has failed was appealed against, of nobody the latest: a third waits, a third stands, a third was turned. */
const appeal = sql`
  with ranked as (
    select id, row_number() over (partition by reviewer_id order by shown_at desc, id) as nth,
      row_number() over (order by shown_at desc, id) as n from quality_inspections where state = 'fail'
  ), appealed as (select id, n / 2 % 3 as way from ranked where nth > 1 and nth % 2 = 0)
  update quality_inspections q set
    appeal = (array['pending', 'upheld', 'overturned'])[1 + way],
    appeal_reason = (array['The card was handed in again before I decided','The guideline allows it',
      'The code was the nearest one'])[1 + way],
    appealed_at = q.shown_at + interval '2 hours',
    appeal_decided_by = case when way > 0 then ${roles.MGR.name} end,
    appeal_remark = (array[null, 'The guideline says otherwise', 'Agreed: it was there'])[1 + way],
    appeal_decided_at = case when way > 0 then q.shown_at + interval '5 hours' end,
    state = case when way = 2 then 'pass' else q.state end,
    outcome = case when way = 2 then 'pass' else q.outcome end,
    code = case when way = 2 then 'E001' else q.code end
  from appealed where appealed.id = q.id`

/** One that waits has been claimed by a colleague. */
const claim = ({ now }: SeedContext) => sql`
  update quality_inspections set inspector_id = ${inspectors[1]}, locked_until = ${later(now, 20).toISOString()}::timestamptz
  where id = (select id from quality_inspections where state = 'notInspected' order by drawn_at, id offset 2 limit 1)`

/** Adds what was drawn of the decisions of a demo in its last weeks, and what inspectors have found of it. */
export async function addQualityInspections(tx: Db, context: SeedContext): Promise<void> {
  for (let back = drawnDays; back >= 1; back--) {
    const day = context.after(context.today, -back)
    const now = context.at(context.after(day, 1), drawnAtMinute)
    await drawDay(tx, { day, seed: seedOf(day), now }, context.country)
  }
  await tx.execute(inspect(context))
  await tx.execute(appeal)
  await tx.execute(claim(context))
}
