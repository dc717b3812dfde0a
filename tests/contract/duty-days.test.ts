import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  copiedDuty,
  type Duty,
  datedFor,
  duties,
  dutyOn,
  matchesDuty,
  mondayOf,
  neededFor,
  weekOf,
} from '#contract/duty-days.ts'
import { addDays, weekday } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'

const day = (text: string) => text as LocalDate
const pattern = [true, true, true, true, true, true, false]
const scheduled = (dated: Readonly<Record<string, Duty>> = {}) => ({
  pattern,
  dated: new Map(Object.entries(dated) as [LocalDate, Duty][]),
})
const anyDay = fc.integer({ min: -4_000, max: 4_000 }).map((days) => addDays(day('2026-03-10'), days))
const anyPattern = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 })

test('the weekly pattern says who works, and what is dated beats it', () => {
  const one = scheduled({ '2026-03-11': 'leave', '2026-03-15': 'work' })

  const week = weekOf(day('2026-03-09')).map((of) => dutyOn(one, of))

  expect(week).toEqual(['work', 'work', 'leave', 'work', 'work', 'work', 'work'])
})

test('nobody without a pattern is on the schedule, whatever is dated', () => {
  expect(dutyOn({ pattern: [], dated: scheduled({ '2026-03-11': 'work' }).dated }, day('2026-03-11'))).toBeNull()
})

test('a week begins on the Monday at or before a day, and has it', () => {
  fc.assert(
    fc.property(anyDay, (of) => {
      const week = weekOf(mondayOf(of))
      expect(weekday(week[0]!)).toBe(1)
      expect(week).toContain(of)
    }),
  )
})

test('what is dated for a duty makes that duty of the day, and nothing is dated where the pattern says it already', () => {
  fc.assert(
    fc.property(anyPattern, anyDay, fc.constantFrom(...duties), (worked, of, wanted) => {
      const kept = datedFor(worked, of, wanted)
      const dated = new Map(kept === null ? [] : [[of, kept]])
      expect(dutyOn({ pattern: worked, dated }, of)).toBe(wanted)
      expect(kept !== null && kept === dutyOn({ pattern: worked, dated: new Map() }, of)).toBe(false)
    }),
  )
})

test('last week is copied with its work and rest, not with its leave', () => {
  const one = scheduled({ '2026-03-09': 'rest', '2026-03-10': 'sick', '2026-03-15': 'work', '2026-03-08': 'course' })

  const copied = weekOf(day('2026-03-16')).map((of) => copiedDuty(one, of))

  expect(copied).toEqual(['rest', 'work', 'work', 'work', 'work', 'work', 'work'])
  expect(copiedDuty(one, day('2026-03-15'))).toBe('rest')
})

const rita = { name: 'Rita Fernandes', account: 'collector4', unitPath: '/HQ/COL/AG1/AG1A/', stages: ['S1', 'S2'] }

test.for([
  [{}, true],
  [{ agency: 'AG1', group: 'AG1A', stage: 'S2', name: ' RITA' }, true],
  [{ name: 'collector4' }, true],
  [{ agency: 'AG' }, false],
  [{ group: 'AG1B' }, false],
  [{ stage: 'M1' }, false],
  [{ name: 'Omkar' }, false],
] as const)('%o means Rita: %s', ([filter, expected]) => {
  expect(matchesDuty(rita, filter)).toBe(expected)
})

test.for([
  ['as many as hold them, where nothing else is open', 90, [30, 30, 30], 3],
  ['more, where some have nobody yet', 100, [30, 30, 30], 4],
  ['fewer, where they hold cases of other stages as well', 41, [47, 51, 38, 44], 1],
  ['one, where they hold nothing yet', 12, [0, 0], 1],
  ['one, where nobody has the stage', 12, [], 1],
  ['none, where no case is open', 0, [30], 0],
] as const)('needed are %s', ([, open, held, expected]) => {
  expect(neededFor(open, held)).toBe(expected)
})
