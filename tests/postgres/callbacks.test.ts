import { expect } from 'vitest'
import { type Callback, callbacksFor } from '#tests/support/callbacks.ts'
import { manyLike, plansLike } from '#tests/support/many.ts'
import { test } from '#tests/support/server.ts'

const [each, atOnce] = [100, 50]

test('of 200 callbacks, 50 at once and every fifth of them twice, none is lost and none counts twice', async ({
  given,
  server,
  clock,
}) => {
  const { database, secrets } = server.app
  const owed = await given.plan({ state: 50 })
  await manyLike(database, owed.loanId, each, 'LNO')
  await plansLike(database, owed.id, 'LNO')
  await manyLike(database, (await given.loan({ state: 29, attempts: 1, payout: 'paying' })).id, each)
  const ids = async (state: number) =>
    (await database.query(`select id from loans where state = ${state} order by id`)).rows.map(({ id }) => String(id))
  const all = callbacksFor(secrets, { paying: await ids(29), owed: await ids(50) }, clock.now())
  const left = all.flatMap((one, i) => (i % 5 === 0 ? [one, one] : [one]))
  expect(left).toHaveLength(2.4 * each)

  let [taken, refused] = [0, 0]
  const lane = async () => {
    for (let next = left.pop() as Callback | undefined; next; next = left.pop()) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${server.url}/api${next.path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(next.body),
      })
      const { code } = (await response.json()) as { code: number } // what every call answers
      if (code === 200) {
        taken += 1
        continue
      }
      // who waited for too long on a busy machine tells it again, as a channel does
      refused += 1
      expect(refused).toBeLessThan(1_000)
      left.unshift(next)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))

  expect(taken).toBe(2.4 * each)
  const { rows } = await database.query(
    `select (select count(*)::int from loans where state = 30) as live,
       (select count(*)::int from loans where state = 40) as settled,
       (select count(*)::int from payouts where state = 'success') as paid,
       (select count(*)::int from loan_states where event = 'disburseOk') as told,
       (select count(*)::int from payments) as payments,
       (select sum(paid_penalty + paid_interest + paid_principal)::int from allocations) as allocated,
       (select sum(owed_minor)::int from plans p join loans l on l.id = p.loan_id where l.state = 40) as owed`,
  )
  expect(rows).toEqual([
    { live: each, settled: each, paid: each, told: each, payments: each, allocated: each * 521_000, owed: 0 },
  ])
})
