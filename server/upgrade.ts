import type { Country } from '#contract/kernel/calendar.ts'
import type { Database } from './kernel/base/database.ts'
import { syncSummaries } from './kernel/summaries/sync.ts'
import { nounSchema, summarySchemasOf } from './nouns.ts'

/**
 * Brings a database to what this version declares: migrations, triggers and id sequences of nouns, summary tables. What
 * every start does.
 * @throws UnsupportedLocale as `migrate` does.
 */
export async function upgrade(database: Database, country: Country): Promise<void> {
  await database.migrate(nounSchema)
  await syncSummaries(database, summarySchemasOf(country))
}
