import { expect } from 'vitest'
import type { CollectionActivity } from '#contract/collection-activities.ts'
import { money } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { first, give, type Here, held, later, pay, test } from '../recoveries/support.ts'

/** Notes a contact of the collector's with the customer, by what came of it. */
async function note({ as }: Here, id: IdOf<'case'>, result: 1 | 2 | 3) {
  const [row] = (await as('collector').cases.open({ q: `id:${id}` })).rows
  await as('collector').followUps.add({
    ...{ id, version: row!.version, number: 'own', way: 'phone', result, remark: 'Rang' },
    ...{ willingness: result === 1 ? 2 : 5, nextAt: '2026-03-13T04:30:00Z' as never },
    promises: result === 1 ? [{ amount: money('3000', 'INR'), promisedFor: '2026-03-12' as never }] : [],
  })
}

const told = ({ kind, collector, amount }: CollectionActivity) =>
  [kind, (collector?.id as string) === first ? 'first' : 'second', ...(amount ? [amount.minor] : [])].join(' ')

/** The numbers of a report by name; of a rate what it is of what. */
const numbers = (cells: Readonly<Record<string, { value: number; per: number | null } | null>>) =>
  Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [
      name,
      cell?.per == null ? (cell?.value ?? null) : [cell.value, cell.per],
    ]),
  )

test('what is done about a case is told of whoever did it, and performance counts it', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  const { id, loanId } = await held(here)
  await note(here, id, 3)
  await note(here, id, 1)
  await pay(here, loanId, 521_000 - 100_000)
  await later(here, 1)
  await give(here, id, colleague)
  await pay(here, loanId, 120_000)

  const { rows } = await as('executive').collectionActivities.list({ q: 'sort:at' })
  const { rows: by, total } = await as('executive').collectionActivities.performance({ by: 'collector' })

  expect(rows.map(told).toSorted()).toEqual([
    ...['contact first', 'contact first', 'held first', 'held second', 'promise first 300000'],
    ...['recovered first 421000', 'recovered second 101000', 'settled second'],
  ])
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
  expect(rows.every(({ stage, agency }) => stage?.id === 'S1' && agency?.id === 'AG1')).toBe(true)
  const of = (who: string) => numbers(by.find(({ value }) => value === who)!.cells)
  expect(of(first)).toMatchObject({ held: 1, firstHeld: 1, principal: 500_000, attempts: 2, recovered: 421_000 })
  expect(of(first)).toMatchObject({ answered: [1, 2], byCustomer: [1, 1], promises: 1, settled: [0, 1] })
  expect(of(colleague)).toMatchObject({
    held: 1,
    firstHeld: 0,
    principal: 100_000,
    settled: [1, 1],
    recovered: 101_000,
  })
  expect(numbers(total)).toMatchObject({
    held: 2,
    recovered: 522_000,
    recoveredPrincipal: [500_000, 600_000],
    spoken: null,
  })
})

test('principal is what was outstanding when a case came to somebody, also where it is written down afterwards', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  const { id, loanId } = await held(here)
  await later(here, 1)
  await give(here, id, colleague)
  await later(here, 1)
  await pay(here, loanId, 121_000)
  await later(here, 1)
  await give(here, id, first)
  const { query } = server.app.database
  const principals = async () =>
    (await query('select principal_minor::int as minor from case_holdings order by from_at')).rows.map(
      ({ minor }) => minor,
    )

  const written = await principals()
  await query('update case_holdings set principal_minor = 0')
  await query('select recall_principals()')

  expect(written).toEqual([500_000, 500_000, 410_000])
  expect(await principals()).toEqual(written)
})

test('a collector sees what they did themselves, an agency what was done for it', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  const { id } = await held(here)
  await note(here, id, 2)
  await give(here, id, colleague)

  const seen = async (who: Parameters<typeof as>[0]) =>
    (await as(who).collectionActivities.list({})).rows.map(told).toSorted()

  expect(await seen('collector')).toEqual(['contact first', 'held first'])
  expect(await seen('leader')).toEqual(['contact first', 'held first', 'held second'])
  expect(await seen('agency')).toEqual([])
  const mine = await as('collector').collectionActivities.performance({ by: 'collector' })
  expect(mine.rows.map(({ value }) => value)).toEqual([first])
})

test('the agency report tells the same of an agency as performance does, and another agency nothing of it', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 421_000)
  await later(here, 1)

  const { rows, total } = await as('executive').collectionActivities.agencies({ by: 'agency' })

  expect(rows.map(({ value, label }) => [value, label])).toEqual([['AG1', 'In-house collections']])
  expect(numbers(rows[0]!.cells)).toMatchObject({ held: 1, recovered: 421_000, recoveredPrincipal: [400_000, 500_000] })
  expect(total).toEqual(rows[0]!.cells)
  const performance = await as('executive').collectionActivities.performance({ by: 'agency' })
  expect(performance.rows).toEqual(rows)
  const months = await as('leader').collectionActivities.agencies({ by: 'at', grain: 'month' })
  expect(months.rows.map(({ value }) => value)).toEqual(['2026-03-01'])
  expect((await as('agency').collectionActivities.agencies({ by: 'agency' })).rows).toEqual([])
})

test('no case comes to anybody by a transfer that is undone, nor once more by moving along with them', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  const { id } = await held(here)
  const waiting = await given.case()
  const undo = async () => {
    const [latest] = (await as('manager').caseTransfers.list()).rows
    await as('manager').caseTransfers.undo({ id: latest!.id, version: latest!.version })
  }
  for (const one of [id, waiting.id]) {
    await later(here, 0.1)
    await give(here, one, colleague)
    await later(here, 0.1)
    await undo()
  }
  const held1 = await as('executive').collectionActivities.performance({ by: 'collector' })
  await later(here, 0.1)
  await give(here, waiting.id, colleague)
  await later(here, 0.1)
  const [row] = (await as('manager').collectors.list({ q: `id:${colleague}` })).rows
  await as('manager').collectors.move({ id: colleague, version: row!.version, unitId: 'AG1B' as never })

  const { rows, total } = await as('executive').collectionActivities.performance({ by: 'collector' })
  const list = (await as('executive').collectionActivities.list({ q: 'kind:held sort:at' })).rows

  expect(held1.rows.map(({ value, cells }) => [value, numbers(cells).held])).toEqual([[first, 1]])
  const told = rows.map(({ value, cells }) => [value, numbers(cells).held, numbers(cells).firstHeld])
  expect(told.toSorted()).toEqual([
    [first, 1, 1],
    [colleague, 1, 1],
  ])
  expect(numbers(total)).toMatchObject({ held: 2, firstHeld: 2, principal: 1_000_000 })
  expect(list.map(({ caseId, group }) => [caseId, group?.id])).toEqual([
    [id, 'AG1A'],
    [waiting.id, 'AG1A'],
  ])
  const { query } = server.app.database
  const arrivals = async () =>
    (await query('select from_at, is_arrival, is_first from case_holdings order by from_at')).rows
  const written = (await arrivals()).filter(({ is_arrival }) => is_arrival)
  await query('truncate case_holdings; select recall_holdings()')
  expect((await arrivals()).filter(({ is_arrival }) => is_arrival)).toEqual(written)
})
