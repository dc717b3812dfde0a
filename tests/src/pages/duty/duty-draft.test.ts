import { expect, test } from 'vitest'
import type { DutyPerson } from '#contract/duty.ts'
import type { Duty } from '#contract/duty-days.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { gapsIn, isGap, schedulesIn, stageCoverage, stepInsFor, unitCoverage } from '#src/pages/duty/duty-coverage.ts'
import { cursorAt, goTo, move, rangeOf, within } from '#src/pages/duty/duty-cursor.ts'
import {
  cellState,
  changeMarks,
  copyLastWeek,
  countChanges,
  type DutyDraft,
  type DutyWeek,
  emptyDraft,
  rebase,
  setDuty,
  toggledDuty,
  toInput,
  without,
} from '#src/pages/duty/duty-draft.ts'

const [wednesday, sunday] = ['2026-03-11' as LocalDate, '2026-03-15' as LocalDate]

function person(
  account: string,
  more: Partial<DutyPerson> & { dates?: Readonly<Record<string, Duty>> } = {},
): DutyPerson {
  const { dates = {}, ...rest } = more
  return {
    ...{ staff: `S-${account}` as IdOf<'staff'>, name: account, account, unit: 'AG1A' as IdOf<'unit'> },
    ...{ unitPath: '/HQ/COL/AG1/AG1A/', collects: true, stages: ['S1' as IdOf<'stage'>], openCases: 10, capacity: 60 },
    pattern: [true, true, true, true, true, true, false],
    dated: Object.entries(dates).map(([day, duty]) => ({ day: day as LocalDate, duty })), // as it is written
    ...rest,
  }
}
const weekOf = (...people: DutyPerson[]): DutyWeek => ({
  today: '2026-03-10' as LocalDate,
  days: [9, 10, 11, 12, 13, 14, 15].map((day) => `2026-03-${String(day).padStart(2, '0')}` as LocalDate),
  people,
  stages: [
    { id: 'S1' as IdOf<'stage'>, name: 'S1', openCases: 20, needed: 2 },
    { id: 'M1' as IdOf<'stage'>, name: 'M1', openCases: 0, needed: 0 },
  ],
  units: [{ id: 'SVC' as IdOf<'unit'>, name: 'Service', isAgency: false, path: '/HQ/SVC/' }],
})
const stateOf = (draft: DutyDraft, one: DutyPerson, day: LocalDate) => cellState({ person: one, day }, draft)

test('a day that is set is dated, unlike the pattern and not saved; set back it is no change', () => {
  const rita = person('rita')

  const away = setDuty(emptyDraft, [{ person: rita, day: wednesday }], 'leave')
  const back = setDuty(away, [{ person: rita, day: wednesday }], 'work')

  expect(stateOf(away, rita, wednesday)).toEqual({ duty: 'leave', isDated: true, isChanged: true })
  expect(toInput(away).days).toEqual([{ staff: 'S-rita', day: wednesday, duty: 'leave', was: null }])
  expect(countChanges(back)).toBe(0)
})

test('a dated day goes back to the pattern, and what it was when it was begun goes with it', () => {
  const rita = person('rita', { dates: { [sunday]: 'work' } })

  const once = setDuty(emptyDraft, [{ person: rita, day: sunday }], 'leave')
  const twice = setDuty(once, [{ person: rita, day: sunday }], 'rest')

  expect(toInput(twice).days).toEqual([{ staff: 'S-rita', day: sunday, duty: null, was: 'work' }])
})

test('a range rests where all of it works, and else works', () => {
  const [rita, omkar] = [person('rita'), person('omkar', { dates: { [wednesday]: 'rest' } })]
  const both = [rita, omkar].map((one) => ({ person: one, day: wednesday }))

  expect(toggledDuty(emptyDraft, both)).toBe('work')
  expect(toggledDuty(emptyDraft, both.slice(0, 1))).toBe('rest')
  expect(toggledDuty(setDuty(emptyDraft, both, 'work'), both)).toBe('rest')
})

test('a pattern knows work and rest only, and days follow it', () => {
  const rita = person('rita')

  const free = setDuty(emptyDraft, [{ person: rita, weekday: 3 }], 'rest')

  expect(toInput(free)).toEqual({ days: [], patterns: [{ staff: 'S-rita', weekday: 3, works: false, was: true }] })
  expect(stateOf(free, rita, wednesday)).toMatchObject({ duty: 'rest', isDated: false })
  expect(countChanges(setDuty(emptyDraft, [{ person: rita, weekday: 3 }], 'leave'))).toBe(0)
})

