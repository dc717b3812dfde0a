import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Db, openDatabase, rowsOf, stateOf } from '#server/kernel/base/database.ts'
import { settingRows } from '#server/kernel/base/tables.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import { byToken } from '#server/modules/session/steps/sessions.ts'
import { urlOf } from '#tests/support/database.ts'
import { test } from '#tests/support/server.ts'

const write = (tx: Db, name: string) => tx.insert(settingRows).values({ name, value: 1 })
const written = (db: Db, like: string) =>
  rowsOf<{ name: string }>(db, sql`select name from settings where name like ${like} order by name`)

test('of statements that travel together none is kept where one fails, and that one is told', async ({ server }) => {
  const { db } = server.app.database
  await write(db, 'pipelined taken')

  const attempt = db.transaction((tx) =>
    Promise.all([write(tx, 'pipelined a'), write(tx, 'pipelined taken'), write(tx, 'pipelined b')]),
  )

  const error = await attempt.catch((reason: unknown) => reason)
  expect(stateOf(error)).toBe('23505')
  expect(await written(db, 'pipelined %')).toEqual([{ name: 'pipelined taken' }])
  await db.delete(settingRows).where(eq(settingRows.name, 'pipelined taken'))
})

test('a connection whose transaction failed serves the next one', async ({ server }) => {
  const { db } = server.app.database
  const broken = () => db.transaction((tx) => Promise.all([tx.execute(sql`select 1 / 0`), write(tx, 'pipelined c')]))

  for (let i = 0; i < 12; i++) expect(stateOf(await broken().catch((reason: unknown) => reason))).toBe('22012')

  const sums = Array.from({ length: 12 }, (_, i) =>
    db.transaction((tx) => rowsOf<{ sum: number }>(tx, sql`select ${i}::int + 1 as sum`)),
  )
  expect((await Promise.all(sums)).flat().map(({ sum }) => sum)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))
})

test('who is calling is planned once for a connection', async ({ server }) => {
  const one = await openDatabase({ url: await urlOf(server.app.database) })

  for (let i = 0; i < 8; i++) await one.query(byToken, [String(i), new Date().toISOString()], 'person by token')

  const { rows } = await one.query(
    'select generic_plans::int as generic from pg_prepared_statements where generic_plans > 0',
  )
  await one.close()
  expect(rows).toEqual([{ generic: 3 }])
})

test('a transaction prepares what comes again, and plans it once only where single rows are found', async ({
  server,
}) => {
  const one = await openDatabase({ url: await urlOf(server.app.database) })
  const plans = (about: 'rows' | 'lists') =>
    one.db.transaction(async (tx) => {
      await setSessionVariables(tx, 'somebody', about)
      for (let i = 0; i < 8; i++)
        await tx
          .select()
          .from(settingRows)
          .where(eq(settingRows.name, `${about} ${i}`))
      return rowsOf<{ generic: number; custom: number }>(
        tx,
        sql`select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
            where statement like 'select "name", "value" from "settings" where %'`,
      )
    })

  const lists = await plans('lists')
  const rows = await plans('rows')
  await one.close()

  expect(lists).toEqual([{ generic: 0, custom: expect.any(Number) }])
  expect(rows[0]!.generic).toBeGreaterThan(0)
})
