import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'
import { blankSheet, filledSheet, sendSheet } from '#tests/support/sheets.ts'

const at = 'POST /ad-spend/sheet'
const line = (about: Readonly<Record<string, string>> = {}) => ({
  ...{ day: '2026-03-09', campaign: 'brand', media: 'google', channel: 'search', app: 'Lendline' },
  ...{ spend: '1200.50', impressions: '9000', clicks: '300', installs: '30' },
  ...about,
})

test('a sheet adds what is new, changes what is otherwise, and says so beforehand', async ({
  as,
  server,
  tokenOf,
  raw,
}) => {
  const blank = await blankSheet({ server, tokenOf }, '/ad-spend/template')
  await sendSheet({ raw }, at, filledSheet(blank, [line(), line({ campaign: 'video' })]))
  const sheet = filledSheet(blank, [line(), line({ campaign: 'video', spend: '80' }), line({ day: '2026-03-08' })])

  const body = new FormData()
  body.append('file', new Blob([sheet]), 'sheet.csv')
  const told = await raw(at, { who: 'ops', body, headers: { 'x-rehearse': '1' } })
  expect((await as('ops').adSpend.list({ q: '' })).rows).toHaveLength(2)
  const done = await sendSheet({ raw }, at, sheet)

  const effect = { added: 1, changed: 1, same: 1, spend: { minor: 248_100, currency: 'INR' } }
  expect({ told: told.data, done: done.data }).toEqual({ told: effect, done: effect })
  const { rows } = await as('ops').adSpend.list({ q: 'sort:campaign,day' })
  expect(rows.map(({ campaign, day, spend }) => `${campaign} ${day} ${spend.minor}`)).toEqual([
    ...['brand 2026-03-08 120050', 'brand 2026-03-09 120050', 'video 2026-03-09 8000'],
  ])
})

test('every cell that is wrong is named by line and column, and nothing is taken', async ({
  as,
  server,
  tokenOf,
  raw,
}) => {
  const blank = await blankSheet({ server, tokenOf }, '/ad-spend/template')
  const wrong = [
    ...[line(), line({ clicks: '-1' }), line({ campaign: 'a', spend: '12.345' }), line({ campaign: 'b', day: 'soon' })],
    ...[line({ campaign: 'c', day: '2026-03-11' }), line({ campaign: '', installs: '' })],
  ]

  const answer = await sendSheet({ raw }, at, filledSheet(blank, wrong))

  expect(answer.fields).toEqual([{ field: '4.clicks', reason: 'must not begin with a formula sign' }])
  const again = await sendSheet({ raw }, at, filledSheet(blank, wrong.toSpliced(1, 1)))
  expect(again.fields).toEqual([
    { field: '4.spend', reason: 'has more decimals than the currency' },
    { field: '5.day', reason: 'must be a day like 2026-12-31' },
    { field: '6.day', reason: 'must not be in the future' },
    { field: '7.campaign', reason: 'is required' },
    { field: '7.installs', reason: 'is required' },
  ])
  expect((await as('ops').adSpend.list({ q: '' })).rows).toEqual([])
})

test('a campaign that stands twice for a day is refused by its name, in the reader’s language', async ({
  as,
  server,
  tokenOf,
  raw,
}) => {
  const blank = await blankSheet({ server, tokenOf }, '/ad-spend/template')
  const sheet = filledSheet(blank, [line(), line({ campaign: 'video' }), line({ spend: '1' })])

  const en = await sendSheet({ raw }, at, sheet)
  const vi = await sendSheet({ raw }, at, sheet, { language: 'vi' })

  expect(en.fields).toEqual([{ field: '5.campaign', reason: 'brand stands for 2026-03-09 twice: first in line 3' }])
  expect(vi.fields).toEqual([
    { field: '5.campaign', reason: 'brand có hai dòng cho ngày 2026-03-09: lần đầu ở dòng 3' },
  ])
  expect((await as('ops').adSpend.list({ q: '' })).rows).toEqual([])
})

