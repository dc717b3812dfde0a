import { expect } from 'vitest'
import { bookMonths, dueFacts, dueLags } from '#contract/due-facts.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import { type Cell, isReport } from '#contract/kernel/report.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { refreshDueFacts } from '#server/modules/due-facts/refresh.ts'
import { auditReport } from '#server/report-audit/cells.ts'
import { test, type World } from '#tests/support/server.ts'
import { owing, tell } from '../payments/support.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock' | 'raw'>

const percent = (cell: Cell | null | undefined) => cell && (cell.value / cell.per!) * 100

/** An order of 200 that fell due on a day, of which so much was paid on each day from then on; nothing is charged for being late. */
async function paidDayByDay(here: Here, dueDate: LocalDate, payments: readonly number[]) {
  const { server } = here
  const { loanId, planId } = await owing(here, { dueDate, charged: { penalty: 0, interest: 0, principal: 20_000 } })
  await server.app.database.query(`update loans set terms = jsonb_set(terms, '{penalty,tiers}', '[]')`)
  for (const [day, amount] of payments.entries()) {
    if (amount === 0) continue
    const ref = `${loanId}-${day}`
    const at = `${addDays(dueDate, day)}T10:00:00.000Z`
    await tell(here, { ...{ loanId, amountMinor: amount * 100, at, ref, utr: ref, paymentNo: ref } } as never)
  }
  await refreshDueFacts(server.app)
  return { loanId, planId }
}

test('of 200 that fell due, what was paid day by day is told as overdue and recovered shares of every day', async ({
  as,
  given,
  server,
  clock,
  raw,
}) => {
  const dueDate = '2026-02-27' as LocalDate
  await paidDayByDay({ as, given, server, clock, raw }, dueDate, [120, 30, 10, 8, 5, 4, 3, 2, 1, 1, 1])

  const { rows } = await as('manager').dueFacts.report({ q: `dueDate:${dueDate}` })

  const [cells] = rows.map((row) => row.cells)
  const overdue = dueLags.map((lag) => percent(cells![`overdueAmountT${lag}`]))
  expect([0, 1, 3, 10].map((lag) => overdue[lag])).toEqual([40, 25, 16, 7.5])
  expect(overdue.slice(0, 11)).toEqual([40, 25, 20, 16, 13.5, 11.5, 10, 9, 8.5, 8, 7.5])
  // yesterday was T10: what is not reached yet is blank, and never 0
  expect(overdue.slice(11)).toEqual(Array.from({ length: 20 }, () => null))
  expect([1, 3, 10].map((lag) => percent(cells![`recoveryAmountT${lag}`]))).toEqual([37.5, 60, 81.25])
  // 80, 50, 40, 32 unpaid at the end of T0 to T3; 16 and 15 of T9 and T10
  expect([1, 2, 3, 10].map((lag) => percent(cells![`rollAmountT${lag}`]))).toEqual([62.5, 80, 80, 93.75])
  expect([1, 10, 11].map((lag) => percent(cells![`rollT${lag}`]))).toEqual([100, 100, null])
})

test('a roll rate is of what was unpaid the day before, of those that are paid meanwhile no more', async ({
  as,
  given,
  server,
  clock,
  raw,
}) => {
  const here = { as, given, server, clock, raw }
  const dueDate = '2026-02-27' as LocalDate
  await paidDayByDay(here, dueDate, [0, 200]) // on T1
  await paidDayByDay(here, dueDate, [0, 0, 200]) // on T2
  await paidDayByDay(here, dueDate, [0, 50, 50]) // the rest never

  const { rows } = await as('manager').dueFacts.report({ q: `dueDate:${dueDate}` })

  const of = (name: string) => [1, 2, 3].map((lag) => rows[0]!.cells[`${name}T${lag}`]!)
  expect(of('roll').map(({ value, per }) => [value, per])).toEqual([
    [2, 3],
    [1, 2],
    [1, 1],
  ])
  expect(of('rollAmount').map(({ value, per }) => [value, per])).toEqual([
    [35_000, 60_000],
    [10_000, 35_000],
    [10_000, 10_000],
  ])
})

