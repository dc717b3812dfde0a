import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { type AgencyConduct, allMeasures, type ConductMeasure, conductMeasures } from '#contract/conduct-report.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { pdfText } from '#tests/support/pdf.ts'
import { type Account, alone, test, type World } from '#tests/support/server.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>
const march = { from: '2026-03-01', to: '2026-03-31' } as never
const evening = '2026-03-10T13:30:00.000Z'

const read = async ({ as }: Pick<World, 'as'>, who: Account = 'ops') => as(who).conductReport.read(march)
const countOf = (agencies: readonly AgencyConduct[], id: string | null, measure: ConductMeasure) =>
  agencies.find((one) => one.id === id)?.counts.find((one) => one.measure === measure)?.count

const isOfCustomers = (measure: ConductMeasure) =>
  (conductMeasures.today as readonly ConductMeasure[]).includes(measure)

/** How many rows the list of a page finds for a filter line; of those of today, how many customers. */
async function listed(
  { server, raw }: Pick<World, 'server' | 'raw'>,
  [page, query, measure]: readonly [string, string, ConductMeasure],
  who: Account,
) {
  const listing = [...server.app.registry.listings.values()].find((one) => one.listing.requires === page)!.listing
  if (isOfCustomers(measure)) {
    const answer = await raw(`${listing.at}?q=${encodeURIComponent(query)}&limit=500`, { who })
    return new Set((answer.data as { rows: { customerId: string }[] }).rows.map((row) => row.customerId)).size
  }
  const answer = await raw(`${listing.count.at}?q=${encodeURIComponent(query)}`, { who })
  expect(answer).toMatchObject({ code: 200 })
  return (answer.data as { count: number }).count
}

/** A call, one that is refused at night, a reminder and a complaint: of the first agency. */
async function worked({ as, given, server, clock }: Here) {
  const { id } = await given.case({ collector: 'collector', phone: '9000012345' })
  const rowOf = async () => (await as('collector').cases.open({ q: `id:${id}` })).rows[0]!
  await as('collector').cases.call({ id, version: (await rowOf()).version })
  await as('collector').messages.remindCase({ id, version: (await rowOf()).version })
  await server.deliver()
  const complaint = { kind: 'complaint', title: 'Called too often', content: 'Six times', priority: 'normal' } as const
  await moveTo({ server, clock }, evening)
  const { version } = await rowOf()
  await expect(as('collector').cases.call({ id, version })).rejects.toMatchObject({ fault: 'out_of_hours' })
  await as('leader').tickets.openForCase({ id, version, ...complaint })
}

test('what an agency did, and was not allowed to, is counted under its name', async ({ as, given, server, clock }) => {
  await given.parameter('contacts.dailyMax', 3)
  await worked({ as, given, server, clock })

  const { agencies, limit } = await read({ as })

  expect(limit).toBe(3)
  expect(agencies.map(({ name }) => name)).toEqual([
    ...['Head office', 'In-house collections', 'Meridian Recoveries', 'Bluestone Partners'],
  ])
  const counted = Object.fromEntries(agencies[1]!.counts.map(({ measure, count }) => [measure, count]))
  expect(counted).toEqual({
    ...{ calls: 1, whatsApps: 0, robotCalls: 0, reminders: 1, window: 1, limit: 0, hold: 0, doNotDisturb: 0 },
    ...{ nearLimit: 1, atLimit: 0, callsOutOfHours: 0, robotCallsOutOfHours: 0, remindersOutOfHours: 0 },
    ...{ checks: 0, checksFailed: 0, complaints: 1, certificatesEnded: 0 },
  })
  for (const { counts } of agencies.filter(({ id }) => id !== 'AG1')) {
    expect(counts.every(({ count }) => count === 0)).toBe(true)
  }
})

