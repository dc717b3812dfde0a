import type { DutyPerson } from '#contract/duty.ts'
import { dutyOn, type Schedule } from '#contract/duty-days.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { type DutyDraft, type DutyWeek, daysWorked, schedulesOf } from './duty-draft.ts'

/** Coverage of a stage, or of a unit whose people collect no stage: how many are on duty, day by day. */
export interface CoverageRow {
  readonly id: string
  readonly name: string
  readonly counts: readonly number[]
  /** How many it needs; null: nobody says so of a unit. */
  readonly needed: number | null
}

/** A stage that has open cases, and nobody on duty on a day. */
export interface CoverageGap {
  readonly stage: string
  readonly name: string
  readonly day: LocalDate
  readonly needed: number
}

/** Somebody who has the stage of a gap and rests on its day, and on how many days they work in that week. */
export interface StepIn {
  readonly person: DutyPerson
  readonly days: number
}

/** Everybody's schedule with what is not saved yet. */
export type Schedules = ReadonlyMap<DutyPerson, Schedule>

/** The schedules of everybody in a week, as the draft has them. */
export function schedulesIn({ people }: DutyWeek, draft: DutyDraft): Schedules {
  const scheduleOf = schedulesOf(draft)
  return new Map(people.map((person) => [person, scheduleOf(person)]))
}

const countOn = (schedules: Schedules, days: readonly LocalDate[], isMeant: (person: DutyPerson) => boolean) => {
  const meant = [...schedules].filter(([person]) => isMeant(person))
  return days.map((day) => meant.filter(([, schedule]) => dutyOn(schedule, day) === 'work').length)
}

/** Coverage of each stage that somebody has or that has open cases. */
export const stageCoverage = ({ stages, days, people }: DutyWeek, schedules: Schedules): CoverageRow[] =>
  stages
    .filter(({ id, openCases }) => openCases > 0 || people.some((person) => person.stages.includes(id)))
    .map(({ id, name, needed }) => ({
      ...{ id, name, needed },
      counts: countOn(schedules, days, (person) => person.stages.includes(id)),
    }))

/** Coverage of each unit, of its people who are no collectors. */
export const unitCoverage = ({ units, days, people }: DutyWeek, schedules: Schedules): CoverageRow[] =>
  units
    .filter(({ id }) => people.some((person) => !person.collects && person.unit === id))
    .map(({ id, name }) => ({
      ...{ id, name, needed: null },
      counts: countOn(schedules, days, (person) => !person.collects && person.unit === id),
    }))

/** Whether nobody is on duty for a stage that needs somebody. */
export const isGap = ({ counts, needed }: CoverageRow, column: number): boolean =>
  counts[column] === 0 && (needed ?? 0) > 0

/** Gaps from today on, the nearest first. */
export const gapsIn = (rows: readonly CoverageRow[], { days, today }: DutyWeek): CoverageGap[] =>
  days.flatMap((day, i) =>
    day < today
      ? []
      : rows.flatMap((row) => (isGap(row, i) ? [{ stage: row.id, name: row.name, day, needed: row.needed ?? 0 }] : [])),
  )

/** Most people who are named for a gap. */
const stepInsMax = 3

/** Who could step in: they have the stage and rest that day, those with the fewest days first. */
export const stepInsFor = ({ stage, day }: CoverageGap, schedules: Schedules, days: readonly LocalDate[]): StepIn[] =>
  [...schedules]
    .filter(([person, schedule]) => person.stages.some((id) => id === stage) && dutyOn(schedule, day) === 'rest')
    .map(([person, schedule]) => ({ person, days: daysWorked(schedule, days) }))
    .sort((a, b) => a.days - b.days || a.person.name.localeCompare(b.person.name))
    .slice(0, stepInsMax)
