import { type Column, type SQL, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { StageDays } from '#contract/stage-days.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { RefColumns } from '#server/kernel/listing/column-mapping.ts'
import { escapeLike } from '#server/kernel/listing/escape-like.ts'
import { stageRows } from './store.ts'

/** The first day of a stage: the day after the last of the one before, of the first the due date. */
export const firstDayOfStage: SQL<number> = sql`coalesce((select max(b.last_day) + 1 from ${stageRows} b
  where b.last_day < coalesce(${stageRows.lastDay}, 2147483647)), 0)`

/** A stage with its days and its name. */
export interface NamedStage extends StageDays {
  readonly id: IdOf<'stage'>
  readonly name: string
}

/** Every stage, in the order of its days. */
export const stagesOf = (tx: Db): Promise<NamedStage[]> =>
  rowsOf<NamedStage & Record<string, unknown>>(
    tx,
    sql`select id, name, ${firstDayOfStage} as "firstDay", last_day as "lastDay" from ${stageRows}
        order by last_day nulls last`,
  )

/**
 * The lock on the days of all stages, until the transaction ends: `shared` while they are read for cases that are opened,
 * `exclusive` while they are changed. So nobody puts a case into a stage that is being deleted.
 */
export const lockStages = (tx: Db, how: 'shared' | 'exclusive') =>
  tx.execute(
    how === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(hashtext('stages'))`
      : sql`select pg_advisory_xact_lock(hashtext('stages'))`,
  )

/** Whether a case of a stage reminds of a debt that is not late yet: the stage ends on the due date. */
export const isReminder = (id: Column): SQL =>
  sql`exists (select from ${stageRows} s where s.id = ${id} and s.last_day = 0)`

/**
 * The stage that a column names, for a listing: looked up, not joined, and by its id once it is deleted. Found by its whole
 * id or name, not by a part: `stage:M1` is not M10.
 */
export const stageRef = (id: Column): RefColumns => ({
  id,
  name: sql`coalesce((select s.name from ${stageRows} s where s.id = ${id}), ${id})`,
  among: { id: stageRows.id, name: stageRows.name },
  matching: ({ text, is }) => {
    const pattern = is === 'prefix' ? `${escapeLike(text)}%` : escapeLike(text)
    // as an array that is known before any row is read, so that an index on the column serves
    const named = sql`array(select s.id from ${stageRows} s where s.name ilike ${pattern} or s.id ilike ${pattern})`
    return is === 'prefix' ? sql`${id} = any(${named})` : sql`${id} = any(${named} || ${text.toUpperCase()}::text)`
  },
})
