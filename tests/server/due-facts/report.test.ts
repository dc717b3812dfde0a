import { expect } from 'vitest'
import { dueFacts } from '#contract/due-facts.ts'
import type { Listing } from '#contract/kernel/list.ts'
import type { Cell, Report } from '#contract/kernel/report.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { recomputeDueFacts, refreshDueFacts } from '#server/modules/due-facts/refresh.ts'
import { auditReport, type ReportRequest } from '#server/report-audit/cells.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'
import { dayMs, owing, tell } from '../payments/support.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock' | 'raw'>
const { report, list } = dueFacts

const refreshed = ({ server }: Pick<World, 'server'>) => refreshDueFacts(server.app)
const later = (here: Here, days: number) =>
  moveTo(here, new Date(here.clock.now().getTime() + days * dayMs).toISOString())
const told = (
  { as }: Pick<World, 'as'>,
  asked: Partial<Parameters<ReturnType<World['as']>['dueFacts']['report']>[0]> = {},
) => as('manager').dueFacts.report(asked)
const shares = (cells: Readonly<Record<string, Cell | null>>, prefix: string) =>
  Object.entries(cells).flatMap(([name, cell]) =>
    new RegExp(`^${prefix}\\d`).test(name) ? [cell && `${cell.value}/${cell.per}`] : [],
  )

/** Compares every cell of the report with the list of its rows. @returns how many there are. */
async function walk({ raw }: Here, asked: ReportRequest): Promise<number> {
  const of = { report: report as Report, listing: list as unknown as Listing, asked }
  const found = await auditReport(of, { get: (at) => raw(`GET ${at}`, { who: 'manager' }) })
  expect(found.differences).toEqual([])
  return found.compared
}

/** Five orders that fell due from 1 to 6 March: paid on the day, two days late, in part, taken back, never. */
async function book(here: Here) {
  const { given } = here
  const due = (dueDate: string, about = {}) => owing(here, { dueDate: dueDate as LocalDate, ...about })
  const onTime = await due('2026-03-01')
  const late = await due('2026-03-01')
  const inPart = await due('2026-03-02')
  await due('2026-03-06')
  const back = await due('2026-03-02')
  const pay = (loanId: string, amountMinor: number, at: string) =>
    tell(here, { ...{ loanId, amountMinor, at, ref: loanId, utr: loanId, paymentNo: loanId } } as never)
  await pay(onTime.loanId, 503_500, '2026-03-01T10:00:00.000Z')
  await pay(late.loanId, 508_500, '2026-03-03T10:00:00.000Z') // two days of penalty first
  await pay(inPart.loanId, 100_000, '2026-03-02T10:00:00.000Z')
  await pay(back.loanId, 503_500, '2026-03-02T10:00:00.000Z')
  await refreshed(here)
  return { given, back }
}

test('shares are told by due day, of days not reached nothing is', async ({ as, given, server, clock, raw }) => {
  await book({ as, given, server, clock, raw })

  const { rows, total } = await told({ as })

  expect(rows.map(({ value, cells }) => [value, cells.plans!.value, shares(cells, 'overdueT').slice(0, 8)])).toEqual([
    ['2026-03-06', 1, ['1/1', '1/1', '1/1', '1/1', null, null, null, null]],
    ['2026-03-02', 2, ['1/2', '1/2', '1/2', '1/2', '1/2', '1/2', '1/2', '1/2']],
    ['2026-03-01', 2, ['1/2', '1/2', '0/2', '0/2', '0/2', '0/2', '0/2', '0/2']],
  ])
  // of today's end, and of days to come, nobody knows
  for (const asOf of ['2026-03-10', '2999-01-01'])
    await expect(told({ as }, { asOf: asOf as LocalDate })).rejects.toMatchObject({
      ...{ code: 400, fault: 'not_known_yet', msg: 'Known through 2026-03-09: a later day is not over' },
      fields: [{ field: 'asOf' }],
    })
  // totals are weighted, of what was reached: 3 of 5 on the day, 1 of 4 after five days
  expect(shares(total, 'overdueT').slice(0, 6)).toEqual(['3/5', '3/5', '2/5', '2/5', '1/4', '1/4'])
  // 5,035 − 1,000 are open of the one that paid in part
  expect(rows[1]!.cells.overdueAmountT0).toEqual({ value: 403_500, per: 1_007_000, rows: 1 })
  expect(rows[2]!.cells.recoveryT2).toEqual({ value: 1, per: 1, rows: 1 })
})

