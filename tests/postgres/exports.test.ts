import { expect } from 'vitest'
import { manyLike, plansLike } from '#tests/support/many.ts'
import { alone as test, type World } from '#tests/support/server.ts'

const rows = 2_400

/** Begins to fetch the orders as a file. */
async function begun({ server, tokenOf }: Pick<World, 'server' | 'tokenOf'>, columns: string, signal?: AbortSignal) {
  const headers = { authentication: await tokenOf('ops'), 'accept-encoding': 'identity' }
  return fetch(`${server.url}/api/export/pay-out?q=&columns=${columns}`, { headers, ...(signal && { signal }) })
}

test('of more files at once than cursors can be spared for, each holds every order and what its plans come to', async ({
  as,
  given,
  server,
  tokenOf,
}) => {
  const { id, loanId } = await given.plan()
  await manyLike(server.app.database, loanId, rows)
  await plansLike(server.app.database, id, 'LNK001')
  const { rows: page } = await as('ops').loans.orders({ q: '', size: 500 })
  const amount = (minor: number) => (minor / 100).toFixed(2)
  const first = page.map((row) => [row.id, amount(row.repayable.minor), amount(row.paid.minor)].join(','))

  const files = await Promise.all(
    Array.from({ length: 5 }, async () => (await begun({ server, tokenOf }, 'id,repayable,paid')).text()),
  )

  const [lines] = files.map((text) => text.trim().split('\n').slice(1))
  expect(lines).toHaveLength(rows)
  expect(lines!.slice(0, first.length)).toEqual(first)
  expect(new Set(first.map((line) => line.split(',')[1])).size).toBe(2)
  expect(new Set(files).size).toBe(1)
})

test('whoever stops reading a file in the middle keeps no connection to the database', async ({
  given,
  server,
  tokenOf,
}) => {
  const { loanId } = await given.plan()
  const { database } = server.app
  await manyLike(database, loanId, 2 * rows)
  await database.query(`update customers set name = repeat('x', 10000)`)
  const held = async () => {
    const { rows: busy } = await database.query(
      `select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    return busy.length
  }
  const leaving = new AbortController()
  const { body } = await begun({ server, tokenOf }, 'id,name', leaving.signal)
  await body!.getReader().read()
  await expect.poll(held).toBe(1)

  leaving.abort()

  await expect.poll(held).toBe(0)
})
