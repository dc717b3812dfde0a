import { expect } from 'vitest'
import { staffId } from '#server/seed/foundation.ts'
import { crewOnDuty, waitingCases } from '#tests/server/case-allocations/support.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import { tuesday, wednesday } from './support.ts'

test('changes that are not saved tell what they do to the next allocation, and are taken back', async ({
  as,
  given,
  server,
}) => {
  await crewOnDuty({ server })
  await waitingCases({ given }, [100, 90, 80, 70, 60, 50, 40, 30, 20, 10])
  const [b1, b2] = [staffId('b1' as never), staffId('b2' as never)]
  const leave = [b1, b2].map((staff) => ({ staff, day: wednesday, duty: 'leave' as const, was: null }))

  const told = await as('manager').duty.forecast({ days: leave, patterns: [] })

  expect(told).toMatchObject({
    day: wednesday,
    // the third agency and the first share what the second would have had
    stages: [],
    people: [{ given: { after: 0 } }, { given: { after: 0 } }, ...told.people.slice(2)],
  })
  const sum = (of: 'before' | 'after') => told.people.reduce((all, { given: one }) => all + one[of], 0)
  expect(sum('before')).toBe(sum('after'))
  expect(
    told.people
      .slice(0, 2)
      .map(({ staff }) => staff.id)
      .toSorted(),
  ).toEqual([b1, b2].toSorted())
  const { people } = await as('manager').duty.week({ day: tuesday })
  expect(people.find(({ staff }) => staff === b1)!.dated).toEqual([])
})

test('an agency reads of its own people alone', async ({ as, given, server }) => {
  await crewOnDuty({ server })
  await waitingCases({ given }, [100, 90, 80])
  const a2 = staffId('a2' as never)
  const away = { staff: a2, day: wednesday, duty: 'sick' as const, was: null }
  const told = await as('leader').duty.forecast({ days: [away], patterns: [] })
  expect(told.stages.every(({ unplaced }) => unplaced === null)).toBe(true)
  expect(told.people.every(({ staff }) => [a2, staffId('collector')].includes(staff.id))).toBe(true)
})
