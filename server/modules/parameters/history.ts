import { sql } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { ParameterChange } from '#contract/parameters/calls.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'

const changesMax = 20

interface RecordedChange {
  readonly at: Date | string
  readonly by: string
  readonly remark: string | null
  readonly before: string
  readonly value: string
}

/** What a parameter was set to, the latest first, as the audit log has it: one by one, or with others from a sheet. */
export async function changesOfParameter(tx: Db, id: IdOf<'parameter'>): Promise<ParameterChange[]> {
  const recorded = await rowsOf<RecordedChange>(
    tx,
    sql`select * from (
        select id, at, actor_name as by, after ->> 'remark' as remark, before ->> 'value' as before, after ->> 'value' as value
        from audit where noun = 'parameters' and object_id = ${id} and outcome = 'done'
      union all
        select id, at, actor_name, null, before ->> ${id}::text, after ->> ${id}::text
        from audit where command in ('parameters.editSheet', 'parameters.editMany') and outcome = 'done' and after ->> ${id}::text is not null
      ) changes where before is distinct from value and before is not null and value is not null
      order by id desc limit ${changesMax}`,
  )
  return recorded.map(({ at, by, remark, before, value }) => ({
    ...{ changedAt: toInstant(new Date(at)), before, value, remark: remark ?? '', changedBy: by },
  }))
}