test('a customer with several cases is near the limit once, and whoever looks finds all their cases', async ({
  as,
  given,
  raw,
  server,
}) => {
  await given.parameter('contacts.dailyMax', 2)
  const { id, loanId } = await given.case({ collector: 'collector' })
  const [{ customer_id: customerId }] = (
    await server.app.database.query('select customer_id from loans where id = $1', [loanId])
  ).rows as [{ customer_id: IdOf<'customer'> }]
  await given.case({ collector: 'collector', customerId })
  const [row] = (await as('collector').cases.open({ q: `id:${id}` })).rows
  await as('collector').cases.call({ id, version: row!.version })

  const { agencies } = await read({ as })

  const near = agencies.find((one) => one.id === 'AG1')!.counts.find(({ measure }) => measure === 'nearLimit')!
  expect(near.count).toBe(1)
  const cases = await raw(`GET /cases/open?q=${encodeURIComponent(near.list!.query)}`, { who: 'ops' })
  expect((cases.data as { rows: unknown[] }).rows).toHaveLength(2)
})

test('a call that got through out of hours is told; one that came in is not', async ({ as, given, server, clock }) => {
  await worked({ as, given, server, clock })
  const { query } = server.app.database
  await query(`update calls set began_at = '2026-03-10T13:30:00Z'`)
  expect(countOf((await read({ as })).agencies, 'AG1', 'callsOutOfHours')).toBe(1)

  await query(`update calls set began_at = '2026-03-10T13:30:00Z', direction = 'in'`)

  expect(countOf((await read({ as })).agencies, 'AG1', 'callsOutOfHours')).toBe(0)
  await query(`update calls set began_at = '2026-03-10T02:30:00Z', direction = 'out'`) // eight in the morning
  expect(countOf((await read({ as })).agencies, 'AG1', 'callsOutOfHours')).toBe(0)
})

test('where there is no limit nobody is near one', async ({ as, given }) => {
  await given.parameter('contacts.dailyMax', 0)

  const { agencies, limit } = await read({ as })

  expect(limit).toBeNull()
  expect(countOf(agencies, 'AG1', 'nearLimit')).toBeNull()
})

test.for([
  ['ops', ['Head office', 'In-house collections', 'Meridian Recoveries', 'Bluestone Partners']],
  ['manager', ['Head office', 'In-house collections', 'Meridian Recoveries', 'Bluestone Partners']],
  ['supervisor', ['Head office', 'In-house collections', 'Meridian Recoveries', 'Bluestone Partners']],
  ['leader', ['In-house collections']],
  ['agency', ['Meridian Recoveries']],
] as const)('%s is told of %j', async ([who, names], { as }) => {
  const { agencies } = await read({ as }, who)

  expect(agencies.map(({ name }) => name)).toEqual(names)
})

test('an external supervisor asks in vain for another agency; a period ends after it begins, within a year', async ({
  as,
}) => {
  const ask = (input: object) => as('agency').conductReport.read(input as never)

  await expect(ask({ ...(march as object), agency: 'AG1' })).rejects.toMatchObject({ fault: 'unknown_unit' })
  await expect(ask({ from: '2026-03-02', to: '2026-03-01' })).rejects.toMatchObject({ fault: 'last_before_first' })
  await expect(ask({ from: '2025-03-01', to: '2026-03-02' })).rejects.toMatchObject({ fault: 'period_too_long' })
  await expect(as('cs').conductReport.read(march)).rejects.toMatchObject({ code: 403 })
})

const path = (format: string, more = '') => `/conduct-report/${format}?from=2026-03-01&to=2026-03-31${more}`
async function csvOf({ server, tokenOf }: Pick<World, 'server' | 'tokenOf'>, who: Account) {
  const headers = { authentication: await tokenOf(who) }
  const response = await fetch(`${server.url}/api${path('csv')}`, { headers })
  return parse(await response.text(), { bom: true }) as string[][]
}

