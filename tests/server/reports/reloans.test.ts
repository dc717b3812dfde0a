import { expect } from 'vitest'
import { test, type World } from '#tests/support/server.ts'

type Here = Pick<World, 'given' | 'server'>

/** A customer’s order: paid out on a day of February, and closed as repaid on another, if it was. */
async function order(
  { given, server }: Here,
  phone: string,
  [from, until]: readonly [number, number?],
  kind = 'regular',
) {
  const { id } = await given.loan({ state: until ? 40 : 30, phone })
  const at = (day: number) => `2026-02-${String(day).padStart(2, '0')}T06:00:00Z`
  const { query } = server.app.database
  await query('update loans set disbursed_at = $2, closed_at = $3, kind = $4 where id = $1', [
    ...[id, at(from), until ? at(until) : null, kind],
  ])
  // one customer of each number
  await query(
    'update loans set customer_id = (select min(o.customer_id) from loans o join customers c on c.id = o.customer_id where c.phone = $2) where id = $1',
    [id, phone],
  )
  return id
}

test('an order is followed by the next that its customer was paid, whoever else borrows, and by no extension', async ({
  as,
  given,
  server,
}) => {
  const here = { given, server }
  const first = await order(here, '9000000001', [1, 3])
  await order(here, '9000000001', [5, 6], 'extension')
  await order(here, '9000000001', [10, 11])
  const other = await order(here, '9000000002', [1, 2])
  await order(here, '9000000002', [28])
  const never = await order(here, '9000000003', [1, 3])

  const { rows } = await as('executive').loans.orders({ q: `id:${first},${other},${never}` })

  const of = (id: string) => rows.find((row) => row.id === id)!
  expect(of(first)).toMatchObject({ reloanDays: 7, reloanWithin: 'days7' })
  expect(Date.parse(of(first).reloanedAt!)).toBe(Date.parse('2026-02-10T06:00:00Z'))
  expect(of(other)).toMatchObject({ reloanDays: 26, reloanWithin: 'days30' })
  expect(of(never)).toMatchObject({ reloanedAt: null, reloanDays: null, reloanWithin: 'notYet' })
})

test('a rate within so many days is of what was repaid as long ago at least', async ({ as, given, server }) => {
  const here = { given, server }
  await order(here, '9000000001', [1, 3]) // 35 days before the 10th of March
  await order(here, '9000000001', [9])
  await order(here, '9000000002', [1, 20])
  await order(here, '9000000002', [24])
  await order(here, '9000000003', [1, 4])

  const { total } = await as('executive').loans.reloans({})

  expect(total).toMatchObject({
    settled: { value: 3 },
    within7: { value: 2, per: 3 },
    within30: { value: 1, per: 2 },
    within60: null,
    reloaned: { value: 2, per: 3 },
  })
})
