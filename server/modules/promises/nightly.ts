import { sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { lockLoan } from '#server/modules/loans/steps/transition.ts'
import { settlePromises } from './steps.ts'
import { promiseRows } from './store.ts'

type Id = IdOf<'loan'>
const atOnce = 500

/** Decides on promises whose day is over. Days without a run are caught up; running it again does nothing. */
export const endPromises: TaskRunner = (app) => {
  const day = today(app.clock, app.clock.now())
  const next = async (db: Db, after: Id | null) => {
    const rows = await rowsOf<{ id: Id }>(
      db,
      sql`select distinct loan_id as id from ${promiseRows}
          where state = 'open' and promised_for < ${day}::date and loan_id > ${after ?? ''} order by 1 limit ${atOnce}`,
    )
    return rows.map(({ id }) => id)
  }
  const one = async (id: Id) => async (tx: Db) => {
    await lockLoan(tx, id)
    return (await settlePromises(tx, id, app)) > 0
  }
  return forEachRow({ as: 'endPromises', next, one }, app)
}
