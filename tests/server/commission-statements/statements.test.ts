import { expect } from 'vitest'
import { type Here, held, pay, rowsOf, test } from '../recoveries/support.ts'
import { closed, comesTo, drawn, linesOf, month, onDay, opened, statementsOf, toldLine } from './support.ts'

/** Every amount a second time: of each statement and each line, from the rows that they open and from the table. */
async function mustOpenWhatItSays(here: Here) {
  const { rows: stored } = await here.server.app.database.query(
    `select statement_id as id, count(*)::int as entries, sum(amount_minor)::int as recovered,
      sum((amount_minor::numeric * coalesce(rate_ppm, 0) / 1000000))::float as exact from recoveries
     where statement_id is not null group by 1`,
  )
  for (const statement of await statementsOf(here)) {
    const { entries, recovered, exact } = stored.find(({ id }) => id === statement.id)!
    expect(comesTo(statement).slice(0, 2)).toEqual([entries, recovered])
    expect(Math.abs(statement.commission.minor - Number(exact))).toBeLessThanOrEqual(Number(entries) / 2)
    expect(await opened(here, `statementId:${statement.id}`)).toEqual(comesTo(statement))
    const lines = await linesOf(here, statement.id)
    for (const line of lines) expect(await opened(here, `lineId:${line.id}`)).toEqual(comesTo(line))
    const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + of(line), 0)
    expect([sum((line) => line.entries), sum((line) => line.recovered.minor)]).toEqual(comesTo(statement).slice(0, 2))
    expect(sum((line) => line.commission.minor)).toBe(statement.commission.minor)
    expect(sum((line) => line.disputed.minor)).toBe(statement.disputed.minor)
    expect(sum((line) => (line.isEarlier ? line.commission.minor : 0))).toBe(statement.earlier.minor)
  }
}

test('a statement has what was booked in its month, by stage and rate, and every amount opens its recoveries', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 100_001)
  await onDay(here, '2026-03-13')
  await pay(here, loanId, 50_000)
  await pay(here, loanId, 20_000, { at: '2026-03-11T08:00:00.000Z' as never })
  await onDay(here, '2026-04-01')

  const [statement, ...others] = await drawn(here, '2026-03')

  expect(others).toEqual([])
  expect(statement).toMatchObject({
    ...{ agency: { id: 'AG1' }, month: month('2026-03'), state: 'drawn', entries: 3, recovered: { minor: 170_001 } },
    ...{ commission: { minor: 8_000 + 4_750 + 1_600 }, earlier: { minor: 0 }, disputed: { minor: 0 } },
  })
  expect((await linesOf(here, statement!.id)).map(toldLine)).toEqual([
    ...['2026-03 payment S1 80000 2 120001 9600', '2026-03 payment S1 95000 1 50000 4750'],
  ])
  await mustOpenWhatItSays(here)
})

test('what is booked later stands in the next statement, and says which month it belongs to', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 100_000)
  await onDay(here, '2026-04-02')
  const [march] = await drawn(here, '2026-03')
  await pay(here, loanId, 20_000, { at: '2026-03-31T12:00:00.000Z' as never })
  await pay(here, loanId, 10_000)
  await onDay(here, '2026-05-01')

  const [same, april] = await drawn(here, '2026-04')

  expect(same).toEqual(march)
  expect(april).toMatchObject({ entries: 2, commission: { minor: 1_900 + 950 }, earlier: { minor: 1_900 } })
  expect((await linesOf(here, april!.id)).map(toldLine)).toEqual([
    ...['2026-03 payment S1 95000 1 20000 1900', '2026-04 payment S1 95000 1 10000 950'],
  ])
  await mustOpenWhatItSays(here)
})

test('a day ends in India, and a month with it', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  clock.set('2026-03-31T18:29:59.999Z')
  await pay(here, loanId, 100_000)
  clock.set('2026-03-31T18:30:00.000Z')
  await pay(here, loanId, 30_000)
  await onDay(here, '2026-05-01')

  const statements = await drawn(here, '2026-04')

  expect(statements.map(({ month: of, recovered }) => [of, recovered.minor])).toEqual([
    [month('2026-03'), 100_000],
    [month('2026-04'), 30_000],
  ])
})

test('a payment that bounces after its month was closed is taken back in the month it bounces in', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  await given.parameter('payment.reversal', true)
  const { loanId } = await held(here)
  await pay(here, loanId, 521_000)
  await onDay(here, '2026-04-01')
  const march = await closed(here, (await drawn(here, '2026-03'))[0]!)
  const [paid] = (await as('admin').payments.list({ q: `loanId:${loanId}` })).rows
  await as('ops').payments.askReversal({ id: paid!.id, version: paid!.version, reason: 'Returned' })
  await onDay(here, '2026-04-20')
  await as('executive').payments.reverse({ id: paid!.id, version: (Number(paid!.version) + 1) as never })
  await onDay(here, '2026-05-01')

  const [same, april] = await drawn(here, '2026-04')

  expect(same).toEqual(march)
  expect(april).toMatchObject({ commission: { minor: -41_680 }, earlier: { minor: -41_680 } })
  expect((await linesOf(here, april!.id)).map(toldLine)).toEqual(['2026-03 reversal S1 80000 1 -521000 -41680'])
  await mustOpenWhatItSays(here)
})

test('a statement of a month that is not over is refused by its field, and nothing is drawn up twice', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 100_000)
  await onDay(here, '2026-03-31')
  const { draw } = as('manager').commissionStatements
  for (const of of ['2026-03', '2026-04']) {
    await expect(draw({ month: month(of) })).rejects.toMatchObject({
      ...{ fault: 'month_not_over', fields: [{ field: 'month' }] },
    })
  }
  await onDay(here, '2026-04-01')
  expect(await draw({ month: '2026-03-17' as never })).toEqual({ drawn: 1 })

  await expect(draw({ month: month('2026-03') })).rejects.toMatchObject({ fault: 'nothing_to_draw' })

  expect(await statementsOf(here)).toHaveLength(1)
  expect((await rowsOf(here)).map(({ statementId }) => statementId)).toEqual([(await statementsOf(here))[0]!.id])
})

test('months that were missed are drawn up one by one, the earliest first, by the task of the night as well', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 100_000)
  await onDay(here, '2026-05-02')
  await pay(here, loanId, 20_000)
  await onDay(here, '2026-06-03')

  const { app } = server
  const runs = [await app.taskRunners.get('drawCommission')!(app), await app.taskRunners.get('drawCommission')!(app)]

  expect(runs).toEqual([
    { done: 2, refused: 0 },
    { done: 0, refused: 0 },
  ])
  expect((await statementsOf(here)).map(({ month: of, recovered }) => [of, recovered.minor])).toEqual([
    [month('2026-03'), 100_000],
    [month('2026-05'), 20_000],
  ])
  await mustOpenWhatItSays(here)
})

test('of two who draw up the same month at once one does, and nothing is taken twice', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 100_000)
  await onDay(here, '2026-04-01')

  const twice = await Promise.allSettled(
    [1, 2].map(() => as('manager').commissionStatements.draw({ month: month('2026-03') })),
  )

  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await statementsOf(here)).map(comesTo)).toEqual([[1, 100_000, 8_000]])
  await mustOpenWhatItSays(here)
})
