import { eq, type SQL, sql } from 'drizzle-orm'
import { dueDaysUntilNextContact } from '#contract/kernel/contact-hours.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { AppContext, Tally } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { isHeldFrom } from '#server/modules/case-holds/steps.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { promiseRows } from '#server/modules/promises/store.ts'
import { remindOrKeepRefusal } from './actions.ts'
import { messageRows } from './store.ts'

const atOnce = 200

/** Neither reminded nor refused today, which is the first of the days, and not held from it. */
const mayBeReminded = ([day]: readonly LocalDate[]): SQL => sql`not exists (select from ${messageRows}
    where ${messageRows.customerId} = ${loanRows.customerId} and ${messageRows.reminds} = ${day!})
  and not ${isHeldFrom('messages')}`

/** One instalment of everybody who can be reminded today and neither was nor was refused yet, of those that fall due on the given days. */
function dueOn(tx: Db, days: readonly LocalDate[], after: string | null): Promise<{ id: IdOf<'plan'> }[]> {
  return rowsOf(
    tx,
    sql`select min(${planRows.id}) as id from ${planRows}
      join ${loanRows} on ${loanRows.id} = ${planRows.loanId} and ${loanRows.state} in ${[...loanFlow.from('remind')]}
      where ${planRows.state} = 'open' and ${planRows.dueDate} in ${[...days]} and ${mayBeReminded(days)}
      group by ${loanRows.customerId} having min(${planRows.id}) > ${after ?? ''} order by 1 limit ${atOnce}`,
  )
}

/** An order of everybody who has promised to pay on the given days and was neither reminded nor refused yet. */
function promisedOn(tx: Db, days: readonly LocalDate[], after: string | null): Promise<{ id: IdOf<'loan'> }[]> {
  return rowsOf(
    tx,
    sql`select min(${loanRows.id}) as id from ${promiseRows}
      join ${loanRows} on ${loanRows.id} = ${promiseRows.loanId} and ${loanRows.state} in ${[...loanFlow.from('remind')]}
      where ${promiseRows.state} = 'open' and ${promiseRows.promisedFor} in ${[...days]} and ${mayBeReminded(days)}
      group by ${loanRows.customerId} having min(${loanRows.id}) > ${after ?? ''} order by 1 limit ${atOnce}`,
  )
}

/** Whom of, when, and what the rows name as the one who did it. */
interface ReminderRun {
  readonly app: AppContext
  readonly now: Date
  readonly as: string
}

/**
 * Reminds everybody of what they have promised for today, and of what falls due, wherever their orders came from: each
 * customer once a day.
 */
export async function remindOfDue({ app, now, as }: ReminderRun): Promise<Tally> {
  const { clock } = app
  const days = dueDaysUntilNextContact(today(clock, now), clock.country, await app.quietDays(app.database.db))
  const promised = await forEachRow(
    {
      as,
      next: async (db: Db, after: IdOf<'loan'> | null) => (await promisedOn(db, days, after)).map(({ id }) => id),
      one: async (id: IdOf<'loan'>) => async (tx: Db) => remindOrKeepRefusal(id, null, { tx, app, by: as, now }),
    },
    app,
  )
  const next = async (db: Db, after: IdOf<'plan'> | null) => (await dueOn(db, days, after)).map(({ id }) => id)
  const one = async (id: IdOf<'plan'>) => async (tx: Db) => {
    const [plan] = await tx.select({ loanId: planRows.loanId }).from(planRows).where(eq(planRows.id, id))
    return remindOrKeepRefusal(plan!.loanId, id, { tx, app, by: as, now })
  }
  const due = await forEachRow({ as, next, one }, app)
  return { done: promised.done + due.done, refused: promised.refused + due.refused }
}
