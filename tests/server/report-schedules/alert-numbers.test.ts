import { expect } from 'vitest'
import { forgetCaches } from '#server/kernel/listing/caches.ts'
import { exportable, test } from './support.ts'

/** So many days of spend: 100.00 and 10 clicks on each. */
const days = 1_300
const spent = `
  insert into ad_spend (id, day, media, campaign, channel, app, department_id, currency, spend_minor, impressions, clicks, installs, created_at)
    select 'AS' || n, date '2026-03-10' - n, 'm', 'c', 'search', 'Lendline', (select id from units where parent_id is null limit 1),
      'INR', 10000, 100, 10, 5, now() from generate_series(1, ${days}) n`
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
