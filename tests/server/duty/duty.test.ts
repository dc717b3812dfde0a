import { expect } from 'vitest'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { dutyOf } from '#server/modules/duty/steps.ts'
import { staffId } from '#server/seed/foundation.ts'
import { test } from '#tests/support/server.ts'
import { listenTo } from '#tests/support/stream.ts'
import { givenDuty, lineOf, monday, sunday, tuesday, wednesday } from './support.ts'

test('a week tells whom it is about, with their cases, capacity and stages, the pattern and what is dated', async ({
  as,
  server,
  given,
}) => {
  await given.case({ collector: 'collector' })
  await givenDuty({ server }, 'collector', { stages: ['S2', 'S1'], capacity: 60, dated: { '2026-03-12': 'leave' } })
  await givenDuty({ server }, 'cs', { pattern: 'WWWWWRR' })

  const week = await as('manager').duty.week({ day: wednesday })

  expect(week).toMatchObject({
    today: tuesday,
    units: expect.arrayContaining([{ id: 'AG1', name: 'In-house collections', isAgency: true, path: '/HQ/COL/AG1/' }]),
  })
  expect(week.days).toEqual([monday, tuesday, wednesday, '2026-03-12', '2026-03-13', '2026-03-14', sunday])
  expect(week.people).toHaveLength(2)
  expect(week.people.find(({ account }) => account === 'collector')).toMatchObject({
    ...{ collects: true, stages: ['S1', 'S2'], openCases: 1, capacity: 60, unit: 'AG1A' },
    pattern: [true, true, true, true, true, true, false],
    dated: [{ day: '2026-03-12', duty: 'leave' }],
  })
  expect(week.people.find(({ account }) => account === 'cs')).toMatchObject({
    collects: false,
    stages: [],
    openCases: 0,
  })
  expect(week.stages.find(({ id }) => id === 'S1')).toMatchObject({ openCases: 1, needed: 1 })
  expect(week.stages.find(({ id }) => id === 'M3')).toMatchObject({ openCases: 0, needed: 0 })
})

test('days are changed and the pattern as well, all at once, and a day goes back to the pattern', async ({
  as,
  server,
}) => {
  const staff = await givenDuty({ server }, 'collector', { dated: { [sunday]: 'work' } })

  const written = await as('manager').duty.save({
    days: [
      { staff, day: tuesday, duty: 'sick', was: null },
      { staff, day: sunday, duty: null, was: 'work' },
    ],
    patterns: [{ staff, weekday: 6, works: false, was: true }],
  })

  expect(written).toEqual({ people: 1, changes: 3, told: [] })
  expect(lineOf(await as('manager').duty.week(), 'collector')).toBe('WWWWW–– 2026-03-10 S')
})

test('what somebody else has changed meanwhile is refused by name, and nothing is written', async ({ as, server }) => {
  const staff = await givenDuty({ server }, 'collector')
  const other = await givenDuty({ server }, 'group')
  await as('ops').duty.save({ days: [{ staff, day: wednesday, duty: 'leave', was: null }] })
  const before = await as('manager').duty.week()

  await expect(
    as('manager').duty.save({
      days: [
        { staff: other, day: wednesday, duty: 'rest', was: null },
        { staff, day: wednesday, duty: 'rest', was: null },
      ],
    }),
  ).rejects.toMatchObject({
    fault: 'duty_changed',
    values: { name: 'Collection specialist', day: wednesday },
    fields: [{ field: 'days.1' }],
  })
  await expect(
    as('manager').duty.save({ patterns: [{ staff, weekday: 7, works: false, was: true }] }),
  ).rejects.toMatchObject({ fault: 'duty_changed', msg: expect.stringContaining('Collection specialist, Sunday') })

  expect(await as('manager').duty.week()).toEqual(before)
})

