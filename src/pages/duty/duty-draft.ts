import type { DayChange, DutyPerson, duty, PatternChange } from '#contract/duty.ts'
import { copiedDuty, type Duty, datedFor, dutyOn, patternDuty, type Schedule } from '#contract/duty-days.ts'
import type { Input, Output } from '#contract/kernel/endpoint.ts'
import type { LocalDate } from '#contract/kernel/values.ts'

/** A week of the schedule, as the server has answered it. */
export type DutyWeek = Output<typeof duty.week>

/** Changes that are not saved, by person and day or weekday; each knows what it was when it was begun. */
export interface DutyDraft {
  readonly days: ReadonlyMap<string, DayChange>
  readonly patterns: ReadonlyMap<string, PatternChange>
}

export const emptyDraft: DutyDraft = { days: new Map(), patterns: new Map() }

/** A day or a weekday of somebody; weekdays count from 1, Monday. */
export type DutyCell = { readonly person: DutyPerson } & (
  | { readonly day: LocalDate; readonly weekday?: undefined }
  | { readonly weekday: number; readonly day?: undefined }
)

/** How many cells are other than they were saved. */
export const countChanges = ({ days, patterns }: DutyDraft): number => days.size + patterns.size

/** A draft as the server takes it. */
export const toInput = ({ days, patterns }: DutyDraft): Input<typeof duty.save> => ({
  days: [...days.values()],
  patterns: [...patterns.values()],
})

const dayKey = ({ staff }: DutyPerson, day: LocalDate): string => `${staff} ${day}`
const weekdayKey = ({ staff }: DutyPerson, weekday: number): string => `${staff} ${weekday}`

/** Somebody's weekly pattern as the draft has it. */
const patternIn = (person: DutyPerson, { patterns }: DutyDraft): readonly boolean[] =>
  patterns.size === 0
    ? person.pattern
    : person.pattern.map((works, i) => patterns.get(weekdayKey(person, i + 1))?.works ?? works)

const savedDay = ({ dated }: DutyPerson, day: LocalDate): Duty | null =>
  dated.find((one) => one.day === day)?.duty ?? null

/** Changed days of a draft, by whose they are. */
function daysByStaff({ days }: DutyDraft): ReadonlyMap<string, readonly DayChange[]> {
  const byStaff = new Map<string, DayChange[]>()
  for (const change of days.values()) {
    const own = byStaff.get(change.staff)
    if (own) own.push(change)
    else byStaff.set(change.staff, [change])
  }
  return byStaff
}

/** Schedules as the draft has them: answers those of one person after the other. */
export function schedulesOf(draft: DutyDraft): (person: DutyPerson) => Schedule {
  const changed = daysByStaff(draft)
  return (person) => {
    const dated = new Map(person.dated.map(({ day, duty }) => [day, duty]))
    for (const { day, duty } of changed.get(person.staff) ?? []) {
      if (duty === null) dated.delete(day)
      else dated.set(day, duty)
    }
    return { pattern: patternIn(person, draft), dated }
  }
}

/** What a cell shows: the duty, whether it is dated and unlike the pattern, and whether it is changed and not saved. */
export interface CellState {
  readonly duty: Duty
  readonly isDated: boolean
  readonly isChanged: boolean
}

/** A day of somebody, or a weekday of their pattern, as the draft has it. */
export function cellState({ person, day, weekday }: DutyCell, draft: DutyDraft): CellState {
  const pattern = patternIn(person, draft)
  if (weekday !== undefined) {
    const key = weekdayKey(person, weekday)
    return { duty: pattern[weekday - 1] ? 'work' : 'rest', isDated: false, isChanged: draft.patterns.has(key) }
  }
  const change = draft.days.get(dayKey(person, day))
  const usual = patternDuty(pattern, day)
  const duty = (change ? change.duty : savedDay(person, day)) ?? usual
  return { duty, isDated: duty !== usual, isChanged: change !== undefined }
}

