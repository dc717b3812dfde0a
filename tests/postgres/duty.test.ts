import { expect } from 'vitest'
import { addDays } from '#contract/kernel/calendar.ts'
import { test } from '#tests/support/server.ts'
import { givenDuty, lineOf, sunday, wednesday } from '../server/duty/support.ts'

test('of two who save the same cell at once, one is refused by name and nothing of theirs is written', async ({
  as,
  server,
}) => {
  const staff = await givenDuty({ server }, 'collector')
  const other = await givenDuty({ server }, 'group')

  for (let round = 0; round < 5; round++) {
    const was = round === 0 ? null : 'leave'
    const ended = await Promise.allSettled([
      as('ops').duty.save({
        days: [
          { staff, day: wednesday, duty: 'sick', was },
          { staff: other, day: sunday, duty: 'course', was: null },
        ],
      }),
      as('manager').duty.save({
        days: [
          { staff: other, day: sunday, duty: 'work', was: null },
          { staff, day: wednesday, duty: 'rest', was },
        ],
      }),
    ])

    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as { fault: string }] : []))
    expect(refused).toMatchObject([{ fault: 'duty_changed' }])
    const week = await as('manager').duty.week()
    const isFirst = ended[0]!.status === 'fulfilled'
    expect(lineOf(week, 'collector')).toBe(`WWWWWW– 2026-03-11 ${isFirst ? 'S' : '–'}`)
    expect(lineOf(week, 'group')).toBe(`WWWWWW– 2026-03-15 ${isFirst ? 'C' : 'W'}`)
    await as('ops').duty.save({
      days: [
        { staff, day: wednesday, duty: 'leave', was: isFirst ? 'sick' : 'rest' },
        { staff: other, day: sunday, duty: null, was: isFirst ? 'course' : 'work' },
      ],
    })
  }
})

test('nobody is changed who is being taken off the schedule', async ({ as, server }) => {
  const staff = await givenDuty({ server }, 'collector')
  const days = Array.from({ length: 300 }, (_, i) => addDays(wednesday, i))

  for (let round = 0; round < 6; round++) {
    const saved = as('manager').duty.save({ days: days.map((day) => ({ staff, day, duty: 'leave', was: null })) })
    const ended = await Promise.allSettled([saved, as('ops').duty.takeOff({ staff })])

    expect(ended[1]!.status).toBe('fulfilled')
    const { rows } = await server.app.database.query('select count(*)::int as count from duty_days')
    expect(rows).toEqual([{ count: 0 }])
    await as('ops').duty.putOn({ staff })
  }
})
