import { sql } from 'drizzle-orm'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import { drawDay } from '#server/modules/conduct-checks/draw.ts'
import { staffId } from '../foundation.ts'
import { later, type SeedContext } from '../history/context.ts'
import { roles } from '../roles.ts'

/** For so many days calls have been drawn; those of the last two wait, those of the day before are not shown yet. */
const [drawnDays, waitingDays, unseenDays] = [6, 2, 3]
/** When the task runs, in minutes of the day. */
const drawnAtMinute = 50
const inspectors = [1, 2, 3].map((n) => staffId(n === 1 ? roles.QC.account : `${roles.QC.account}${n}`))

/** The seed of a day of the demo: the same book has the same sample. */
const seedOf = (day: LocalDate): string => sha256(`demo conduct ${day}`).slice(0, 16)

/** What was found of the older part: every sixth call was wrong somehow, and every sixth of each collector from their third on. */
const inspect = (context: SeedContext) => sql`
  with ranked as (
    select id, called_on, row_number() over (order by drawn_at, id) as n,
      row_number() over (partition by collector_id order by drawn_at, id) as nth from conduct_checks
      where called_on < ${context.after(context.today, -waitingDays)}
  ), found as (
    select *, n % 6 = 0 or nth % 6 = 3 as faulty, called_on < ${context.after(context.today, -unseenDays)} as seen from ranked
  )
  update conduct_checks k set
    outcome = case when faulty then 'fail' else 'pass' end,
    state = case when not seen then 'inspected' when faulty then 'fail' else 'pass' end,
    code = case when faulty then (array['identity','thirdParty','hours','abuse','falseStatement','threat'])[1 + n % 6] end,
    remark = case when faulty then (array['Did not say who was calling','Spoke of the debt to a relative',
      'Went on after being asked to call later','Raised their voice'])[1 + n % 4] end,
    inspector_id = (array[${sql.join(
      inspectors.map((id) => sql`${id}`),
      sql`, `,
    )}])[1 + n % 3],
    inspected_at = least(k.drawn_at + make_interval(mins => (540 + n % 300)::int), ${context.now.toISOString()}::timestamptz),
    shown_at = case when seen then k.drawn_at + make_interval(mins => (1500 + n % 400)::int) end
  from found where found.id = k.id`

/** Some of what has failed was appealed against, of nobody the latest: a third waits, a third stands, a third was turned. */
const appeal = sql`
  with failed as (
    select id, row_number() over (order by shown_at desc, id) as n,
      row_number() over (partition by collector_id order by shown_at desc, id) as nth from conduct_checks where state = 'fail'
  ), appealed as (select id, n % 3 as way from failed where nth > 1)
  update conduct_checks k set
    appeal = (array['pending', 'upheld', 'overturned'])[1 + way],
    appeal_reason = (array['saidOtherwise', 'customerAsked', 'withinRules'])[1 + way],
    appealed_at = k.shown_at + interval '2 hours',
    appeal_decided_by = case when way > 0 then ${roles.MGR.name} end,
    appeal_remark = (array[null, 'The recording is plain', 'Agreed: heard again'])[1 + way],
    appeal_decided_at = case when way > 0 then k.shown_at + interval '5 hours' end,
    state = case when way = 2 then 'pass' else k.state end,
    outcome = case when way = 2 then 'pass' else k.outcome end,
    code = case when way = 2 then null else k.code end
  from appealed where appealed.id = k.id`

/** One that waits has been claimed by a colleague. */
const claim = ({ now }: SeedContext) => sql`
  update conduct_checks set inspector_id = ${inspectors[1]}, locked_until = ${later(now, 20).toISOString()}::timestamptz
  where id = (select id from conduct_checks where state = 'notInspected' order by drawn_at, id offset 2 limit 1)`

/** Adds what was drawn of the calls of a demo in its last days, and what inspectors have found of them. */
export async function addConductChecks(tx: Db, context: SeedContext): Promise<void> {
  for (let back = drawnDays; back >= 1; back--) {
    const day = context.after(context.today, -back)
    const now = context.at(context.after(day, 1), drawnAtMinute)
    await drawDay(tx, { day, seed: seedOf(day), now }, context.country)
  }
  await tx.execute(inspect(context))
  await tx.execute(appeal)
  await tx.execute(claim(context))
}
