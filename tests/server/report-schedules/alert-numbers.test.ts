import { expect } from 'vitest'
import { forgetCaches } from '#server/kernel/listing/caches.ts'
import { exportable, test } from './support.ts'

/** So many days of spend: 100.00 and 10 clicks on each. */
const days = 1_300
const spent = `
  insert into ad_spend (id, day, media, campaign, channel, app, department_id, currency, spend_minor, impressions, clicks, installs, created_at)
    select 'AS' || n, date '2026-03-10' - n, 'm', 'c', 'search', 'Lendline', (select id from units where parent_id is null limit 1),
      'INR', 10000, 100, 10, 5, now() from generate_series(1, ${days}) n`
/** Calls from a seat about a case: 100 s of talk, and 201. */
const spoken = (loanId: string, caseId: string) => `
  insert into calls (id, state, direction, way, loan_id, case_id, staff_id, unit_path, began_at, answered_at, ended_at, connected)
    select 'CL' || n, 'ended', 'out', 'phone', '${loanId}', '${caseId}', 'S-collector', 'x', '2026-03-10 06:00Z',
      '2026-03-10 06:01Z', timestamptz '2026-03-10 06:01Z' + make_interval(secs => 100 * n + n / 2), true from generate_series(1, 2) n`
const at = '2026-03-11T02:31:00.000Z'

test.for([
  ['channelEvents.delivery', 'clicks>1000', '13000'],
  ['channelEvents.delivery', 'spend>1000', '130000'],
  ['channelEvents.delivery', 'perClick>1', '10'],
  ['adSpend.list', 'clicks>1000', '13000'],
  ['adSpend.list', 'spend>1000', '130000'],
  ['adSpend.list', 'rows>1000', '1300'],
])(
  'of more days than a report has rows, %s %s measures %s: money in units, what is no money as it is',
  async ([content, condition, measured], { server, schedule, sendAt, runsOf }) => {
    await server.app.database.query(spent)
    forgetCaches(server.app.database)
    const shape = content === 'adSpend.list' ? {} : { grain: 'month' }
    await schedule('manager', { content: exportable(content!), condition, shape } as never)

    await sendAt(at)

    expect(await runsOf('manager')).toMatchObject([{ state: 'done', measured, met: true }])
  },
)

test.for([
  ['talk>300', 'Talk time (s) > 300', '301', true],
  ['averageTalk>151', 'Average talk (s) > 151', '150.5', false],
  ['Average talk>=150', 'Average talk (s) >= 150', '150.5', true],
] as const)(
  'durations are compared in seconds, and said to be: %s, %s, measures %s',
  async ([condition, words, measured, met], { given, server, schedule, sendAt, runsOf }) => {
    const { id, loanId } = await given.case({ collector: 'collector' })
    await server.app.database.query(spoken(loanId, id))
    const content = exportable('collectionActivities.performance')
    const kept = await schedule('manager', { content, condition } as never)

    await sendAt(at)

    expect(kept.condition).toBe(words)
    expect(await runsOf('manager')).toMatchObject([{ measured, met }])
  },
)
