import { expect } from 'vitest'
import { channelEvents } from '#contract/channel-events.ts'
import { forgetCaches } from '#server/kernel/listing/caches.ts'
import { exportable, test } from '../report-schedules/support.ts'

const ofSpend = ['spend', 'impressions', 'clicks', 'installs', 'perRegistration', 'perLoan', 'returned']

/** Two days of spend and a customer, and an operator who may see channels and not what they cost. */
const spent = `
  insert into ad_spend (id, day, media, campaign, channel, app, department_id, currency, spend_minor, impressions, clicks, installs, created_at)
    select 'AS' || n, date '2026-03-08' + n, 'm', 'c' || n, 'search', 'Lendline', (select id from units where parent_id is null limit 1),
      'INR', 10000 * n, 100, 10, 5, now() from generate_series(1, 2) n`
const withheld = `delete from role_grants where role_id = 'OPS' and page = 'adSpend'`

test('a measure that asks for a right is in no answer, file or drill of whoever lacks it, and in those of others', async ({
  as,
  given,
  server,
  tokenOf,
  raw,
}) => {
  await given.customer()
  await server.app.database.query(`${spent}; ${withheld}`)
  forgetCaches(server.app.database)
  const [ops, manager] = [as('ops').channelEvents, as('manager').channelEvents]

  const [told, whole] = [await ops.statistics({ by: 'channel' }), await manager.statistics({ by: 'channel' })]

  expect(Object.keys(whole.total)).toEqual(expect.arrayContaining(ofSpend))
  expect(whole.total.spend).toMatchObject({ value: 30_000, rows: 2 })
  const rest = Object.keys(channelEvents.statistics.measures).filter((name) => !ofSpend.includes(name))
  expect(Object.keys(told.total)).toEqual(rest)
  for (const { cells } of told.rows) expect(Object.keys(cells)).toEqual(rest)
  expect(told.total.registered).toEqual(whole.total.registered)

  // asked for by name it is left out, and nothing else is asked for it is refused
  expect(Object.keys((await ops.statistics({ measures: ['spend', 'registered'] })).total)).toEqual(['registered'])
  await expect(ops.statistics({ measures: ['spend'] })).rejects.toMatchObject({ code: 403, fault: 'forbidden' })

  const head = async (who: 'ops' | 'manager') => {
    const asked = 'measures=spend,registered,perLoan&by=channel'
    const headers = { authentication: await tokenOf(who) }
    return (await (await fetch(`${server.url}/api/reports/channels/export?${asked}`, { headers })).text()).split(
      '\n',
    )[0]
  }
  expect([(await head('ops'))!.split(',').length, (await head('manager'))!.split(',').length]).toEqual([2, 4])

  // the rows that it sums are not there to be added up either: in the list, its totals, its choices
  expect((await ops.list({ q: 'kind:spend' })).rows).toEqual([])
  expect((await manager.list({ q: 'kind:spend' })).rows).toHaveLength(2)
  const count = async (who: 'ops' | 'manager', q: string) =>
    (await raw(`GET /channel-events/totals?q=${q}`, { who })).data as { count: number }
  expect(await count('ops', '')).toMatchObject({ count: (await count('manager', '-kind:spend')).count })
})

test('what is sent has only the measures that its reader may see then, and neither a file nor an alert is set on another', async ({
  given,
  server,
  schedule,
  sendAt,
  runsOf,
  fileOf,
}) => {
  await given.customer()
  await server.app.database.query(spent)
  forgetCaches(server.app.database) // of whoever came before
  const shape = { by: 'channel', measures: ['spend', 'registered'] } as const
  const content = exportable('channelEvents.statistics')
  await schedule('ops', { content, shape: shape as never })
  await server.app.database.query(withheld)
  forgetCaches(server.app.database)

  await sendAt('2026-03-11T02:31:00.000Z')

  const [run] = await runsOf('ops')
  const [head] = (await (await fileOf(run!, 'ops')).text()).split('\n')
  expect(head!.split(',')).toHaveLength(2)
  const other = { ...shape, measures: ['registered'] }
  await expect(schedule('ops', { content, shape: other, condition: 'spend > 5' } as never)).rejects.toMatchObject({
    fault: 'unknown_measure',
    fields: [{ field: 'condition' }],
  })
  await expect(schedule('ops', { content, shape } as never)).rejects.toMatchObject({
    fault: 'unknown_measure',
    fields: [{ field: 'shape.measures' }],
  })
})
