import { expect } from 'vitest'
import { test, type World } from '#tests/support/server.ts'
import { blankSheet, filledSheet, sendSheet } from '#tests/support/sheets.ts'
import { givenDuty, lineOf } from './support.ts'

const at = 'POST /urge/schedule/sheet'
const exported = (world: Pick<World, 'server' | 'tokenOf'>, who: Parameters<typeof blankSheet>[2] = 'ops') =>
  blankSheet(world, '/urge/schedule/sheet', who)
/** The two lines of the sheet that stand above its people. */
const headOf = (sheet: string) => `${sheet.trimEnd().split('\n').slice(0, 2).join('\n')}\n`

test('the sheet holds everybody within reach as they are, and handed in again changes nothing', async ({
  as,
  server,
  tokenOf,
  raw,
}) => {
  await givenDuty({ server }, 'collector', {
    dated: { '2026-03-09': 'sick', '2026-03-11': 'leave', '2026-03-12': 'leave', '2026-03-15': 'work' },
  })
  await givenDuty({ server }, 'cs', { pattern: 'WWWWWRR' })

  const sheet = await exported({ server, tokenOf })

  expect(sheet.replaceAll('\r', '').split('\n').slice(1, 4)).toEqual([
    'account,name,monday,tuesday,wednesday,thursday,friday,saturday,sunday,dated',
    'collector,Collection specialist,W,W,W,W,W,W,R,2026-03-11..2026-03-12 leave; 2026-03-15 work',
    'cs,Customer service,W,W,W,W,W,R,R,',
  ])
  expect(await sendSheet({ raw }, at, sheet)).toMatchObject({ code: 200, data: { people: 0, changes: 0 } })
  expect(await exported({ server, tokenOf }, 'leader')).not.toContain('cs,')
  expect((await as('admin').audit.list({ q: 'command:duty.save' })).rows).toEqual([])
})

test('a sheet sets weekdays and days, puts people on the schedule, and leaves blank cells as they are', async ({
  as,
  server,
  tokenOf,
  raw,
}) => {
  await givenDuty({ server }, 'collector', { dated: { '2026-03-12': 'leave' } })
  const blank = headOf(await exported({ server, tokenOf }))
  const sheet = filledSheet(blank, [
    { account: 'Collector', sunday: 'w', dated: '2026-03-12 pattern; 2026-03-13..2026-03-14 course' },
    { account: 'salesman', monday: 'W', tuesday: 'W' },
  ])

  expect(await sendSheet({ raw }, at, sheet)).toMatchObject({ code: 200, data: { people: 2, changes: 6, told: [] } })

  const week = await as('ops').duty.week()
  expect(lineOf(week, 'collector')).toBe('WWWWWWW 2026-03-13 C 2026-03-14 C')
  expect(lineOf(week, 'salesman')).toBe('WW–––––')
})

test('one wrong cell refuses the whole sheet, and every cell that is wrong is named', async ({
  as,
  server,
  tokenOf,
  raw,
}) => {
  await givenDuty({ server }, 'collector')
  const blank = headOf(await exported({ server, tokenOf }))
  const sheet = filledSheet(blank, [
    { account: 'collector', monday: 'R' },
    { account: 'nobody', monday: 'X' },
    { account: 'group', dated: '2026-03-09 leave' },
    { account: 'cs', dated: 'next week leave' },
    { account: 'leader', dated: '2026-03-12 leave; 2026-03-11..2026-03-13 sick' },
    { account: 'COLLECTOR' },
  ])

  const refused = await sendSheet({ raw }, at, sheet)

  expect(refused.fields).toEqual([
    { field: '4.account', reason: 'is nobody you may put on duty' },
    { field: '4.monday', reason: 'must be W or R' },
    { field: '5.dated', reason: 'must not be in the past' },
    { field: '6.dated', reason: 'must be written like 2026-12-24..2026-12-26 leave; 2026-12-28 sick' },
    { field: '7.dated', reason: 'names a day twice' },
    { field: '8.account', reason: 'appears twice in the file' },
  ])
  expect(lineOf(await as('ops').duty.week(), 'collector')).toBe('WWWWWW–')
})

test('rehearsed, a sheet tells what it would change and which stage loses everybody, and nothing stays', async ({
  as,
  server,
  given,
  tokenOf,
}) => {
  await given.case({ collector: 'collector' })
  await givenDuty({ server }, 'collector', { stages: ['S1'] })
  const blank = headOf(await exported({ server, tokenOf }))
  const body = new FormData()
  body.append('file', new Blob([filledSheet(blank, [{ account: 'collector', tuesday: 'R' }])]), 'sheet.csv')

  const response = await fetch(`${server.url}/api/urge/schedule/sheet`, {
    ...{ method: 'POST', body },
    headers: { authentication: await tokenOf('ops'), 'x-rehearse': '1', 'accept-language': 'en' },
  })

  expect(await response.json()).toMatchObject({
    data: { people: 1, changes: 1, told: ['S1 on 2026-03-10: nobody on duty'] },
  })
  expect(lineOf(await as('ops').duty.week(), 'collector')).toBe('WWWWWW–')
})

test('only whoever may export gets the sheet, and only whoever may edit hands it in', async ({
  server,
  tokenOf,
  raw,
}) => {
  await givenDuty({ server }, 'collector')
  const sheet = await exported({ server, tokenOf })

  expect(JSON.parse(await exported({ server, tokenOf }, 'collector'))).toMatchObject({ code: 403 })
  expect(await sendSheet({ raw }, at, sheet, { who: 'supervisor' })).toMatchObject({ code: 403 })
})