test('every number is the filter line of the rows it counts, and they add up to it', async ({
  as,
  given,
  server,
  clock,
  raw,
}) => {
  const here = { as, given, server, clock, raw }
  await book(here)
  const some = ['plans', 'open', 'overdueT2', 'overduePrincipalT0', 'recoveryAmountT3']
  // of each series its first step, one between, and the last
  const ofEach = Object.keys(report.measures).filter((name) => !/\d$/.test(name) || /T(0|1|3|30)$/.test(name))
  expect(await walk(here, { by: 'dueDate', grain: 'day', measures: ofEach })).toBeGreaterThan(80)
  for (const grain of ['week', 'month'] as const)
    expect(await walk(here, { by: 'dueDate', grain, measures: some })).toBeGreaterThan(9)
  for (const by of ['product', 'app', 'channel', 'kind', 'firstLoan'])
    expect(await walk(here, { by, grain: 'day', measures: some })).toBe(10)
})

test('of the principal alone: fee and interest are paid before it', async ({ as, given, server, clock, raw }) => {
  await book({ as, given, server, clock, raw })

  const { rows } = await told({ as })

  // of 1,000 the interest of 35 was paid first: 4,035 of 5,000 are unpaid
  expect(rows[1]!.cells.overduePrincipalT0).toEqual({ value: 403_500, per: 1_000_000, rows: 1 })
  expect(rows[2]!.cells.overduePrincipalT0).toEqual({ value: 500_000, per: 1_000_000, rows: 1 })
  expect(rows[2]!.cells.recoveryPrincipalT2).toEqual({ value: 500_000, per: 500_000, rows: 1 })
  // and 5,000 of the order that was never paid, whose interest is open beside that
  expect(rows[0]!.cells.openPrincipal).toMatchObject({ value: 500_000 })
  expect(rows[0]!.cells.open).toMatchObject({ value: 503_500 })
  const { rows: of } = await as('manager').dueFacts.list({ q: 'dueDate:2026-03-02' })
  const { rows: plans } = await server.app.database.query(
    'select id, (charged_principal - paid_principal)::int as unpaid from plans',
  )
  for (const { planId, openPrincipal } of of)
    expect(openPrincipal.minor).toBe(plans.find(({ id }) => id === planId)!.unpaid)
})

test('what was written off is owed no more, and was never paid', async ({ as, given, server, clock, raw }) => {
  const here = { as, given, server, clock, raw }
  const { loanId } = await owing(here, { dueDate: '2026-03-01' as LocalDate })
  await refreshed(here)
  await as('manager').session.prove({ proof: 'Lendline#1' })
  const { version } = (await as('manager').loans.orders({ q: `id:${loanId}` })).rows[0]!
  await as('manager').writeOffs.operational({ id: loanId, version, reason: 'Deceased' })
  await refreshed(here)

  const { total } = await told(here)

  expect(total).toMatchObject({ open: { value: 0, rows: 0 }, openPrincipal: { value: 0 } })
  expect(total.overdueT0).toEqual({ value: 1, per: 1, rows: 1 })
  expect(await walk(here, { by: 'dueDate', grain: 'day', measures: ['open', 'overdueT3'] })).toBe(4)
})

test('what becomes known later changes the past, and can be asked for as it was known', async ({
  as,
  given,
  server,
  clock,
  raw,
}) => {
  const here = { as, given, server, clock, raw }
  const { back } = await book(here)
  await given.parameter('payment.reversal', true)
  const [paid] = (await as('admin').payments.list({ q: `loanId:${back.loanId}` })).rows
  await as('ops').payments.askReversal({ id: paid!.id, version: paid!.version, reason: 'Returned' })
  await later(here, 1)
  await as('executive').payments.reverse({ id: paid!.id, version: (Number(paid!.version) + 1) as never })
  expect(await refreshed(here)).toBe(1)

  const now = await told(here, { q: 'dueDate:2026-03-02' } as never)
  const then = await told(here, { q: 'dueDate:2026-03-02', asOf: '2026-03-10' as LocalDate } as never)

  expect(shares(now.total, 'overdueT').slice(0, 7)).toEqual(['2/2', '2/2', '2/2', '2/2', '2/2', '2/2', '2/2'])
  expect(shares(then.total, 'overdueT').slice(0, 7)).toEqual(['1/2', '1/2', '1/2', '1/2', '1/2', '1/2', '1/2'])
  expect(
    await walk(here, {
      by: 'dueDate',
      grain: 'day',
      asOf: '2026-03-10' as LocalDate,
      measures: ['plans', 'overdueT0'],
    }),
  ).toBe(8)
})

