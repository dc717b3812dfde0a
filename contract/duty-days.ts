import { addDays, weekday } from './kernel/calendar.ts'
import type { LocalDate } from './kernel/values.ts'

/** What somebody's day can be: they work, rest, or are away for a reason. */
export const duties = ['work', 'rest', 'leave', 'sick', 'course'] as const
export type Duty = (typeof duties)[number]

/** Days of a week, Monday first, as `weekday` counts them less one. */
export const weekLength = 7

/** Somebody's duty as it is kept: a weekly pattern, and dated days that beat it. */
export interface Schedule {
  /** Whether they work, Monday first. Empty: they are not on the schedule. */
  readonly pattern: readonly boolean[]
  readonly dated: ReadonlyMap<LocalDate, Duty>
}

/** What the weekly pattern alone makes of a day. */
export const patternDuty = (pattern: readonly boolean[], day: LocalDate): Duty =>
  pattern[weekday(day) - 1] ? 'work' : 'rest'

/** What somebody does on a day: what is dated beats the weekly pattern. Null: they are not on the schedule. */
export function dutyOn({ pattern, dated }: Schedule, day: LocalDate): Duty | null {
  if (pattern.length === 0) return null
  return dated.get(day) ?? patternDuty(pattern, day)
}

/** The Monday of the week in which a day lies. */
export const mondayOf = (day: LocalDate): LocalDate => addDays(day, 1 - weekday(day))

/** The days of the week that begins on `monday`. */
export const weekOf = (monday: LocalDate): readonly LocalDate[] =>
  Array.from({ length: weekLength }, (_, i) => addDays(monday, i))

/**
 * What has to be written for somebody to do `duty` on a day: null, nothing dated, where that is what their pattern says.
 */
export const datedFor = (pattern: readonly boolean[], day: LocalDate, duty: Duty): Duty | null =>
  duty === patternDuty(pattern, day) ? null : duty

/** What last week makes of a day: the work or rest of a week before. Leave is nobody's habit: then the pattern counts. */
export function copiedDuty(schedule: Schedule, day: LocalDate): Duty {
  const before = dutyOn(schedule, addDays(day, -weekLength))
  return before === 'work' || before === 'rest' ? before : patternDuty(schedule.pattern, day)
}

/** A choice among people: of an agency, of a group or any other unit, with a stage, by name or account. */
export interface DutyFilter {
  readonly agency?: string | undefined
  readonly group?: string | undefined
  readonly stage?: string | undefined
  readonly name?: string | undefined
}

interface FilteredPerson {
  readonly name: string
  readonly account: string
  /** The units from the root down to theirs, each id between slashes. */
  readonly unitPath: string
  readonly stages: readonly string[]
}

/** Whether somebody is meant by a filter: asked by the server for those who call it, by the page for what it shows. */
export function matchesDuty(
  { name, account, unitPath, stages }: FilteredPerson,
  { agency, group, stage, name: typed = '' }: DutyFilter,
): boolean {
  const units = unitPath.split('/')
  const text = typed.trim().toLowerCase()
  return (
    (!agency || units.includes(agency)) &&
    (!group || units.includes(group)) &&
    (!stage || stages.includes(stage)) &&
    (text === '' || name.toLowerCase().includes(text) || account.toLowerCase().includes(text))
  )
}

/**
 * How many collectors a stage needs: its open cases over the average that a collector of it holds, rounded up. Where they
 * hold nothing yet, one; where no case is open, none.
 */
export function neededFor(openCases: number, held: readonly number[]): number {
  if (openCases === 0) return 0
  const sum = held.reduce((all, one) => all + one, 0)
  return sum === 0 ? 1 : Math.ceil((openCases * held.length) / sum)
}
