import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { prepared, type ValueOf } from '#server/kernel/base/client/prepared-query.ts'
import { outboxRows } from '#server/kernel/base/tables.ts'
import { inSavepoint } from '#server/kernel/base/transaction.ts'
import { test } from '#tests/support/server.ts'

type Message = Pick<typeof outboxRows.$inferInsert, 'topic' | 'key' | 'body' | 'nextAt' | 'at' | 'sentAt' | 'error'>
const insertMessage = prepared((db, value: ValueOf<Message>) =>
  db.insert(outboxRows).values({
    ...{ topic: value('topic'), key: value('key'), body: value('body'), nextAt: value('nextAt'), at: value('at') },
    ...{ sentAt: value('sentAt'), error: value('error') },
  }),
)
const messageOf = prepared((db, value: ValueOf<{ key: string }>) =>
  db
    .select({ body: outboxRows.body, at: outboxRows.at, sentAt: outboxRows.sentAt })
    .from(outboxRows)
    .where(eq(outboxRows.key, value('key'))),
)
const at = new Date('2026-03-10T04:30:00.000Z')
const nextAt = new Date('9999-01-01T00:00:00.000Z')
const message = (key: string): Message => ({ topic: 'test', key, body: { of: key }, nextAt, at })

test('a query that is built once is run with the values of each run, written and read as its columns are', async ({
  server,
}) => {
  const { db } = server.app.database

  await insertMessage(db, message('one'))
  await insertMessage(db, { ...message('two'), sentAt: at })

  expect(await messageOf(db, { key: 'one' })).toEqual([{ body: { of: 'one' }, at, sentAt: null }])
  expect(await messageOf(db, { key: 'two' })).toEqual([{ body: { of: 'two' }, at, sentAt: at }])
  expect(await messageOf(db, { key: 'three' })).toEqual([])
})

test('it runs in the transaction that it is given, and goes with it', async ({ server }) => {
  const { db } = server.app.database
  await insertMessage(db, message('kept'))
  const seen: number[] = []

  await db.transaction((tx) =>
    inSavepoint(tx, async (savepoint) => {
      await insertMessage(savepoint, message('undone'))
      seen.push((await messageOf(savepoint, { key: 'undone' })).length)
      return 'rollBack'
    }),
  )

  expect(seen).toEqual([1])
  expect(await messageOf(db, { key: 'undone' })).toEqual([])
  expect(await messageOf(db, { key: 'kept' })).toHaveLength(1)
})

test('what is null, or left out, is null in the database, also where a column would encode it', async ({ server }) => {
  const { db } = server.app.database
  const bodyIsNull = prepared((root, value: ValueOf<{ key: string; body: unknown }>) =>
    root
      .select({ isNull: sql<boolean>`${sql.param(value('body'), outboxRows.body)}::jsonb is null` })
      .from(outboxRows)
      .where(eq(outboxRows.key, value('key'))),
  )
  await insertMessage(db, message('one'))

  expect(await bodyIsNull(db, { key: 'one', body: null })).toEqual([{ isNull: true }])
  expect(await bodyIsNull(db, { key: 'one', body: { some: 1 } })).toEqual([{ isNull: false }])
})
