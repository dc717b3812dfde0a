import { count, desc, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { ticket } from '#contract/tickets.ts'
import type { Database } from '#server/kernel/base/database.ts'
import { idOf } from '#server/kernel/base/ids.ts'
import { ticketMoveRows } from '#server/modules/tickets/store.ts'
import { staffId } from '#server/seed/foundation.ts'
import { CopyBuffer } from '#server/seed/history/copy-buffer.ts'
import { departments } from '#server/seed/units.ts'
import { test as base, now, today } from './book.ts'

const move = {
  ticketId: idOf(ticket.ids, today, 1),
  fromDepartmentId: departments.operations.id,
  fromProcessorId: null,
  toDepartmentId: departments.service.id,
  toProcessorId: staffId('cs'),
  what: 'transfer' as const,
  note: null,
  by: staffId('ops'),
  at: now,
}

/** The book, which forgets what a test has written. */
const test = base.extend<{ database: Database }>({
  database: async ({ library: { database } }, use) => {
    const { rows } = await database.query('select max(id) as last from ticket_moves')
    await use(database)
    await database.query('delete from ticket_moves where id > $1', [rows[0]!.last])
  },
})

test('whatever a row holds is read back as it was added', async ({ database }) => {
  const sheet = new CopyBuffer(ticketMoveRows, ['id'])
  const note = 'a tab\t, a line\nfeed, a return\r, a back\\slash, \\N, \\., ₹, 😀'
  sheet.add({ ...move, note })
  sheet.add(move)

  await sheet.drain()(database)

  const [plain, odd] = await database.db.select().from(ticketMoveRows).orderBy(desc(ticketMoveRows.id)).limit(2)
  expect(odd).toMatchObject({ ...move, note })
  expect(plain).toMatchObject(move)
})

test('rows are loaded once, however many they are', async ({ database }) => {
  const sheet = new CopyBuffer(ticketMoveRows, ['id'])
  const note = 'n'.repeat(1_000)
  for (let i = 0; i < 500; i++) sheet.add({ ...move, note })

  await sheet.drain()(database)
  await sheet.drain()(database)

  const [loaded] = await database.db.select({ count: count() }).from(ticketMoveRows).where(sql`note = ${note}`)
  expect(Number(loaded!.count)).toBe(500)
})