test('a day that has passed is refused, today is not', async ({ as, server }) => {
  const staff = await givenDuty({ server }, 'collector')

  await expect(
    as('manager').duty.save({ days: [{ staff, day: monday, duty: 'rest', was: null }] }),
  ).rejects.toMatchObject({ fault: 'day_past', fields: [{ field: 'days.0.day' }] })
  await as('manager').duty.save({ days: [{ staff, day: tuesday, duty: 'rest', was: null }] })

  expect(lineOf(await as('manager').duty.week(), 'collector')).toBe('WWWWWW– 2026-03-10 –')
})

test('a cell that stands in a call twice is refused', async ({ as, server }) => {
  const staff = await givenDuty({ server }, 'collector')
  const change = { staff, day: wednesday, duty: 'rest', was: null } as const

  await expect(as('manager').duty.save({ days: [change, { ...change, duty: 'leave' }] })).rejects.toMatchObject({
    fields: [{ field: 'days.1' }],
  })
})

test('rehearsed, a change tells which stage loses everybody, and nothing stays', async ({ as, server, given }) => {
  await given.case({ collector: 'collector' })
  const staff = await givenDuty({ server }, 'collector', { stages: ['S1'] })
  const change = { days: [{ staff, day: wednesday, duty: 'leave', was: null }] } as const

  const told = await as('manager', { rehearse: true }).duty.save({ days: [...change.days] })

  expect(told).toEqual({ people: 1, changes: 1, told: ['S1 on 2026-03-11: nobody on duty'] })
  expect(lineOf(await as('manager').duty.week(), 'collector')).toBe('WWWWWW–')
  // on Sunday nobody was there before
  expect(await as('manager').duty.save({ days: [{ staff, day: sunday, duty: 'leave', was: null }] })).toMatchObject({
    told: [],
  })
})

test('of one person the record says what each day was and is; of several each has their own', async ({
  as,
  server,
}) => {
  const staff = await givenDuty({ server }, 'collector')
  const other = await givenDuty({ server }, 'group', { dated: { [sunday]: 'work' } })

  await as('manager').duty.save({ days: [{ staff, day: wednesday, duty: 'leave', was: null }] })
  await as('manager').duty.save({
    days: [{ staff: other, day: sunday, duty: null, was: 'work' }],
    patterns: [{ staff, weekday: 7, works: true, was: false }],
  })

  const { rows } = await as('admin').audit.list({ q: 'command:duty.save' })
  expect(rows.map(({ objectId, changes }) => `${objectId ?? '–'}: ${changes}`).sort()).toEqual([
    'S-collector: Duty · 2026-03-11: – → leave',
    'S-collector: Weekly pattern · Sunday: rest → work',
    'S-group: Duty · 2026-03-15: work → –',
    '–: ',
  ])
})

test('everybody reaches their own unit and below, and only whoever may edit changes anything', async ({
  as,
  server,
}) => {
  const staff = await givenDuty({ server }, 'collector')
  const own = await givenDuty({ server }, 'leader')
  await givenDuty({ server }, 'agency')
  await givenDuty({ server }, 'cs')
  const accounts = async (who: Parameters<typeof as>[0]) =>
    (await as(who).duty.week()).people.map(({ account }) => account).sort()
  const rest = (who: IdOf<'staff'>) => ({ days: [{ staff: who, day: wednesday, duty: 'rest' as const, was: null }] })

  expect(await accounts('admin')).toEqual(['agency', 'collector', 'cs', 'leader'])
  expect(await accounts('leader')).toEqual(['collector', 'leader'])
  expect(await accounts('group')).toEqual(['collector'])
  expect(await accounts('agency')).toEqual(['agency'])
  expect(await accounts('collector')).toEqual(['collector'])
  await expect(as('collector').duty.save(rest(staff))).rejects.toMatchObject({ code: 403 })
  await expect(as('group').duty.save(rest(own))).rejects.toMatchObject({
    fault: 'not_on_schedule',
    fields: [{ field: 'days.0.staff' }],
  })
  await as('group').duty.save(rest(staff))
  await expect(as('cs').duty.week()).rejects.toMatchObject({ code: 403 })
})

