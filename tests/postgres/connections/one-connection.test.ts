import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'

const asked = sql`select 1 as one`
const beside = 'asked beside the transaction that is open'

test('what is asked beside an open transaction is refused, since the embedded database would never answer it', async ({
  server,
}) => {
  const { db, query, copy } = server.app.database
  const within = (ask: () => Promise<unknown>) => db.transaction(() => ask())

  await expect(within(() => query('select 1'))).rejects.toThrow(beside)
  await expect(within(() => copy('units', ['id'], new Uint8Array()))).rejects.toThrow(beside)
  await expect(within(() => within(async () => {}))).rejects.toThrow(beside)
  await expect(within(async () => db.execute(asked))).rejects.toMatchObject({
    cause: { message: expect.stringContaining(beside) },
  })
})

test('what is asked of the transaction, before it or after it, is answered', async ({ server }) => {
  const { db } = server.app.database
  await db.execute(asked)
  const later = await db.transaction(async (tx) => {
    await tx.execute(asked)
    return async () => db.execute(asked)
  })

  await expect(later()).resolves.toMatchObject({ rows: [{ one: 1 }] })
})