function withDay(days: Map<string, DayChange>, person: DutyPerson, day: LocalDate, kept: Duty | null): void {
  const key = dayKey(person, day)
  const was = days.get(key)?.was ?? savedDay(person, day)
  if (kept === was) days.delete(key)
  else days.set(key, { staff: person.staff, day, duty: kept, was })
}

function withWeekday(patterns: Map<string, PatternChange>, person: DutyPerson, weekday: number, works: boolean): void {
  const key = weekdayKey(person, weekday)
  const was = patterns.get(key)?.was ?? person.pattern[weekday - 1] ?? false
  if (works === was) patterns.delete(key)
  else patterns.set(key, { staff: person.staff, weekday, works, was })
}

/** Sets cells to what `wanted` says of each. What a cell was saved as is no change; a pattern knows work and rest only. */
function change(draft: DutyDraft, cells: readonly DutyCell[], wanted: (cell: DutyCell) => Duty): DutyDraft {
  const [days, patterns] = [new Map(draft.days), new Map(draft.patterns)]
  for (const cell of cells) {
    const duty = wanted(cell)
    const { person, day, weekday } = cell
    if (day !== undefined) withDay(days, person, day, datedFor(patternIn(person, draft), day, duty))
    else if (duty === 'work' || duty === 'rest') withWeekday(patterns, person, weekday, duty === 'work')
  }
  return { days, patterns }
}

/** Sets cells to a duty. */
export const setDuty = (draft: DutyDraft, cells: readonly DutyCell[], duty: Duty): DutyDraft =>
  change(draft, cells, () => duty)

/** What cells become when they are toggled: rest where all of them work, else work. */
export const toggledDuty = (draft: DutyDraft, cells: readonly DutyCell[]): 'work' | 'rest' =>
  cells.every((cell) => cellState(cell, draft).duty === 'work') ? 'rest' : 'work'

/** Sets days to what they were a week before; leave, sickness and courses are not copied. */
export function copyLastWeek(draft: DutyDraft, cells: readonly DutyCell[]): DutyDraft {
  const scheduleOf = schedulesOf(draft)
  return change(
    draft,
    cells.filter(({ day }) => day !== undefined),
    ({ person, day }) => copiedDuty(scheduleOf(person), day!), // those without one are left out above
  )
}

/** Leaves out what was saved; what was changed meanwhile stays. */
export const without = (draft: DutyDraft, saved: DutyDraft): DutyDraft => ({
  days: new Map([...draft.days].filter(([key, one]) => saved.days.get(key) !== one)),
  patterns: new Map([...draft.patterns].filter(([key, one]) => saved.patterns.get(key) !== one)),
})

/** Leaves out what is no longer as it was when the change was begun: somebody else was faster. */
export function rebase(draft: DutyDraft, { people, days }: Pick<DutyWeek, 'people' | 'days'>): DutyDraft {
  const known = new Map(people.map((person) => [person.staff, person]))
  const isAsSeen = ({ staff, day, was }: DayChange) => {
    const person = known.get(staff)
    // of another week nothing is known here
    return person !== undefined && (!days.includes(day) || savedDay(person, day) === was)
  }
  return {
    days: new Map([...draft.days].filter(([, one]) => isAsSeen(one))),
    patterns: new Map(
      [...draft.patterns].filter(([, { staff, weekday, was }]) => known.get(staff)?.pattern[weekday - 1] === was),
    ),
  }
}

/** How many days of a week somebody works. */
export const daysWorked = (schedule: Schedule, days: readonly LocalDate[]): number =>
  days.filter((day) => dutyOn(schedule, day) === 'work').length

/** Each person's changes as a text: rows whose text is the same need not be drawn again. */
export function changeMarks({ days, patterns }: DutyDraft): ReadonlyMap<string, string> {
  const marks = new Map<string, string>()
  const add = (staff: string, mark: string) => marks.set(staff, `${marks.get(staff) ?? ''} ${mark}`)
  for (const { staff, day, duty } of days.values()) add(staff, `${day}=${duty}`)
  for (const { staff, weekday, works } of patterns.values()) add(staff, `${weekday}=${works}`)
  return marks
}
