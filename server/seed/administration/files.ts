import { asc, eq } from 'drizzle-orm'
import { byteOrderMark, csvCell } from '#contract/kernel/csv.ts'
import { fileName } from '#contract/kernel/format.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { units } from '#contract/units.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { exportPartRows, exportRows } from '#server/modules/exports/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { staffId } from '../foundation.ts'
import { later, type SeedContext } from '../history/context.ts'
import { roles } from '../roles.ts'

const [hour, keptHours] = [60, 24]
const idOf = (nth: number) => `EX${String(nth).padStart(24, '0')}` as IdOf<'export'> // made as long as others are
const columns = ['id', 'name'] as const

/** The agencies as a file. */
async function agenciesFile(db: Db) {
  const { t } = readTranslations()
  const { id, name, kind, path } = unitRows
  const rows = await db.select({ id, name }).from(unitRows).where(eq(kind, 'agency')).orderBy(asc(path))
  const head = columns.map((column) => t('en', `units.${column}`))
  const lines = [head, ...rows.map((row) => columns.map((column) => row[column]))]
  const text = lines.map((cells) => `${cells.map(csvCell).join(',')}\n`).join('')
  return { bytes: Buffer.from(byteOrderMark + text), count: rows.length }
}

/** Adds files to the export centre: one to be fetched, one that could not be made. */
export async function addFiles(db: Db, context: SeedContext): Promise<void> {
  const { bytes, count } = await agenciesFile(db)
  const name = fileName(readTranslations().t('en', 'menu.agencies'), context.today, 'csv')
  const files = [
    { account: roles.OPS.account, state: 'done', hoursAgo: 1, done: count },
    { account: roles.ADM.account, state: 'done', hoursAgo: 2, done: count },
    { account: roles.OPS.account, state: 'failed', hoursAgo: 3, done: 0 },
  ] as const
  for (const [nth, { account, state, hoursAgo, done }] of files.entries()) {
    const id = idOf(nth + 1)
    const createdAt = later(context.now, -hoursAgo * hour)
    await db.insert(exportRows).values({
      ...{ id, staffId: staffId(account), state, done, count, createdAt, beatAt: createdAt, language: 'en' },
      ...{ listing: units.list.id, input: { q: 'kind:agency', columns, format: 'csv' }, requestId: `demo ${id}` },
      ...{ name, type: 'text/csv; charset=utf-8' },
      expiresAt: later(createdAt, keptHours * hour),
    })
    if (state === 'done') await db.insert(exportPartRows).values({ exportId: id, seq: 1, bytes })
  }
}