test('coverage is counted of what lies within reach', async ({ as, server, given }) => {
  await given.case({ collector: 'collector' })
  await givenDuty({ server }, 'collector', { stages: ['S1'] })

  const open = async (who: Parameters<typeof as>[0]) =>
    (await as(who).duty.week()).stages.find(({ id }) => id === 'S1')!.openCases

  expect(await open('leader')).toBe(1)
  expect(await open('agency')).toBe(0)
  expect(await open('collector')).toBe(1)
})

test('filters choose people, not what is needed', async ({ as, server, given }) => {
  await given.case({ collector: 'collector' })
  await givenDuty({ server }, 'collector', { stages: ['S1'] })
  await givenDuty({ server }, 'agency')
  await givenDuty({ server }, 'cs')
  const found = async (filter: Parameters<ReturnType<typeof as>['duty']['week']>[0]) =>
    (await as('manager').duty.week(filter)).people.map(({ account }) => account)

  expect(await found({ agency: 'AG1' as IdOf<'unit'> })).toEqual(['collector'])
  expect(await found({ group: 'SVC' as IdOf<'unit'> })).toEqual(['cs'])
  expect(await found({ stage: 'S1' as IdOf<'stage'> })).toEqual(['collector'])
  expect(await found({ name: 'external' })).toEqual(['agency'])
  const { stages } = await as('manager').duty.week({ name: 'nobody' })
  expect(stages.find(({ id }) => id === 'S1')).toMatchObject({ openCases: 1, needed: 1 })
})

test('whoever is to be on the schedule is put on it with the days that the business works, and taken off again', async ({
  as,
  server,
  given,
}) => {
  await given.parameter('office.daysPerWeek', 5)
  const staff = staffId('cs')

  await as('ops').duty.putOn({ staff })
  expect(lineOf(await as('ops').duty.week(), 'cs')).toBe('WWWWW––')
  await expect(as('ops').duty.putOn({ staff })).rejects.toMatchObject({
    fault: 'on_schedule',
    fields: [{ field: 'staff' }],
  })
  await as('ops').duty.save({ days: [{ staff, day: wednesday, duty: 'leave', was: null }] })
  await as('ops').duty.takeOff({ staff })

  expect(lineOf(await as('ops').duty.week(), 'cs')).toBe('not on the schedule')
  await expect(as('ops').duty.takeOff({ staff })).rejects.toMatchObject({ fault: 'not_on_schedule' })
  const { rows } = await server.app.database.query('select count(*)::int as count from duty_days')
  expect(rows).toEqual([{ count: 0 }])
  await expect(as('leader').duty.putOn({ staff })).rejects.toMatchObject({ fault: 'unknown_staff' })
  const logged = await as('admin').audit.list({ q: `objectId:${staff}` })
  expect(logged.rows.map(({ command }) => command).sort()).toEqual(['duty.putOn', 'duty.save', 'duty.takeOff'])
})

test('allocation is told who works on a day: what is dated beats the pattern, and nobody without one is on duty', async ({
  server,
}) => {
  const working = await givenDuty({ server }, 'collector')
  const away = await givenDuty({ server }, 'group', { dated: { [wednesday]: 'sick' } })
  const called = await givenDuty({ server }, 'leader', { pattern: 'RRRRRRR', dated: { [wednesday]: 'work' } })
  const { db } = server.app.database
  await server.app.database.query(`insert into duty_days values ('S-cs', '${wednesday}', 'work')`)

  expect(await dutyOf(db, wednesday)).toEqual(
    new Map([
      [working, 'work'],
      [away, 'sick'],
      [called, 'work'],
    ]),
  )
  expect(await dutyOf(db, '2026-03-12' as LocalDate)).toEqual(
    new Map([
      [working, 'work'],
      [away, 'work'],
      [called, 'rest'],
    ]),
  )
})

test('whoever looks at the schedule hears that it was changed', async ({ as, server, tokenOf }) => {
  const staff = await givenDuty({ server }, 'collector')
  const stream = await listenTo(server.url, await tokenOf('leader'))

  await as('ops').duty.save({ days: [{ staff, day: wednesday, duty: 'leave', was: null }] })

  await expect.poll(() => stream.heard.map(({ noun }) => noun)).toContain('duty')
  await stream.stop()
})
