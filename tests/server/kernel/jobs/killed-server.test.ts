import { expect, inject } from 'vitest'
import { addDays } from '#contract/kernel/calendar.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { type Callback, callbacksFor } from '#tests/support/callbacks.ts'
import {
  asking,
  counted,
  dayOfHouse,
  type House,
  killAmid,
  minuteLater,
  numbers,
  paidOnce,
  tell,
  test,
  timeout,
  until,
} from '#tests/support/killed.ts'
import { manyLike, plansLike, slowed } from '#tests/support/many.ts'

const embedded = 'dump' in inject('model')

test('a batch that is killed in the middle goes on after the restart without repeating a row', {
  timeout,
}, async ({ house }) => {
  const all = embedded ? 60 : 200
  await house.on(async (database, given) => {
    await manyLike(database, (await given.loan({ state: 31 })).id, all)
    await slowed(database, 10)
  })
  await house.start()
  const ask = await asking(house, 'manager')
  const selection = { listing: 'loans.failedPayouts', query: '', asOf: new Date(Date.now() + 60_000), excluded: [] }
  const { id } = await ask('/batches/preview', { command: 'loans.redisburse', selection, args: {} })
  await ask('/session/prove', { proof: demoPassword })
  void ask('/batches/run', { id }).catch(() => {}) // killed meanwhile, it may not answer

  await killAmid(house, ask, 'state:29', all)
  await minuteLater(house)
  await house.start()
  await until(async () => (await ask(`/batches/${id}`)).state === 'finished')
  const run = await ask(`/batches/${id}`)
  await until(async () => (await counted(ask, 'state:30')) === all)
  await house.kill()

  expect(run).toMatchObject({ count: all, success: all, fail: 0 })
  expect(
    await numbers(
      house,
      `${paidOnce}, (select count(*)::int from loan_states where event = 'redisburse') as again,
       (select count(*)::int from audit where command = 'loans.redisburse' and outcome = 'done') as recorded`,
    ),
  ).toEqual({ live: all, plans: all, planned: all, paid: all, ordered: all, told: all, again: all, recorded: all })
})

/** Sends them, so many at a time. Answers those that were acknowledged. */
async function send(house: House, all: readonly Callback[], atOnce: number, heard: (count: number) => void = () => {}) {
  const left = [...all].reverse()
  const taken: Callback[] = []
  const lane = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const answer = await tell(house, next.path, next.body)
      if (answer?.code === 200) taken.push(next)
      heard(taken.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return taken
}

/** Tells them again until each is acknowledged, as a channel does. Answers those that never were. */
async function tellAll(house: House, all: readonly Callback[]): Promise<readonly Callback[]> {
  let left = all
  for (let times = 0; left.length > 0 && times < 20; times++) {
    const taken = new Set(await send(house, left, 50))
    left = left.filter((one) => !taken.has(one))
  }
  return left
}

test('no callback that was acknowledged is lost when the server is killed, and none counts twice when it is repeated', {
  timeout,
}, async ({ house }) => {
  const all = embedded ? 60 : 120
  const loans = await house.on(async (database, given) => {
    const owed = await given.plan({ state: 50, dueDate: addDays(dayOfHouse(), -5) })
    await manyLike(database, owed.loanId, all, 'LNO')
    await plansLike(database, owed.id, 'LNO')
    const paying = await given.loan({ state: 29, attempts: 1, payout: 'paying' })
    await manyLike(database, paying.id, all)
    const ids = async (state: number) =>
      (await database.query(`select id from loans where state = ${state} order by id`)).rows.map((row) =>
        String(row.id),
      )
    return { paying: await ids(29), owed: await ids(50) }
  })
  const said = callbacksFor(house.secrets, loans, new Date())
  await house.start()

  const amid = send(house, said, 50, (count) => count === all && void house.kill())
  const acknowledged = await amid
  await house.kill()
  const kept = await numbers(
    house,
    `(select count(*)::int from payouts where state = 'success') as paid,
     (select count(*)::int from payments where state = 'success') as received`,
  )
  const of = (path: string) => acknowledged.filter((one) => one.path.endsWith(path)).length
  expect(acknowledged.length).toBeLessThan(2 * all)
  expect(kept.paid).toBeGreaterThanOrEqual(of('payouts'))
  expect(kept.received).toBeGreaterThanOrEqual(of('payments'))
  await house.start()
  const unheard = await tellAll(house, said)
  await house.kill()

  expect(unheard).toEqual([])
  expect(
    await numbers(
      house,
      `(select count(*)::int from payouts where state = 'success') as paid,
       (select count(*)::int from loan_states where event = 'disburseOk') as told,
       (select count(*)::int from plans where loan_id like 'LNK%' or loan_id = '${loans.paying[0]}') as planned,
       (select count(*)::int from payments) as payments,
       (select sum(amount_minor - unapplied_minor)::bigint from payments where state = 'success') as received,
       (select sum(paid_penalty + paid_interest + paid_principal)::bigint from allocations) as allocated,
       (select count(*)::int from loans where state = 40) as settled`,
    ),
  ).toMatchObject({
    ...{ paid: all, told: all, payments: all, settled: all },
    ...{ received: all * 521_000, allocated: all * 521_000 },
  })
})
