import { expect } from 'vitest'
import { first, give, held, later, mustAddUp, pay, rowsOf, test, told } from './support.ts'

test('money is credited to whoever has the case, with stage, days, rate and commission of that moment', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { id, loanId } = await held(here)

  await pay(here, loanId, 521_000)

  expect(await rowsOf(here)).toMatchObject([
    {
      ...{ state: 'attributed', entry: 'payment', loanId, caseId: id, stage: { id: 'S1', name: 'S1' }, overdueDays: 5 },
      ...{ amount: { minor: 521_000 }, toPrincipal: { minor: 500_000 }, toInterest: { minor: 3_500 } },
      ...{ toPenalty: { minor: 17_500 }, extensionFee: { minor: 0 }, reduction: { minor: 0 } },
      ...{ collector: { id: 'S-collector' }, group: { id: 'AG1A' }, agency: { id: 'AG1' } },
      ...{ commissionRate: 80_000, commission: { minor: 41_680 }, channel: 'eWallet', utr: '000000521000' },
    },
  ])
  await mustAddUp(here)
})

test('what nobody has the case of is nobody’s recovery, nor is what is more than was owed', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId: unheld } = await given.case({ phone: '9000000001' })
  const { loanId } = await held(here, { phone: '9000000002' })

  await pay(here, unheld, 100_000)
  await pay(here, loanId, 530_000)

  expect((await rowsOf(here)).map(told)).toEqual(['first attributed 521000 41680'])
  await mustAddUp(here)
})

test('each part goes to whoever had the case at its value time, whenever it becomes known', async ({
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
  await pay(here, loanId, 100_000)
  await later(here, 2)

  await pay(here, loanId, 50_000)
  await pay(here, loanId, 20_000, { at: '2026-03-10T12:00:00.000Z' as never })
  await pay(here, loanId, 10_000, { at: '2026-03-11T12:00:00.000Z' as never })

  const rows = await rowsOf(here)
  expect(rows.map(told)).toEqual([
    ...['second attributed 100000 8000', 'second attributed 50000 4750'],
    ...['first attributed 20000 1600', 'second attributed 10000 800'],
  ])
  expect(rows.map(({ overdueDays }) => overdueDays)).toEqual([6, 8, 5, 6])
  await mustAddUp(here)
})

test('a case that was recalled is nobody’s until it is given again', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  const { id, loanId } = await held(here)
  await later(here, 1)
  const [row] = (await as('leader').cases.open({ q: `id:${id}` })).rows
  await as('leader').cases.recall({ id, version: row!.version })
  await later(here, 1)
  await pay(here, loanId, 30_000)
  await give(here, id, colleague)
  await later(here, 1)

  await pay(here, loanId, 40_000)
  await pay(here, loanId, 20_000, { at: '2026-03-11T20:00:00.000Z' as never })

  expect((await rowsOf(here)).map(told)).toEqual(['second attributed 40000 3800'])
})

test('a transfer that is undone gives back from then on', async ({ as, given, server, clock, colleague }) => {
  const here = { as, given, server, clock }
  const { id, loanId } = await held(here)
  await later(here, 1)
  await give(here, id, colleague)
  const [moved] = (await as('leader').caseTransfers.list()).rows
  const { rows: before } = await server.app.database.query('select count(*)::int as count from case_holdings')
  await as('leader').caseTransfers.undo({ id: moved!.id, version: moved!.version })
  await later(here, 1)

  await pay(here, loanId, 40_000)

  expect(before).toEqual([{ count: 2 }])
  expect((await rowsOf(here)).map(told)).toEqual(['first attributed 40000 3800'])
})

test('a payment that bounces is taken back from whoever had it, to the last minor unit', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  await given.parameter('payment.reversal', true)
  const { loanId } = await held(here)
  await pay(here, loanId, 521_000)
  const [paid] = (await as('admin').payments.list({ q: `loanId:${loanId}` })).rows
  await as('ops').payments.askReversal({ id: paid!.id, version: paid!.version, reason: 'Returned' })
  await later(here, 3)

  await as('executive').payments.reverse({ id: paid!.id, version: (Number(paid!.version) + 1) as never })

  const rows = await rowsOf(here)
  expect(rows.map(told)).toEqual(['first reversed 521000 41680', 'first reversed -521000 -41680'])
  expect(rows[1]).toMatchObject({ entry: 'reversal', originalId: rows[0]!.id, stage: { id: 'S1' }, overdueDays: 5 })
  expect(rows[1]).toMatchObject({ toPrincipal: { minor: -500_000 }, commissionRate: 80_000, paidAt: rows[0]!.paidAt })
  await mustAddUp(here)
})

test('the rate of that moment stays, whatever is agreed later; without one there is no commission', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 10_001)
  await server.app.database.query(`delete from commission_rates`)

  await pay(here, loanId, 20_000)

  expect(await rowsOf(here)).toMatchObject([
    { commissionRate: 80_000, commission: { minor: 800 } },
    { commissionRate: null, commission: { minor: 0 } },
  ])
  await mustAddUp(here)
})

test('whoever had the case sees it ever after, and no other agency does', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)

  await pay(here, loanId, 521_000)

  const seen = async (who: Parameters<typeof as>[0]) => (await rowsOf(here, '', who)).length
  expect(await Promise.all((['collector', 'leader', 'group', 'manager', 'agency'] as const).map(seen))).toEqual([
    ...[1, 1, 1, 1, 0],
  ])
  await expect(as('cs').recoveries.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('what was before it was written down is credited the same way, from cases, transfers and payments', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  const { query } = server.app.database
  await given.parameter('payment.reversal', true)
  const { id, loanId } = await held(here)
  await later(here, 1)
  await give(here, id, colleague)
  await pay(here, loanId, 100_000)
  await later(here, 1)
  await give(here, id, first)
  const [moved] = (await as('leader').caseTransfers.list()).rows
  await pay(here, loanId, 50_000)
  await later(here, 0.25)
  await as('leader').caseTransfers.undo({ id: moved!.id, version: moved!.version })
  await later(here, 0.75)
  await pay(here, loanId, 20_000, { at: '2026-03-10T12:00:00.000Z' as never })
  await pay(here, loanId, 10_000)
  const { plans } = await as('ops').loans.detail({ id: loanId })
  await pay(here, loanId, plans[0]!.repayable.minor + 1_234)
  const kept = async () => (await rowsOf(here)).map(({ version: _, bookedAt: __, ...row }) => row)
  const rows = await kept()
  const { rows: holdings } = await query(
    'select case_id, collector_id, from_at, until_at from case_holdings order by from_at, id',
  )
  expect(rows.map(told).map((text) => text.split(' ')[0])).toEqual(['second', 'first', 'first', 'second', 'second'])

  await query(`truncate case_holdings, recoveries; alter sequence ids_recovery restart;
    select recall_holdings(); select recall_recoveries()`)

  expect(
    (await query('select case_id, collector_id, from_at, until_at from case_holdings order by from_at, id')).rows,
  ).toEqual(holdings)
  const withoutIds = (all: typeof rows) =>
    all.map(({ id: _, ...row }) => row).toSorted((a, b) => a.amount.minor - b.amount.minor)
  expect(withoutIds(await kept())).toEqual(withoutIds(rows))
})