test('whatever its age, what is told late and what is taken back change the past, and what was known stays', async ({
  as,
  given,
  server,
  clock,
  raw,
}) => {
  const here = { as, given, server, clock, raw }
  await book(here)
  await given.parameter('payment.reversal', true)
  const { loanId } = await owing(here, { dueDate: '2026-03-05' as LocalDate })
  await refreshed(here)
  await later(here, 130)
  const told130 = { loanId, amountMinor: 503_500, at: '2026-03-05T10:00:00.000Z', ref: 'L', utr: 'L', paymentNo: 'L' }
  await tell(here, told130 as never)
  expect(await refreshed(here)).toBe(1)
  await later(here, 60)
  const [paid] = (await as('admin').payments.list({ q: `loanId:${loanId}` })).rows
  await as('ops').payments.askReversal({ id: paid!.id, version: paid!.version, reason: 'Returned' })
  await as('executive').payments.reverse({ id: paid!.id, version: (Number(paid!.version) + 1) as never })
  expect(await refreshed(here)).toBe(1)
  // told and taken back on one day: the version of that day is written anew
  await tell(here, { ...told130, ref: 'M', utr: 'M', paymentNo: 'M' } as never)
  expect(await refreshed(here)).toBe(1)

  const dayOf = async (asOf?: string) =>
    (await told(here, { q: 'dueDate:2026-03-05', ...(asOf && { asOf: asOf as LocalDate }) })).total.overdueT0
  const at = (days: number) => new Date(Date.parse('2026-03-10T06:00:00Z') + days * dayMs).toISOString().slice(0, 10)
  expect(await dayOf(at(129))).toMatchObject({ value: 1, per: 1 })
  expect(await dayOf(at(130))).toMatchObject({ value: 0, per: 1 })
  expect(await dayOf(at(189))).toMatchObject({ value: 0, per: 1 })
  expect(await dayOf()).toMatchObject({ value: 0, per: 1 })
  expect((await as('manager').dueFacts.list({ q: `loanId:${loanId}` })).rows.map((row) => row.knownFrom)).toEqual([
    ...[at(190), at(130), '2026-03-10'],
  ])
  for (const asOf of [undefined, at(130)])
    await walk(here, {
      by: 'dueDate',
      grain: 'month',
      measures: ['plans', 'overdueT0'],
      ...(asOf && { asOf: asOf as LocalDate }),
    })
})

test('a report is taken along as a file that says what the page says, and that stands on the record', async ({
  as,
  given,
  server,
  clock,
  raw,
  tokenOf,
}) => {
  await book({ as, given, server, clock, raw })
  const asked = 'measures=plans,amountDue,overdueT0,recoveryT2&by=dueDate'
  const answer = await fetch(`${server.url}/api/reports/repayment/export?${asked}`, {
    headers: { authentication: await tokenOf('manager') },
  })

  expect((await answer.text()).split('\n')).toEqual([
    'Due,Plans,Due (INR),T0,T2',
    '2026-03-06,1,5035.00,100.0000,0.0000',
    '2026-03-02,2,10070.00,50.0000,0.0000',
    '2026-03-01,2,10070.00,50.0000,100.0000',
    'Total,5,25175.00,60.0000,33.3333',
    '',
  ])
  const [entry] = (await as('admin').audit.list({ q: 'command:dueFacts.report.export' })).rows
  expect(entry).toMatchObject({ page: 'repaymentReport', outcome: 'done' })
  // a supervisor sees the report, but takes nothing along
  await expect(raw('GET /reports/repayment', { who: 'supervisor' })).resolves.toMatchObject({ code: 200 })
  await expect(raw(`GET /reports/repayment/export?${asked}`, { who: 'supervisor' })).resolves.toMatchObject({
    code: 403,
  })
})

test('facts that are counted again are the same, and penalties of a night are no news', async ({
  as,
  given,
  server,
  clock,
  raw,
}) => {
  const here = { as, given, server, clock, raw }
  await book(here)
  const { query } = server.app.database
  const read = async () => (await query('select * from due_facts order by id')).rows
  const before = await read()

  const march = { first: '2026-03-01', last: '2026-03-05' } as { first: LocalDate; last: LocalDate }
  expect(await recomputeDueFacts(server.app, march)).toEqual({ instalments: 4, others: 0 })
  expect(await read()).toEqual(before)
  await query('update plans set charged_penalty = charged_penalty + 1')
  expect((await query('select count(*)::int as count from due_fact_changes')).rows).toEqual([{ count: 0 }])
})

test('a range of a hundred years, another dimension and another page are refused by name', async ({
  as,
  given,
  server,
  clock,
  raw,
}) => {
  const here = { as, given, server, clock, raw }
  await given.plan()
  await refreshed(here)
  await expect(told(here, { by: 'phone' } as never)).rejects.toMatchObject({ code: 400, fields: [{ field: 'by' }] })
  await expect(told(here, { q: 'dueDat:2026' } as never)).rejects.toMatchObject({ code: 400, fault: 'bad_query' })
  await expect(as('collector').dueFacts.report({})).rejects.toMatchObject({ code: 403 })
  await expect(as('collector').dueFacts.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})
