import { expect } from 'vitest'
import type { Country } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { test, type World } from '#tests/support/server.ts'

const nothing = { done: 0, refused: 0 }
const minuteMs = 60_000

/** Runs a task as a server of another country would, at a moment. */
const runIn = ({ server: { app } }: Pick<World, 'server'>, id: string, country: Country, at: string) =>
  app.taskRunners.get(id)!({ ...app, clock: { country, now: () => new Date(at) } })

test.for([
  ['IN', '2026-03-10T18:29:59Z', 0],
  ['IN', '2026-03-10T18:30:00Z', 1],
  ['MX', '2026-03-11T05:59:59Z', 0],
  ['MX', '2026-03-11T06:00:00Z', 1],
  ['VN', '2026-03-10T16:59:59Z', 0],
  ['VN', '2026-03-10T17:00:00Z', 1],
] as const)(
  'in %s an order due on 10 March is on time until midnight there: at %s it is %i days late',
  async ([country, at, days], { given, server }) => {
    const due = { dueDate: '2026-03-10' as LocalDate, charged: { penalty: 0 } }
    const { loanId } = await given.plan({ state: 30, ...due })

    const tally = await runIn({ server }, 'doLate', country, at)

    expect(tally).toEqual({ done: days, refused: 0 })
    const { rows } = await server.app.database.query(
      `select (select state from loans where id = '${loanId}') as state, (select count(*)::int from penalties) as penalties`,
    )
    expect(rows).toEqual([{ state: days === 0 ? 30 : 50, penalties: days }])
  },
)

test.for([
  ['2026-03-24T18:29:59Z', 0],
  ['2026-03-24T18:30:00Z', 1],
] as const)(
  'an approval of 10 March is good through the fourteenth day after it: at %s %i end',
  async ([at, ended], { given, server }) => {
    await given.loan({ state: 20, decidedAt: new Date('2026-03-10T06:00:00Z') })

    expect(await runIn({ server }, 'expireApprovals', 'IN', at)).toEqual({ done: ended, refused: 0 })
  },
)

/** A pay-out that the channel has made and never called back about. */
async function silent({ given, server, clock }: Pick<World, 'given' | 'server' | 'clock'>) {
  const { id } = await given.loan({ state: 29, attempts: 1, payout: 'paying' })
  await server.app.database.query(
    `insert into sandbox.payouts (id, amount_minor, currency, callback_url, outcome, calls, due_at)
     values ('${id}-1', 425000, 'INR', 'http://127.0.0.1:9', 'paid', 0, '${clock.now().toISOString()}')`,
  )
  return { id, ask: () => server.app.taskRunners.get('queryPayout')!(server.app) }
}

test('a channel is asked every minute for an hour, and once an hour from then on', async ({ given, server, clock }) => {
  const { ask } = await silent({ given, server, clock })
  clock.forward(61 * minuteMs)
  expect(await ask()).toEqual(nothing)

  clock.forward(59 * minuteMs)
  expect(await ask()).toEqual({ done: 1, refused: 0 })
})

test('a silent channel that is asked twice is believed once', async ({ given, server, clock, as }) => {
  const { id, ask } = await silent({ given, server, clock })
  clock.forward(3 * minuteMs)

  expect(await ask()).toEqual({ done: 1, refused: 0 })
  expect(await ask()).toEqual(nothing)

  const { plans, timeline } = await as('ops').loans.detail({ id })
  expect(plans).toHaveLength(1)
  expect(timeline.filter(({ event }) => event === 'disburseOk')).toHaveLength(1)
})
