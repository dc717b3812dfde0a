import { getTableName } from 'drizzle-orm'
import type { Country } from '#contract/kernel/calendar.ts'
import { idSequence, ids } from './kernel/base/ids.ts'
import type { NounSchema } from './kernel/base/noun-schema.ts'
import { registryOf } from './kernel/call/registry.ts'
import { type SummarySchema, schemaOf } from './kernel/summaries/triggers.ts'
import { modules } from './modules/index.ts'

const { subjects: known, listings } = registryOf(modules)
const subjects = [...known.values()]
const series = [...subjects.flatMap(({ subject }) => subject.ids ?? []), ...Object.values(ids)]

/** The summary tables of lists; days are those of the country's calendar. */
export const summarySchemasOf = (country: Country): SummarySchema[] =>
  [...listings.values()].flatMap(({ source: { summary } }) => (summary ? [schemaOf(summary.of(country))] : []))

/** What the database keeps by itself: the triggers of every subject's table, the sequence of every id series. */
export const nounSchema: NounSchema = {
  tables: subjects.map(({ subject: { noun }, source }) => ({ noun, table: getTableName(source.table) })),
  sequences: series.map(({ noun }) => idSequence(noun)),
}