test('one campaign in capitals and without is twice for a day, and as it is written when it stands once', async ({
  as,
  server,
  tokenOf,
  raw,
}) => {
  const blank = await blankSheet({ server, tokenOf }, '/ad-spend/template')
  const twice = [line({ campaign: 'BB' }), line({ campaign: 'bb' })]

  const refused = await sendSheet({ raw }, at, filledSheet(blank, twice))
  const days = await sendSheet({ raw }, at, filledSheet(blank, [twice[0]!, { ...twice[1]!, day: '2026-03-08' }]))

  expect(refused.fields).toEqual([{ field: '4.campaign', reason: 'bb stands for 2026-03-09 twice: first in line 3' }])
  expect(days).toMatchObject({ code: 200 })
  const { rows } = await as('ops').adSpend.list({ q: 'sort:campaign,day' })
  expect(rows.map(({ campaign }) => campaign).toSorted()).toEqual(['BB', 'bb'])
})

test('a campaign that a medium writes in capitals now is the one that is known: its figures change, not its name', async ({
  as,
  server,
  tokenOf,
  raw,
}) => {
  const blank = await blankSheet({ server, tokenOf }, '/ad-spend/template')
  await sendSheet({ raw }, at, filledSheet(blank, [line()]))
  const capitals = { ...line({ campaign: 'BRAND', spend: '7' }), media: '', channel: '', app: '' }

  const taken = await sendSheet({ raw }, at, filledSheet(blank, [capitals]))

  expect(taken).toMatchObject({ code: 200, data: { added: 0, changed: 1 } })
  expect((await as('ops').adSpend.list({ q: '' })).rows).toMatchObject([{ campaign: 'brand', spend: { minor: 700 } }])
})

test('the sheet of a medium is read by its headings; where a campaign runs is as it was', async ({
  as,
  server,
  tokenOf,
  raw,
}) => {
  const blank = await blankSheet({ server, tokenOf }, '/ad-spend/template')
  await sendSheet({ raw }, at, filledSheet(blank, [line()]))
  const google = 'Campaign;Day;Cost;Impr.;Clicks;Installs;Ad rank\nbrand;2026-03-10;900;7000;200;21;1\n'

  expect(await sendSheet({ raw }, at, google)).toMatchObject({ code: 200, data: { added: 1, changed: 0 } })
  const { rows } = await as('ops').adSpend.list({ q: 'day:2026-03-10' })
  expect(rows).toMatchObject([{ ...{ media: 'google', channel: 'search' }, spend: { minor: 90_000 }, installs: 21 }])

  const exported = google.replace('Cost', 'Spend (INR)').replaceAll(';', ',').replace('900', '901')
  expect(await sendSheet({ raw }, at, exported)).toMatchObject({ code: 200, data: { changed: 1 } })
  const unknown = await sendSheet({ raw }, at, google.replace('brand', 'unheard-of'))
  expect(unknown.fields).toEqual(
    ['media', 'channel', 'app'].map((column) => ({ field: `2.${column}`, reason: 'is required' })),
  )
  const lacking = await sendSheet({ raw }, at, google.replace('Clicks', 'Taps').replace('Cost', 'Price'))
  expect(lacking.msg).toContain('spend, clicks')
})

test('where a campaign runs that somebody else has entered, out of reach, no sheet is told', async ({
  as,
  server,
  tokenOf,
  raw,
}) => {
  const { query } = server.app.database
  const blank = await blankSheet({ server, tokenOf }, '/ad-spend/template')
  await sendSheet({ raw }, at, filledSheet(blank, [line()]))
  await query(`update ad_spend set department_id = 'MKT'`)
  await query(`update staff set unit_id = 'OPS' where id = 'S-manager'`)
  const next = 'Campaign,Day,Cost,Impr.,Clicks,Installs\nbrand,2026-03-10,900,7000,200,21\n'

  const sent = await sendSheet({ raw }, at, next, { who: 'manager' })

  await query(`update staff set unit_id = 'HQ' where id = 'S-manager'`)
  expect(sent.fields).toEqual(
    ['media', 'channel', 'app'].map((column) => ({ field: `2.${column}`, reason: 'is required' })),
  )
  expect((await as('ops').adSpend.list({ q: '' })).rows).toHaveLength(1)
})
