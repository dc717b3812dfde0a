import { expect } from 'vitest'
import { addDays } from '#contract/kernel/calendar.ts'
import type { Database } from '#server/kernel/base/database.ts'
import {
  asking,
  counted,
  dayOfHouse,
  killAmid,
  minuteLater,
  numbers,
  paidOnce,
  runJob,
  test,
  timeout,
  until,
} from '#tests/support/killed.ts'
import { manyLike, slowed } from '#tests/support/many.ts'

const fiveDaysAgo = () => addDays(dayOfHouse(), -5)

/** The plan of every order that has none, due five days ago. */
const owedSince = ({ query }: Database) =>
  query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_interest, charged_principal, state)
     select 'PL' || id, id, 1, 1, currency, '${fiveDaysAgo()}', 3500, 500000, 'open' from loans;
     update loans set due_date = '${fiveDaysAgo()}', disbursed_at = now() - interval '12 days'`,
  )

test('a night that is killed in the middle goes on after the restart, and charges every day once', {
  timeout,
}, async ({ house }) => {
  const all = 6_000
  await house.on(async (database, given) => {
    await manyLike(database, (await given.loan({ state: 30 })).id, all)
    await owedSince(database)
    await slowed(database, 1)
  })
  await house.start()
  const ask = await asking(house, 'ops')
  void runJob(ask, 'doLate')

  await killAmid(house, ask, 'state:50', all)
  await minuteLater(house)
  await house.start()
  await until(async () => (await counted(ask, 'state:50')) === all)
  await until(async () => (await ask<{ job: { lastRun: string } }>('/jobs/doLate')).job.lastRun === 'success')
  await house.kill()

  expect(
    await numbers(
      house,
      `(select count(*)::int from plans where charged_penalty = 17500) as charged,
       (select count(*)::int from penalties) as days, (select sum(amount_minor)::int from penalties) as booked,
       (select count(*)::int from cases) as cases, (select count(*)::int from loan_states) as steps`,
    ),
  ).toEqual({ charged: all, days: 5 * all, booked: 17_500 * all, cases: all, steps: all })
})

test('pay-outs by the job that is killed twice, once while it orders and once while the channel answers, are paid once', {
  timeout,
}, async ({ house }) => {
  const all = 120
  await house.on(async (database, given) => {
    await manyLike(database, (await given.loan({ state: 20 })).id, all)
    await slowed(database, 12)
  })
  await house.start()
  const ask = await asking(house, 'ops')
  void runJob(ask, 'doDisburse')

  await killAmid(house, ask, 'state:29', all)
  await minuteLater(house)
  await house.start()
  await killAmid(house, ask, 'state:30', all)
  await minuteLater(house)
  await house.start()
  await until(async () => (await counted(ask, 'state:30')) === all)
  await house.kill()

  expect(
    await numbers(house, `${paidOnce}, (select count(*)::int from loan_states where event = 'disburse') as disbursed`),
  ).toEqual({ live: all, plans: all, planned: all, paid: all, ordered: all, told: all, disbursed: all })
})
