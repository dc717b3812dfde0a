import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { rowsOf } from '#server/kernel/base/database.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { isCaseWhen, readContextOf } from '#server/kernel/listing/column-mapping.ts'
import { modules } from '#server/modules/index.ts'
import { now, test } from '../../seed/book.ts'

test('of a choice made of conditions no row meets two: a filter asks for one without the others', async ({
  library,
}) => {
  const { db } = library.database
  const readContext = readContextOf({ clock: { country: 'IN', now: () => now } }, now)
  const twice: string[] = []
  let choices = 0
  for (const { listing, source } of registryOf(modules).listings.values()) {
    for (const [name, mapping] of Object.entries(source.columns(readContext))) {
      if (!isCaseWhen(mapping)) continue
      choices += 1
      const met = mapping.caseWhen.map(([, condition]) => sql`coalesce((${condition})::int, 0)`)
      const [row] = await rowsOf<{ count: number }>(
        db,
        sql`select count(*)::int as count from ${source.from} where (${sql.join(met, sql` + `)}) > 1`,
      )
      if (row!.count > 0) twice.push(`${listing.id}.${name}`)
      // where nothing is asked of a row, every row meets it
      const texts = mapping.caseWhen.map(([, condition]) => condition.queryChunks.length === 1 && condition)
      expect(texts.filter((one) => one && JSON.stringify(one.queryChunks).includes('"true"'))).toEqual([])
    }
  }
  expect(twice).toEqual([])
  expect(choices).toBeGreaterThan(8)
})
