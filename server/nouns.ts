import { getTableName } from 'drizzle-orm'
import { idSequence, ids } from './kernel/base/ids.ts'
import type { NounSchema } from './kernel/base/noun-schema.ts'
import { registryOf } from './kernel/call/registry.ts'
import { modules } from './modules/index.ts'

const subjects = [...registryOf(modules).subjects.values()]
const series = [...subjects.flatMap(({ subject }) => subject.ids ?? []), ...Object.values(ids)]

/** What the database keeps by itself: the triggers of every subject's table, the sequence of every id series. */
export const nounSchema: NounSchema = {
  tables: subjects.map(({ subject: { noun }, source }) => ({ noun, table: getTableName(source.table) })),
  sequences: series.map(({ noun }) => idSequence(noun)),
}
