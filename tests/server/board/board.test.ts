import { expect } from 'vitest'
import type { Board, BoardNumber } from '#contract/board.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { type Account, alone, test, type World } from '#tests/support/server.ts'
import { held, pay } from '../recoveries/support.ts'

const allOf = ({ headline, stages, roll, days, agencies }: Board): BoardNumber[] => [
  ...headline,
  ...[stages, roll, days, agencies].flatMap((rows) => rows.flatMap(({ numbers }) => numbers)),
]

/** How many rows the list of a page finds for the line of a number, and what it sums of them. */
async function listed({ server, raw }: Pick<World, 'server' | 'raw'>, { page, query }: BoardNumber, who: Account) {
  const listing = [...server.app.registry.listings.values()].find((one) => one.listing.requires === page)!.listing
  const answer = await raw(`${listing.totals.at}?q=${encodeURIComponent(query)}`, { who })
  expect(answer, query).toMatchObject({ code: 200 })
  return answer.data as { count: number; sums: Record<string, { minor: number }[]> }
}

alone('every number is what the list that it opens counts and sums', async ({ as, server, clock, raw }) => {
  const environment = { country: 'IN', secret: 'secret of the tests' } as const
  await moveTo({ server, clock }, '2026-03-13T08:00:00.000Z')
  await seedDemo(server.app.database, environment, { loans: 600, customers: 360, now: clock.now() })

  const asked = [
    ['manager', ''],
    ['leader', ''],
    ['agency', ''],
    ['manager', 'customerKind:old product:starter'],
    ['agency', 'customerKind:new OR app:app'],
  ] as const
  for (const [who, q] of asked) {
    const board = await as(who).board.read({ q })

    expect(allOf(board).length).toBeGreaterThan(50)
    const found = allOf(board).filter(({ query }) => (q ? query.includes('customerKind') : query))
    expect(found.length).toBeGreaterThan(50)
    for (const number of allOf(board)) {
      const { count, sums = {} } = await listed({ server, raw }, number, who)
      expect([number.query, number.rows]).toEqual([number.query, count])
      const totals = Object.values(sums).map((sum) => sum.reduce((minor, one) => minor + one.minor, 0))
      if (number.amount?.minor) expect(totals, number.query).toContain(number.amount.minor)
    }
  }
})

test('the board is told of products, apps and customers, and of nothing else of an order', async ({ raw }) => {
  for (const q of ['name:asha', 'asha', 'sort:product', 'customerKind:late'])
    expect(await raw(`GET /board?q=${encodeURIComponent(q)}`, { who: 'manager' })).toMatchObject({ fault: 'bad_query' })
})

test('whoever has no right to the board is refused', async ({ raw }) => {
  expect(await raw('GET /board', { who: 'collector' })).toMatchObject({ code: 403 })
})

test('an alert is shown to whoever may act on it', async ({ as, given }) => {
  await given.case({})

  const shown = async (who: Account) => (await as(who).board.read({})).alerts.map(({ alert }) => alert)

  expect(await shown('manager')).toContain('waiting')
  expect(await shown('agency')).not.toContain('waiting')
})

test('a case that was contacted once, on whatever day, is not among those never contacted', async ({
  as,
  given,
  server,
}) => {
  await given.case({ collector: 'collector' })
  const { id } = await given.case({ collector: 'collector' })
  await server.app.database.query(`update cases set last_contact_at = '2026-03-01T06:00:00Z' where id = $1`, [id])

  const { stages } = await as('manager').board.read({})

  const counted = stages.flatMap(({ numbers }) => numbers.filter(({ measure }) => measure === 'neverContacted'))
  expect(counted.reduce((sum, { rows }) => sum + rows, 0)).toBe(1)
})

test('what was paid today was owed yesterday, in the stage of yesterday', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const settled = await held(here, { phone: '9000000001' })
  // the night has moved it on: yesterday it was two days past due
  const moved = await held(here, { phone: '9000000002', dueDate: '2026-03-07' as LocalDate })
  await pay(here, settled.loanId, 521_000)
  await pay(here, moved.loanId, 100_000)

  const { roll } = await as('manager').board.read({})

  const paid = roll.map(({ from, numbers }) => [from, numbers.find(({ measure }) => measure === 'paid')?.amount?.minor])
  expect(paid.filter(([, minor]) => minor)).toEqual([
    ['T2', 100_000],
    ['S1', 521_000],
  ])
})

test('every agency within reach has its line, also where nothing came to it this month', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await server.app.database.query(`update case_holdings set from_at = '2026-02-27 06:00Z'`)
  await pay(here, loanId, 421_000)
  const told = async (who: Account) =>
    (await as(who).board.read({})).agencies.map(({ id, numbers }) => [
      id,
      ...numbers.map(({ amount }) => amount?.minor),
    ])

  expect(await told('manager')).toEqual([
    ['AG1', 0, 400_000],
    ['AG2', 0, 0],
    ['AG3', 0, 0],
  ])
  expect(await told('leader')).toEqual([['AG1', 0, 400_000]])
})
