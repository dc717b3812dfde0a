import { expect } from 'vitest'
import type { NewAdSpend } from '#contract/ad-spend.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'

const rupees = (minor: number) => ({ minor, currency: 'INR' }) as NewAdSpend['spend'] // an amount of the test
const spent = (about: Partial<NewAdSpend> = {}) =>
  ({
    ...{ day: '2026-03-09', campaign: 'brand', media: 'google', channel: 'search', app: 'Lendline' },
    ...{ spend: rupees(120_000), impressions: 9_000, clicks: 300, installs: 30, ...about },
  }) as NewAdSpend // ids and days of the test

const listed = async ({ as }: Pick<World, 'as'>, q = '') => (await as('ops').adSpend.list({ q })).rows

test('spend is entered, changed and removed on the record, once for a campaign and a day', async ({ as }) => {
  const { id } = await as('ops').adSpend.add(spent())
  await as('ops').adSpend.add(spent({ campaign: 'video' }))

  await expect(as('ops').adSpend.add(spent({ clicks: 1 }))).rejects.toMatchObject({
    ...{ fault: 'campaign_day_known', fields: [{ field: 'campaign' }] },
  })
  const [row] = await listed({ as }, `id:${id}`)
  await expect(
    as('ops').adSpend.edit({ ...spent({ campaign: 'video' }), id, version: row!.version }),
  ).rejects.toMatchObject({ fault: 'campaign_day_known' })
  await as('ops').adSpend.edit({ ...spent({ spend: rupees(90_000) }), id, version: row!.version })
  const [changed] = await listed({ as }, `id:${id}`)
  expect(changed).toMatchObject({ spend: { minor: 90_000 }, changedBy: 'Operations' })
  await as('ops').adSpend.remove({ id, version: changed!.version })

  expect((await listed({ as })).map(({ campaign }) => campaign)).toEqual(['video'])
  const log = (await as('admin').audit.list({ q: 'outcome:done' })).rows.map(({ command }) => command)
  expect(log.filter((command) => command.startsWith('adSpend.')).toSorted()).toEqual([
    'adSpend.add',
    'adSpend.add',
    'adSpend.edit',
    'adSpend.remove',
  ])
})

test('a campaign that is known for a day is known in capitals, too', async ({ as }) => {
  await as('ops').adSpend.add(spent())

  const again = as('ops').adSpend.add(spent({ campaign: 'Brand' }))

  await expect(again).rejects.toMatchObject({ fault: 'campaign_day_known', fields: [{ field: 'campaign' }] })
  expect(await listed({ as })).toHaveLength(1)
})

test('what cannot be is refused by its field', async ({ as }) => {
  const asked = [
    [spent({ day: '2026-03-11' as NewAdSpend['day'] }), 'paid_in_future', 'day'],
    [spent({ spend: rupees(-1) }), 'negative_amount', 'spend'],
    [spent({ spend: { minor: 1, currency: 'MXN' } as NewAdSpend['spend'] }), 'wrong_currency', 'spend'],
  ] as const
  for (const [one, fault, field] of asked) {
    await expect(as('ops').adSpend.add(one)).rejects.toMatchObject({ fault, fields: [{ field }] })
  }
  expect(await listed({ as })).toEqual([])
})

test('numbers and amounts of everything that matches are added up', async ({ as, raw }) => {
  await as('ops').adSpend.add(spent())
  await as('ops').adSpend.add(spent({ campaign: 'video', clicks: 12 }))

  expect((await raw('GET /ad-spend/totals', { who: 'ops' })).data).toEqual({
    ...{ count: 2, sums: { spend: [{ minor: 240_000, currency: 'INR' }] } },
    numbers: { clicks: 312, installs: 60, impressions: 18_000 },
  })
})

test('whoever only looks may not write, and collectors, agencies and marketers see none of it', async ({ as }) => {
  await as('ops').adSpend.add(spent())

  expect((await as('executive').adSpend.list({ q: '' })).rows).toHaveLength(1)
  await expect(as('executive').adSpend.add(spent({ campaign: 'x' }))).rejects.toMatchObject({ code: 403 })
  for (const who of ['collector', 'leader', 'agency', 'marketer', 'cs'] as const) {
    await expect(as(who).adSpend.list({ q: '' })).rejects.toMatchObject({ code: 403 })
    await expect(as(who).channelEvents.list({ q: '' })).rejects.toMatchObject({ code: 403 })
    await expect(as(who).channelEvents.delivery({})).rejects.toMatchObject({ code: 403 })
    await expect(as(who).channelEvents.statistics({})).rejects.toMatchObject({ code: 403 })
  }
})

test('a role of an agency that is given the pages still reaches no row', async ({ as, server }) => {
  await as('ops').adSpend.add(spent())
  const pages = ['adSpend', 'channelEvents', 'deliveryReport', 'channelReport']
  const given = pages.map((page) => `('SPE', '${page}', 0, 'agency')`).join(', ')
  const { query } = server.app.database
  await query(`insert into role_grants (role_id, page, codes, scope) values ${given};
    update roles set version = version + 1 where id = 'SPE'`)

  expect((await as('agency').adSpend.list({ q: '' })).rows).toEqual([])
  expect((await as('agency').channelEvents.list({ q: '' })).rows).toEqual([])
  const { total, rows } = await as('agency').channelEvents.delivery({})
  expect({ rows, spend: total.spend, registered: total.registered?.value }).toEqual({
    rows: [],
    spend: null,
    registered: 0,
  })
})
