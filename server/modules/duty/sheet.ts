import { inArray } from 'drizzle-orm'
import type { DayChange, PatternChange, WrittenDuty } from '#contract/duty.ts'
import { weekLength } from '#contract/duty-days.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Context } from '#server/kernel/call/context.ts'
import {
  type CellIssue,
  duplicatesIn,
  issueAt,
  mustParse,
  readTemplate,
  type Template,
  type TemplateLine,
} from '#server/kernel/call/csv-template.ts'
import { mustBeWithinQuota } from '#server/kernel/export/quota.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { type DatedCell, formatDated, parseDated } from './parse-dated.ts'
import { datedBetween, scheduledPeople } from './people.ts'
import { insertPattern, lockPatterns, namesWithin, saveDuty } from './write.ts'

type StaffId = IdOf<'staff'>
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const columns = ['account', 'name', ...weekdays, 'dated'] as const
type Column = (typeof columns)[number]

/**
 * The sheet of the schedule: W or R for each weekday, then what is dated. The name only helps to find somebody. What is
 * blank stays as it is.
 */
export const dutySheet: Template<Column> = { id: 'urge-schedule', version: 1, columns, rowsMax: 2_000 }
/** So many days ahead are told what is dated. */
const aheadDays = 366
const spanFrom = (today: LocalDate): readonly [LocalDate, LocalDate] => [today, addDays(today, aheadDays)]

/** The lines of the sheet: everybody within reach, as they are. @throws Refusal `export_rows_spent`. */
export async function sheetLines(context: Context): Promise<Partial<Record<Column, string>>[]> {
  const people = await scheduledPeople(context, 'duty.export', spanFrom(context.today))
  mustBeWithinQuota(people.length, context.actor)
  return people.map(({ account, name, pattern, dated }) => ({
    ...{ account, name, dated: formatDated(dated) },
    ...Object.fromEntries(weekdays.map((day, i) => [day, pattern[i] ? 'W' : 'R'])),
  }))
}

/** A line as it is meant: whose it is, which weekdays they work, undefined where blank, and what is dated. */
interface DutyLine {
  readonly line: number
  readonly staff: StaffId
  readonly works: readonly (boolean | undefined)[]
  readonly dated: readonly DatedCell[]
}

const letters: Readonly<Record<string, boolean>> = { W: true, R: false }

function issuesOf({ line, cells }: TemplateLine<Column>, today: LocalDate): CellIssue[] {
  const days = parseDated(cells.dated)
  const isPast = days?.some(({ day }) => day < today)
  const twice = days && new Set(days.map(({ day }) => day)).size < days.length
  return [
    ...weekdays.flatMap((day) =>
      cells[day] === '' || Object.hasOwn(letters, cells[day].toUpperCase()) ? [] : [issueAt(line, day, 'not_a_duty')],
    ),
    ...(days === null ? [issueAt(line, 'dated', 'not_dated_duty')] : []),
    ...(isPast ? [issueAt(line, 'dated', 'in_the_past')] : []),
    ...(twice ? [issueAt(line, 'dated', 'day_twice')] : []),
  ]
}

/** Who has which account, of those whom the caller may put on duty. */
async function staffByAccounts(accounts: readonly string[], context: Context): Promise<ReadonlyMap<string, StaffId>> {
  const { id, account } = staffRows
  const rows = await context.tx
    .select({ id, account })
    .from(staffRows)
    .where(inArray(account, [...accounts]))
  const names = await namesWithin(
    rows.map((one) => one.id),
    context,
  )
  return new Map(rows.filter((one) => names.has(one.id)).map((one) => [one.account, one.id]))
}

/** Every line as it is meant. @throws InvalidInput naming line and column of everything that is wrong. */
async function parseSheet(path: string, context: Context): Promise<DutyLine[]> {
  const lines = await readTemplate(dutySheet, path)
  const accountOf = ({ cells }: TemplateLine<Column>) => cells.account.toLowerCase()
  const known = await staffByAccounts(lines.map(accountOf), context)
  const parsed = lines.map((one): DutyLine | CellIssue[] => {
    const staff = known.get(accountOf(one))
    const issues = issuesOf(one, context.today)
    if (!staff)
      return [issueAt(one.line, 'account', one.cells.account === '' ? 'required' : 'unknown_staff'), ...issues]
    if (issues.length > 0) return issues
    const works = weekdays.map((day) => letters[one.cells[day].toUpperCase()])
    return { line: one.line, staff, works, dated: parseDated(one.cells.dated) ?? [] }
  })
  return mustParse(parsed, (those) => duplicatesIn(those, 'account', ({ staff }) => staff))
}

type Works = ReadonlyMap<string, boolean>

const patternChanges = ({ staff, works }: DutyLine, known: Works): PatternChange[] =>
  works.flatMap((is, i) => {
    const was = known.get(`${staff} ${i + 1}`) ?? false
    return is === undefined || is === was ? [] : [{ staff, weekday: i + 1, works: is, was }]
  })

/** What a line dates otherwise than it is; a day that is as the pattern says is dated all the same, since it is written. */
function dayChanges({ staff, dated }: DutyLine, known: ReadonlyMap<LocalDate, DayChange['was']>): DayChange[] {
  return dated.flatMap(({ day, duty }) => {
    const was = known.get(day) ?? null
    return duty === was ? [] : [{ staff, day, duty, was }]
  })
}

/**
 * Writes what a sheet says: all of it, or nothing where a cell is wrong. Rehearsed, it tells what would change.
 * @throws Refusal for a file that is not the template; InvalidInput naming line and column.
 */
export async function importFrom(path: string, context: Context): Promise<WrittenDuty> {
  const { tx, today } = context
  const lines = await parseSheet(path, context)
  const staff = lines.map((one) => one.staff)
  const before = await lockPatterns(tx, staff)
  const blank = Array.from({ length: weekLength }, () => false)
  for (const one of lines) if (!before.has(`${one.staff} 1`)) await insertPattern(tx, one.staff, blank)
  const dated = await datedBetween(tx, staff, [today, lastDay(lines, today)])
  return saveDuty(
    {
      patterns: lines.flatMap((one) => patternChanges(one, before)),
      days: lines.flatMap((one) => dayChanges(one, new Map(dated.get(one.staff)?.map(({ day, duty }) => [day, duty])))),
    },
    context,
  )
}

/** The last day that any line names. */
const lastDay = (lines: readonly DutyLine[], today: LocalDate): LocalDate =>
  lines.flatMap((one) => one.dated.map(({ day }) => day)).reduce((last, day) => (day > last ? day : last), today)
