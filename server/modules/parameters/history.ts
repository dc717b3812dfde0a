import { sql } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { ParameterChange } from '#contract/parameters/calls.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { Translate } from '#server/kernel/base/translations.ts'

const changesMax = 20

/** What a parameter was set to, or that it was enabled or disabled, as the audit log has it. */
interface RecordedChange {
  readonly of: 'value' | 'state'
  readonly at: Date | string
  readonly by: string
  readonly remark: string | null
  readonly before: string
  readonly value: string
}

/** Changes of one parameter by itself: its row before and after. Of a secret both values read the same. */
const byItself = (id: IdOf<'parameter'>) => sql`
  select id, at, actor_name as by, after ->> 'remark' as remark, part.of, part.before, part.value
  from audit cross join lateral (values
    ('state', before ->> 'state', after ->> 'state', false),
    ('value', before ->> 'value', after ->> 'value', after ->> 'kind' = 'secret' and command = 'parameters.edit')
  ) part(of, before, value, is_secret)
  where noun = 'parameters' and object_id = ${id} and outcome = 'done'
    and part.before is not null and part.value is not null and (part.before <> part.value or part.is_secret)`

/** Changes with others, from a sheet: values and reasons by code. Whatever stands there was changed. */
const withOthers = (id: IdOf<'parameter'>) => sql`
  select id, at, actor_name as by, input -> 'remarks' ->> ${id}::text as remark, 'value' as of,
    before ->> ${id}::text as before, after ->> ${id}::text as value
  from audit where command in ('parameters.editSheet', 'parameters.editMany') and outcome = 'done'
    and before ->> ${id}::text is not null and after ->> ${id}::text is not null`

/**
 * What a parameter was set to and when it was switched, the latest first, as the audit log has it: one by one, or with
 * others from a sheet.
 */
export const changesOfParameter = (tx: Db, id: IdOf<'parameter'>): Promise<RecordedChange[]> =>
  rowsOf<RecordedChange>(
    tx,
    sql`select * from (${byItself(id)} union all ${withOthers(id)}) changes order by id desc limit ${changesMax}`,
  )

/** Changes in the reader's words. */
export const toldChanges = (changes: readonly RecordedChange[], t: Translate): ParameterChange[] =>
  changes.map(({ of, at, by, remark, ...sides }) => {
    const inWords = (side: string) => (of === 'state' ? t(`parameters.state.${side}`) : side)
    const [before, value] = [inWords(sides.before), inWords(sides.value)]
    return { changedAt: toInstant(new Date(at)), before, value, remark: remark ?? '', changedBy: by }
  })
