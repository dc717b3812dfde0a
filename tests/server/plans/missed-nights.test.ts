import fc from 'fast-check'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { dayMs, tell } from '#tests/server/payments/support.ts'
import { test, type World } from '#tests/support/server.ts'

/** How many partitions are tried: a thousand and more where somebody measures. */
const count = Number(process.env.PARTITIONS ?? 25)
const start = '2026-03-04T06:00:00.000Z'
/** From the day before the first due date to well behind the bad-debt day, 20 days past due. */
const lastDay = 60

interface Paid {
  readonly day: number
  /** So many days before it is told of, the money was there. */
  readonly late: number
  readonly amountMinor: number
}

/** Three instalments due on 5, 15 and 25 March, bad debt 20 days past due. */
async function threePlans({ given, server }: Pick<World, 'given' | 'server'>, graceDays: number) {
  const { id } = await given.loan({ state: 30, amountMinor: 600_000 })
  const { query } = server.app.database
  await query(
    `update loans set due_date = '2026-03-05', disbursed_at = timestamp '2026-02-20 06:00Z', terms = jsonb_set(jsonb_set(
       terms, '{penalty,badDebtDays}', '20'), '{penalty,graceDays}', '${graceDays}') where id = '${id}'`,
  )
  await query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_fee, charged_interest, charged_principal, state)
     select '${id}P' || n, '${id}', n, 3, 'INR', date '2026-03-05' + (n - 1) * 10, 700, 5000, 200000, 'open'
     from generate_series(1, 3) n`,
  )
  return id
}

/** What the order was charged, day by day, and where that has left it. */
async function chargedFor({ server }: Pick<World, 'server'>, loanId: IdOf<'loan'>) {
  const { rows } = await server.app.database.query(
    `select right(p.id, 2) as plan, n.date::text as date, sum(n.amount_minor)::int as minor from plans p join (
       select plan_id, date, amount_minor from penalties
       union all select plan_id, date, amount_minor from penalty_corrections) n on n.plan_id = p.id
     where p.loan_id = '${loanId}' group by 1, 2 having sum(n.amount_minor) <> 0 order by 1, 2`,
  )
  const { rows: ended } = await server.app.database.query(
    `select state, due_date::text as "dueDate", (select sum(owed_minor)::int from plans where loan_id = '${loanId}') as owed
     from loans where id = '${loanId}'`,
  )
  return { rows, ended }
}

/** What becomes of an order besides its nights. */
interface Life {
  readonly payments: readonly Paid[]
  readonly graceDays: number
}

/** Lives orders through: they run on these days, and their customers pay on theirs, after the night's run if there is one. */
async function live(
  world: Pick<World, 'as' | 'given' | 'server' | 'clock'>,
  days: readonly number[],
  lives: readonly Life[],
) {
  const { server, clock } = world
  clock.set(start)
  const orders: (Life & { id: IdOf<'loan'> })[] = []
  for (const life of lives) orders.push({ ...life, id: await threePlans(world, life.graceDays) })
  const paid = orders.flatMap(({ id, payments }) => payments.map((payment, i) => ({ ...payment, id, i })))
  for (const day of [...new Set([...days, ...paid.map((one) => one.day), lastDay])].toSorted((a, b) => a - b)) {
    clock.set(new Date(Date.parse(start) + day * dayMs).toISOString())
    if (days.includes(day) || day === lastDay) await server.app.taskRunners.get('doLate')!(server.app)
    for (const { id, i, amountMinor, late } of paid.filter((one) => one.day === day)) {
      const at = new Date(clock.now().getTime() - late * dayMs).toISOString() as never
      await tell(world, { loanId: id, ref: `${id}-${i}`, utr: `${id}${i}`, amountMinor, at })
    }
  }
  return Promise.all(orders.map(({ id }) => chargedFor(world, id)))
}

const everyDay = Array.from({ length: lastDay + 1 }, (_, day) => day)

test('later instalments are not charged past the bad-debt day of the first, however late the books are caught up', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const unpaid = [{ payments: [], graceDays: 0 }]
  expect(await live(world, [lastDay], unpaid)).toEqual(await live(world, everyDay, unpaid))
})

test('whatever nights are missed and whatever is paid between them, every day has cost the same', {
  timeout: 120_000 + count * 3_000,
}, async ({ as, given, server, clock }) => {
  const world = { as, given, server, clock }
  const payment = fc.record({
    day: fc.integer({ min: 0, max: 55 }),
    late: fc.oneof(fc.constant(0), fc.nat(9)),
    amountMinor: fc.integer({ min: 1, max: 260_000 }),
  })
  const life = fc.record({
    days: fc.uniqueArray(fc.integer({ min: 0, max: lastDay }), { maxLength: 12 }),
    payments: fc.array(payment, { maxLength: 2 }),
    graceDays: fc.nat(3),
  })
  const lives = fc.sample(life, count)

  // no order knows of another: those of every night share their nights
  const nightly = await live(world, everyDay, lives)

  expect(nightly).toHaveLength(count)
  for (const [i, one] of lives.entries())
    expect([one, ...(await live(world, one.days, [one]))]).toEqual([one, nightly[i]])
})
