import { expect } from 'vitest'
import { ordersLike } from '#tests/support/many.ts'
// what a server keeps in mind of a list would outlive its rows
import { alone as test, type World } from '#tests/support/server.ts'

/** Copies of one order, so many that its list has deep pages; their amounts tie in threes, and every fifth has no due date. */
async function manyOrders({ given, server }: Pick<World, 'given' | 'server'>, count: number) {
  const { id } = await given.loan({ amountMinor: 1_000 })
  const due = `case when n % 5 > 0 then date '2026-01-01' + n % 40 end`
  const differs = `, 'amount_minor', 1000 + n / 3, 'due_date', ${due}`
  await ordersLike(server.app.database, id, count - 1, { differs })
  return id
}

const orders = ['sort:amount', 'sort:amount-', 'sort:dueDate', 'sort:dueDate-', '']

test('a deep page is the same from the keys that are kept, from the nearer end, and counted from the beginning', async ({
  as,
  given,
  server,
}) => {
  await manyOrders({ given, server }, 2_345)
  const { applications } = as('ops').loans
  const { asOf } = await applications({ q: '' })
  const listed = async (q: string, from: number, size: number) =>
    (await applications({ q, from, size, asOf })).rows.map(({ id }) => id)

  for (const q of orders) {
    const whole: string[] = []
    for (let from = 0; from < 2_345; from += 500) whole.push(...(await listed(q, from, 500)))
    expect(new Set(whole).size).toBe(2_345)
    // the first deep page has the keys made; the later ones find them
    for (const from of [2_000, 2_222, 2_300, 2_345]) {
      expect([q, from, await listed(q, from, 100)]).toEqual([q, from, whole.slice(from, from + 100)])
    }
  }
})

test('a range of ids deep in a list is that of its pages', async ({ as, given, server, raw }) => {
  await manyOrders({ given, server }, 3_000)
  const { rows, asOf } = await as('ops').loans.applications({ q: 'sort:amount', from: 2_700, size: 200 })
  await raw(`GET /loans/count?q=&asOf=${asOf}`, { who: 'ops' })

  const { data } = await raw(`GET /loans/range?q=sort:amount&from=2700&to=2899&asOf=${asOf}`, { who: 'ops' })

  expect(data).toEqual({ ids: rows.map(({ id }) => id) })
})

test('what was counted before a list was opened still leads to its last page', async ({
  as,
  given,
  server,
  raw,
  clock,
}) => {
  await manyOrders({ given, server }, 2_600)
  await raw('GET /loans/count?q=', { who: 'ops' })
  clock.forward(60_000)
  await given.loan({ appliedAt: clock.now() })
  clock.forward(60_000)

  const { rows } = await as('ops').loans.applications({ q: 'sort:amount', from: 2_500, size: 200 })

  expect(rows).toHaveLength(101)
})

test('what came after a list was opened is left out of its deep pages too, whatever they are ordered by', async ({
  as,
  given,
  server,
  clock,
  raw,
}) => {
  const id = await manyOrders({ given, server }, 2_400)
  const { applications } = as('ops').loans
  const { asOf } = await applications({ q: '' })
  for (const q of orders) await raw(`GET /loans/count?q=${encodeURIComponent(q)}&asOf=${asOf}`, { who: 'ops' })
  const pages = async (q: string) => {
    const { rows } = await applications({ q, from: 2_100, size: 200, asOf })
    return rows.map(({ id }) => id)
  }
  const before = await Promise.all(orders.map(pages))

  const later = new Date(clock.now().getTime() + 60_000).toISOString()
  const differs = `, 'amount_minor', n * 100, 'applied_at', '${later}'`
  await ordersLike(server.app.database, id, 50, { prefix: 'LN8', differs })
  await given.loan({ appliedAt: new Date(later) })

  expect(await Promise.all(orders.map(pages))).toEqual(before)
  for (const [i, q] of orders.entries()) expect([q, await pages(q)]).toEqual([q, before[i]])
})

test('somebody who may see less has other pages of the same list', async ({ as, given, server }) => {
  await manyOrders({ given, server }, 2_500)
  await as('ops').loans.applications({ q: 'sort:amount', from: 2_100 })

  const { rows } = await as('marketer')
    .loans.applications({ q: 'sort:amount', from: 2_100 })
    .catch(() => ({ rows: [] }))

  expect(rows).toEqual([])
})

test('keys that were made at one moment lead to the pages of another, earlier or later, whoever had them made', async ({
  as,
  given,
  server,
  clock,
  tokenOf,
  raw,
}) => {
  const id = await manyOrders({ given, server }, 2_400)
  const authentication = await tokenOf('admin')
  /** The list from its beginning to its end, without any page. */
  const told = async (q: string, asOf: string): Promise<string[]> => {
    const asked = new URLSearchParams({ q, asOf, columns: 'id' })
    const response = await fetch(`${server.url}/api/export/loan?${asked}`, { headers: { authentication } })
    return (await response.text()).trim().split('\n').slice(1)
  }
  const counted = (q: string, asOf: string) =>
    raw(`GET /loans/count?q=${encodeURIComponent(q)}&asOf=${asOf}`, { who: 'ops' })
  const { asOf: before } = await as('ops').loans.applications({ q: '' })
  const later = new Date(clock.now().getTime() + 60_000).toISOString()
  clock.forward(120_000)
  const differs = `, 'amount_minor', n * 30, 'due_date', '2026-01-07', 'applied_at', '${later}'`
  await ordersLike(server.app.database, id, 60, { prefix: 'LN8', differs })
  const { asOf: after } = await as('ops').loans.applications({ q: '' })

  for (const [i, q] of orders.entries()) {
    const [made, other] = i % 2 === 0 ? [before, after] : [after, before]
    const { applications } = as('ops').loans
    await counted(q, made)
    await applications({ q, from: 2_100, size: 10, asOf: made })
    await applications({ q, from: 2_100, size: 10, asOf: made })
    for (const asOf of [other, made]) {
      const whole = await told(q, asOf)
      for (const from of [2_000, 2_050, 2_345, 2_459]) {
        const { rows } = await as('admin').loans.applications({ q, from, size: 100, asOf })
        expect([q, asOf, from, rows.map(({ id }) => id)]).toEqual([q, asOf, from, whole.slice(from, from + 100)])
      }
    }
  }
})

test('rows that have left a list since its keys were made move no page of it once it is counted again', async ({
  as,
  given,
  server,
  raw,
}) => {
  await manyOrders({ given, server }, 2_700)
  const { applications } = as('ops').loans
  const q = 'state:31 sort:amount'
  const listed = async (from: number) => (await applications({ q, from, size: 200 })).rows.map(({ id }) => id)
  const count = () => raw(`GET /loans/count?q=${encodeURIComponent(q)}`, { who: 'ops' })
  await count()
  const far = [await listed(2_400), await listed(2_400)].at(-1)!

  await server.app.database.query(
    `update loans set state = 30 where id in (select id from loans where state = 31 order by amount_minor, id limit 10)`,
  )
  await count()

  expect(await listed(2_390)).toEqual(far)
})
