import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { staffId } from '#server/seed/foundation.ts'
import { first, give, held, later, pay, test } from '../recoveries/support.ts'
import { differencesIn, fileLines } from '../reports/support.ts'

interface SpokenCall {
  readonly by: string
  readonly about: { readonly id: IdOf<'case'>; readonly loanId: IdOf<'loan'> }
  readonly at: string
  /** None: nobody answered. */
  readonly seconds?: number
  /** Not from a seat: a customer called, or the number was given to somebody's own phone. */
  readonly apart?: 'in' | 'handedOver'
}

/** Calls from a seat about cases. */
const call = ({ by, about: { id, loanId }, at, seconds, apart }: SpokenCall, i: number) => `
  insert into calls (id, state, direction, way, customer_id, loan_id, case_id, staff_id, unit_path,
    began_at, answered_at, ended_at, connected)
  select 'CL${i}', '${apart === 'handedOver' ? apart : 'ended'}', '${apart === 'in' ? apart : 'out'}', 'phone', customer_id, '${loanId}', '${id}', '${by}', 'x', '${at}',
    ${seconds === undefined ? 'null' : `timestamptz '${at}' + interval '10 seconds'`},
    timestamptz '${at}' + interval '${10 + (seconds ?? 0)} seconds', ${seconds !== undefined} from loans where id = '${loanId}'`

test('talk time is of calls that were answered, in all and on the average, by whom and when, and opens them', async ({
  as,
  given,
  server,
  clock,
  colleague,
  tokenOf,
}) => {
  const here = { as, given, server, clock }
  const about = await held(here)
  const calls = [
    { by: first, about, at: '2026-03-10 06:10Z', seconds: 120 },
    { by: first, about, at: '2026-03-10 06:20Z', seconds: 61 },
    { by: first, about, at: '2026-03-10 06:30Z' },
    { by: colleague, about, at: '2026-03-11 06:40Z', seconds: 3_700 },
    { by: first, about, at: '2026-03-10 06:50Z', seconds: 30, apart: 'in' },
    { by: first, about, at: '2026-03-10 06:55Z', apart: 'in' },
    { by: first, about, at: '2026-03-10 06:58Z', apart: 'handedOver' },
  ] as const
  await later(here, 1)
  await give(here, about.id, colleague)
  await later(here, 1)
  for (const statement of calls.map(call)) await server.app.database.query(statement)

  const talk = async (by: string) => {
    const { rows, total } = await as('executive').collectionActivities.performance({ by: by as never })
    return { rows: rows.map(({ value, cells }) => [value, cells.talk, cells.averageTalk]), total }
  }
  const { rows, total } = await talk('collector')

  expect(rows.toSorted()).toEqual(
    [
      [first, { value: 181, per: null, rows: 2 }, { value: 181, per: 2, rows: 2 }],
      [colleague, { value: 3_700, per: null, rows: 1 }, { value: 3_700, per: 1, rows: 1 }],
    ].toSorted(),
  )
  expect(total).toMatchObject({
    held: { value: 2 },
    spoken: { value: 3, per: 4 },
    talk: { value: 3_881, per: null, rows: 3 },
    averageTalk: { value: 3_881, per: 3, rows: 3 },
  })
  expect((await talk('at')).rows).toEqual([
    ['2026-03-11', { value: 3_700, per: null, rows: 1 }, { value: 3_700, per: 1, rows: 1 }],
    ['2026-03-10', { value: 181, per: null, rows: 2 }, { value: 181, per: 2, rows: 2 }],
  ])
  for (const by of ['at', 'collector', 'agency', 'customerKind']) {
    const asked = { by, grain: 'day', measures: ['talk', 'averageTalk'] } as const
    expect(await differencesIn({ server, tokenOf }, 'collectionActivities.performance', asked)).toEqual([])
  }
  const lines = await fileLines(
    { server, tokenOf },
    '/reports/collection-performance/export?by=at&measures=held,talk,averageTalk',
  )
  expect(lines).toEqual([
    'Time,Cases,Talk time (s),Average talk (s)',
    ...['2026-03-11,1,3700,3700', '2026-03-10,1,181,91', 'Total,2,3881,1294'],
  ])
})

test('what a summary table lacks is told alone, of days without it as nothing, and by whom somebody sees', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const about = await held(here)
  await later(here, 1)
  await server.app.database.query(call({ by: staffId('collector'), about, at: '2026-03-11 05:00Z', seconds: 45 }, 9))
  const alone = { by: 'at' as const, measures: ['talk' as const, 'averageTalk' as const] }

  const { rows, total } = await as('executive').collectionActivities.performance(alone)

  expect(rows).toMatchObject([
    { value: '2026-03-11', cells: { talk: { value: 45 } } },
    { value: '2026-03-10', cells: { talk: { value: 0, per: null, rows: 0 }, averageTalk: null } },
  ])
  expect(total.averageTalk).toEqual({ value: 45, per: 1, rows: 1 })
  expect((await as('collector').collectionActivities.performance(alone)).total.talk?.value).toBe(45)
  expect((await as('agency').collectionActivities.performance(alone)).rows).toEqual([])
  // a name is in no summary: all is read from the rows
  const named = await as('executive').collectionActivities.performance({ ...alone, q: 'has:name' })
  expect(named.total.talk?.value).toBe(45)
})

test('cases paid in full and contacts are counted beside their rates', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 521_000)
  await later(here, 1)

  const { total } = await as('executive').collectionActivities.performance({})

  expect(total).toMatchObject({
    settledCases: { value: 1, per: null, rows: 1 },
    settled: { value: 1, per: 1 },
    contacts: { value: 0 },
  })
})