test('last week’s work and rest are taken over, its leave is not', () => {
  const rita = person('rita', { dates: { '2026-03-04': 'rest', '2026-03-05': 'leave', '2026-03-08': 'work' } })
  const cells = weekOf(rita).days.map((day) => ({ person: rita, day }))

  const copied = copyLastWeek(emptyDraft, cells)

  expect(toInput(copied).days).toEqual([
    { staff: 'S-rita', day: wednesday, duty: 'rest', was: null },
    { staff: 'S-rita', day: sunday, duty: 'work', was: null },
  ])
})

test('what somebody else has changed meanwhile is let go, the other changes stay', () => {
  const rita = person('rita')
  const draft = setDuty(
    emptyDraft,
    [wednesday, sunday].map((day) => ({ person: rita, day })),
    'leave',
  )

  const left = rebase(draft, weekOf(person('rita', { dates: { [wednesday]: 'sick' } })))

  expect(toInput(left).days).toEqual([{ staff: 'S-rita', day: sunday, duty: 'leave', was: null }])
})

test('only whose duty is changed is marked to be drawn anew', () => {
  const rita = person('rita')

  expect([...changeMarks(setDuty(emptyDraft, [{ person: rita, day: sunday }], 'work')).keys()]).toEqual(['S-rita'])
})

test('a stage with open cases and nobody on duty is a gap from today on; who has it and rests could step in', () => {
  const rita = person('rita', { pattern: [true, true, false, false, false, false, false] })
  const omkar = person('omkar', { dates: { [sunday]: 'leave' } })
  const other = person('other', { stages: ['M1' as IdOf<'stage'>] })
  const week = weekOf(omkar, rita, other)
  const schedules = schedulesIn(week, emptyDraft)
  const [s1, m1] = stageCoverage(week, schedules)

  expect(s1).toMatchObject({ counts: [2, 2, 1, 1, 1, 1, 0], needed: 2 })
  expect(isGap(m1!, 6)).toBe(false)
  const gaps = gapsIn([s1!, m1!], week)
  expect(gaps).toEqual([{ stage: 'S1', name: 'S1', day: sunday, needed: 2 }])
  expect(stepInsFor(gaps[0]!, schedules, week.days).map(({ person: { name }, days }) => [name, days])).toEqual([
    ['rita', 2],
  ])
  const mended = setDuty(emptyDraft, [{ person: rita, day: sunday }], 'work')
  expect(gapsIn(stageCoverage(week, schedulesIn(week, mended)), week)).toEqual([])
})

test('whoever collects nothing is counted by unit', () => {
  const week = weekOf(person('rita'), person('cs', { collects: false, stages: [], unit: 'SVC' as IdOf<'unit'> }))

  expect(unitCoverage(week, schedulesIn(week, emptyDraft))).toEqual([
    { id: 'SVC', name: 'Service', needed: null, counts: [1, 1, 1, 1, 1, 1, 0] },
  ])
})

test('the cursor stays in the grid; Shift widens a range from where it began, which one move ends', () => {
  const size = { rows: 3, columns: 7 }

  const wide = move(move(cursorAt(1, 5), [1, 0], size, true), [-1, 4], size, true)

  expect(rangeOf(wide)).toEqual({ rows: [1, 1], columns: [5, 6] })
  expect(rangeOf(goTo(wide, 0, 2, true))).toEqual({ rows: [0, 1], columns: [2, 5] })
  expect(move(wide, [9, 0], size)).toEqual(cursorAt(2, 6))
  expect(within(cursorAt(9, 6), { rows: 2, columns: 7 })).toEqual(cursorAt(1, 6))
})

test('what was saved is left out, what was changed while it was being saved stays', () => {
  const rita = person('rita')
  const saved = setDuty(emptyDraft, [{ person: rita, day: wednesday }], 'leave')
  const meanwhile = setDuty(saved, [{ person: rita, day: sunday }], 'work')

  const left = without(meanwhile, saved)

  expect(stateOf(left, rita, wednesday).isChanged).toBe(false)
  expect(stateOf(left, rita, sunday)).toMatchObject({ duty: 'work', isChanged: true })
})
