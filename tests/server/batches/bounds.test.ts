import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'

const command = 'reductions.request'
const on = (ids: readonly string[]) => ({ command, selection: { listing: 'plans.list', ids: [...ids] } })

test('an argument may be as much as the least of the rows allows, as the server has them now', async ({
  as,
  given,
  server,
}) => {
  const little = await given.plan({ charged: { penalty: 10_000, interest: 2_000 } })
  const more = await given.plan({ charged: { penalty: 90_000, interest: 2_000 } })
  const ids = [little.id, more.id]

  expect((await as('cs').batches.bounds(on(ids))).most).toEqual({ amount: { minor: 12_000, currency: 'INR' } })
  await server.app.database.query(`update plans set paid_penalty = 5000 where id = '${little.id}'`)
  expect((await as('cs').batches.bounds(on(ids))).most).toEqual({ amount: { minor: 7_000, currency: 'INR' } })
})

test('rows out of sight bound nothing, and no rows bound nothing', async ({ as, given }) => {
  const { id } = await given.plan()

  expect((await as('collector').batches.bounds(on([id]))).most).toEqual({})
  expect((await as('cs').batches.bounds(on([]))).most).toEqual({})
})

test('bounds are told to whoever may run the command, on rows of its kind', async ({ as, given }) => {
  const { id } = await given.ticket()

  await expect(as('ops').batches.bounds(on([id]))).rejects.toMatchObject({ code: 403 })
  const tickets = { command, selection: { listing: 'tickets.operation', ids: [id] } }
  await expect(as('cs').batches.bounds(tickets)).rejects.toMatchObject({ fault: 'wrong_rows' })
})

test('what may still be paid out today is told before it is paid, and counts what was', async ({
  as,
  given,
  server,
}) => {
  const [one, other] = [await given.loan(), await given.loan()]
  const redisburse = { command: 'loans.redisburse', selection: { listing: 'loans.failedPayouts', ids: [one.id] } }
  expect((await as('ops').batches.bounds(redisburse)).headroom).toEqual([])

  await server.app.database.query(
    `insert into parameters (id, value) values ('disburse.dailyCapMinor', '1000000') on conflict (id) do update set value = excluded.value`,
  )
  const preview = await as('ops').batches.preview({ ...redisburse, args: {} })
  expect(preview.headroom).toEqual([{ of: 'fundCap', left: { minor: 1_000_000, currency: 'INR' } }])

  await as('ops').loans.redisburse({ id: other.id, version: other.version })
  const left = { minor: 1_000_000 - 425_000, currency: 'INR' }
  expect((await as('ops').batches.bounds(redisburse)).headroom).toEqual([{ of: 'fundCap', left }])
})

test('every refused row of a preview is named', async ({ as, given }) => {
  const ids: string[] = []
  for (let i = 0; i < 25; i++) ids.push((await given.loan({ card: { state: 'unbound' } })).id)
  const selection = { listing: 'loans.failedPayouts', ids }

  const { refused } = await as('ops').batches.preview({ command: 'loans.redisburse', selection, args: {} })

  expect(refused).toEqual([{ fault: 'card_not_bound', msg: 'Card not bound', count: 25, ids: ids.toSorted() }])
})