test('the table has a line for each agency, with the numbers of the report', async ({
  as,
  given,
  server,
  clock,
  tokenOf,
}) => {
  await worked({ as, given, server, clock })
  const { agencies } = await read({ as })

  const [heading, ...lines] = await csvOf({ server, tokenOf }, 'ops')

  expect(heading).toEqual([
    ...['Agency', 'External', 'From', 'To', 'Contacts made: Calls', 'Contacts made: WhatsApp'],
    ...heading!.slice(6, -3),
    ...['Contacts allowed a day', 'Made at', 'Made by'],
  ])
  expect(lines).toEqual(
    agencies.map(({ name, external, counts }) => [
      ...[name, external ? 'yes' : 'no', '2026-03-01', '2026-03-31'],
      ...counts.map(({ count }) => String(count)),
      ...['5', '2026-03-10 19:00:00', 'Operations'],
    ]),
  )
  expect(await csvOf({ server, tokenOf }, 'agency')).toHaveLength(2)
})

test('the paper says whose, when, by whom, and the numbers; who took it is on the record', async ({
  as,
  given,
  server,
  clock,
  tokenOf,
}) => {
  await worked({ as, given, server, clock })

  const { text, headers } = await pdfText(path('pdf', '&agency=AG1'), 'supervisor', { server, tokenOf })

  expect(headers.get('content-disposition')).toContain('"Conduct report 2026-03-01 2026-03-31.pdf"')
  for (const said of [
    'Conduct report: contacts with debtors In-house collections · 1 Mar 2026 – 31 Mar 2026',
    'Made at 10 Mar 2026 19:00',
    'Made by Internal supervisor',
    'Contacts allowed a day 5',
    'Contacts made Agency Calls WhatsApp Robot calls Reminders In-house collections 1 0 0 1',
    'Contacts refused Agency By hours By limit By hold Do not disturb In-house collections 1 0 0 0',
  ]) {
    expect(text).toContain(said)
  }
  expect(text).not.toContain('Meridian')
  const { rows } = await server.app.database.query(
    `select actor_id, outcome from audit where command = 'conductReport.pdf'`,
  )
  expect(rows).toEqual([{ actor_id: 'S-supervisor', outcome: 'done' }])
  const leader = await pdfText(path('pdf'), 'supervisor', { server, tokenOf })
  expect(leader.text).toContain('Meridian')
})

alone(
  'every number of the demo is the count of its list, to the digit, for whoever asks',
  async ({ as, server, clock, raw }) => {
    await moveTo({ server, clock }, '2026-03-13T08:00:00.000Z')
    await seedDemo(
      server.app.database,
      { country: 'IN', secret: 'secret of the tests' },
      { loans: 900, customers: 500, now: clock.now() },
    )
    // whoever's certificate is over in the demo may be off duty
    await server.app.database.query(
      `update collectors set certificate_until = '2026-03-01' where id in (select id from staff where state = 'enabled')`,
    )
    for (const who of ['admin', 'manager', 'supervisor', 'leader', 'agency'] as const) {
      const { agencies } = await read({ as }, who)
      for (const { name, counts } of agencies) {
        expect(counts.map(({ measure }) => measure)).toEqual(allMeasures)
        for (const { measure, count, list } of counts) {
          if (list)
            expect([who, name, measure, await listed({ server, raw }, [list.page, list.query, measure], who)]).toEqual([
              who,
              name,
              measure,
              count,
            ])
        }
      }
    }

    const all = (await read({ as }, 'admin')).agencies
    const sumOf = (measure: ConductMeasure) => all.reduce((sum, { id }) => sum + (countOf(all, id, measure) ?? 0), 0)
    for (const measure of allMeasures) {
      const isViolation = measure.endsWith('OutOfHours')
      expect([measure, sumOf(measure) > 0]).toEqual([measure, !isViolation])
    }
    const { rows } = await server.app.database.query(
      `select rule, count(*)::int from contact_refusals where at >= '2026-02-28T18:30:00Z' group by 1`,
    )
    for (const { rule, count } of rows) expect([rule, sumOf(rule as ConductMeasure)]).toEqual([rule, count])
  },
)