test('a vintage tells what of the principal of a month was 30 days overdue, month by month, as its rows add up to it', async ({
  as,
  given,
  server,
  clock,
  raw,
}) => {
  const here = { as, given, server, clock, raw }
  clock.set('2025-12-20T06:00:00.000Z')
  await paidDayByDay(here, '2025-12-27' as LocalDate, []) // never
  const { loanId } = await paidDayByDay(here, '2026-01-04' as LocalDate, [50])
  await paidDayByDay(here, '2025-12-30' as LocalDate, [200])
  await server.app.database.query(`update loans set disbursed_at = timestamp '2025-12-20 06:00Z'`)
  clock.set('2026-03-10T06:00:00.000Z')
  await tell(here, {
    loanId,
    amountMinor: 5_000,
    at: '2026-02-10T10:00:00.000Z',
    ref: 'late',
    utr: 'late',
    paymentNo: 'late',
  } as never)
  await server.app.database.query('insert into due_fact_changes (plan_id) select id from plans')
  await refreshDueFacts(server.app)

  const { rows } = await as('manager').dueFacts.vintages({})

  const [row] = rows
  expect([rows.length, row!.value, row!.cells.instalments!.value]).toEqual([1, '2025-12-01', 3])
  // at the end of January the first is 35 days overdue, the second 27; of that 50 and then 50 are paid by the end of February
  expect(bookMonths.map((month) => row!.cells[`longOverdueM${month}`])).toEqual([
    { value: 20_000, per: 60_000, rows: 1 },
    { value: 30_000, per: 60_000, rows: 2 },
    ...bookMonths.slice(2).map(() => null),
  ])
  const { entries, listings } = server.app.registry
  const reports = [...entries.values()].map(({ endpoint }) => endpoint).filter(isReport)
  const of = {
    report: reports.find(({ id }) => id === dueFacts.vintages.id)!,
    listing: listings.get(dueFacts.list.id)!.listing,
  }
  for (const by of ['vintage', 'product', 'firstLoan']) {
    const found = await auditReport(
      { ...of, asked: { by, grain: 'month' } },
      { get: (at) => raw(`GET ${at}`, { who: 'manager' }) },
    )
    expect(found.differences).toEqual([])
    expect(found.compared).toBeGreaterThan(5)
  }
})

test('vintages are told as they were known on a day, and every cell opens the rows that were known then', async ({
  as,
  given,
  server,
  clock,
  raw,
}) => {
  const { loanId } = await paidDayByDay({ as, given, server, clock, raw }, '2026-01-04' as LocalDate, [50])
  await server.app.database.query(`update loans set disbursed_at = timestamp '2025-12-20 06:00Z'`)
  clock.set('2026-03-10T06:00:00.000Z')
  await server.app.database.query('insert into due_fact_changes (plan_id) select id from plans')
  await refreshDueFacts(server.app)
  clock.set('2026-03-20T06:00:00.000Z')
  const at = '2026-01-25T10:00:00.000Z'
  await tell({ as, server, clock }, { loanId, amountMinor: 5_000, at, ref: 'l', utr: 'l', paymentNo: 'l' } as never)
  await refreshDueFacts(server.app)

  const then = { asOf: '2026-03-15' as LocalDate }
  const [now, before] = [await as('manager').dueFacts.vintages({}), await as('manager').dueFacts.vintages(then)]

  expect(before.asOf).toBe('2026-03-15')
  expect(before.rows[0]!.cells.longOverdueM2).toEqual({ value: 15_000, per: 20_000, rows: 1 })
  expect(now.rows[0]!.cells.longOverdueM2!.value).toBe(10_000)
  const { entries, listings } = server.app.registry
  const reports = [...entries.values()].map(({ endpoint }) => endpoint).filter(isReport)
  const report = reports.find(({ id }) => id === dueFacts.vintages.id)!
  const found = await auditReport(
    { report, listing: listings.get(dueFacts.list.id)!.listing, asked: { by: 'vintage', grain: 'month', ...then } },
    { get: (path) => raw(`GET ${path}`, { who: 'manager' }) },
  )
  expect(found.differences).toEqual([])
  expect(found.compared).toBeGreaterThan(5)
})

test('facts from before every day was told of are completed, and as it was known then stays', async ({
  as,
  given,
  server,
  clock,
  raw,
}) => {
  const dueDate = '2026-02-27' as LocalDate
  await paidDayByDay({ as, given, server, clock, raw }, dueDate, [120, 30, 10, 8, 5, 4, 3, 2, 1, 1, 1])
  const { query } = server.app.database
  const read = async () => (await query('select * from due_facts order by id')).rows
  const before = await read()
  // as the migration leaves them: days that were not told of stand as the one before
  const told = [0, 1, 2, 3, 4, 5, 5, 7, 7, 7, 10, ...[10, 10, 10, 10], 15, ...[15, 15, 15, 15], 20]
  const places = [...told, ...Array.from({ length: 9 }, () => 20), 30].map((lag) => `unpaid_minor[${lag + 1}]`)
  await query(`update due_facts set vintage = null, principal_minor = 0, unpaid_minor = array[${places.join()}]`)
  expect(await read()).not.toEqual(before)

  await query('insert into due_fact_changes (plan_id) select id from plans')
  expect(await refreshDueFacts(server.app)).toBe(0)

  expect(await read()).toEqual(before)
})

test('a triangle is taken along with the columns that it shows, blank where they are not reached', async ({
  as,
  given,
  server,
  clock,
  raw,
  tokenOf,
}) => {
  await paidDayByDay({ as, given, server, clock, raw }, '2026-03-07' as LocalDate, [120, 30])
  const measures = dueLags.map((lag) => `overdueAmountT${lag}`)
  const headers = { authentication: await tokenOf('manager') }
  const answer = await fetch(`${server.url}/api/reports/repayment/export?measures=${measures.join()}`, { headers })

  const [head, first] = (await answer.text()).split('\n')
  expect(head).toBe(['Due', ...dueLags.map((lag) => `T${lag}`)].join())
  expect(first).toBe(['2026-03-07', '40.0000', '25.0000', '25.0000', ...dueLags.slice(3).map(() => '')].join())
})
