import { getTableName } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'
import { readSection } from './section.ts'
import { sections } from './sections.ts'
import type { StoredDataRequest } from './store.ts'

/** Where the file store keeps the file of a request: always the same, so that making it again leaves no second one. */
export const fileKeyOf = ({ id }: Pick<StoredDataRequest, 'id'>): string => `requests/${id}.json`

/** The file of an export, and how many rows are in it. */
interface MadeFile {
  readonly bytes: Buffer
  readonly count: number
}

/** Writes everything that is held about a customer into one JSON file: a section for each table, empty ones as well. */
export async function writeExport(
  tx: Db,
  { id, customerId }: Pick<StoredDataRequest, 'id' | 'customerId'>,
  { secrets, now }: { readonly secrets: Secrets; readonly now: Date },
): Promise<MadeFile> {
  const told: Record<string, readonly unknown[]> = {}
  for (const section of sections)
    told[getTableName(section.table)] = await readSection(tx, section, customerId, secrets)
  const count = Object.values(told).reduce((sum, rows) => sum + rows.length, 0)
  const file = { request: id, customer: customerId, madeAt: toInstant(now), sections: told }
  return { bytes: Buffer.from(JSON.stringify(file, null, 2), 'utf8'), count }
}
