import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { DayChange, PatternChange, WrittenDuty } from '#contract/duty.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { cellOf, type DutyChanges, mustBeSingle } from './changes.ts'
import { staffWithin } from './people.ts'
import { recordDuty } from './record.ts'
import { dutyDayRows, dutyPatternRows } from './store.ts'
import { tellUncovered } from './uncovered.ts'

type StaffId = IdOf<'staff'>
type Names = ReadonlyMap<StaffId, string>

/** Names of those of these people whom the caller may put on duty and take off it. */
export async function namesWithin(staff: readonly StaffId[], context: Context): Promise<Names> {
  if (staff.length === 0) return new Map()
  const { id, name } = staffRows
  const rows = await context.tx
    .select({ id, name })
    .from(staffRows)
    .where(and(inArray(id, [...staff]), staffWithin(context, 'duty.edit')))
  return new Map(rows.map((one) => [one.id, one.name]))
}

/**
 * Locks the weekly patterns of these people until the transaction ends, always in one order: of two who change the same
 * person's duty one waits, and then sees what the other has written. Answers them by person and weekday.
 */
export async function lockPatterns(tx: Db, staff: readonly StaffId[]): Promise<ReadonlyMap<string, boolean>> {
  if (staff.length === 0) return new Map()
  const { staffId, weekday } = dutyPatternRows
  const rows = await tx
    .select()
    .from(dutyPatternRows)
    .where(inArray(staffId, [...staff]))
    .orderBy(staffId, weekday)
    .for('update')
  return new Map(rows.map((one) => [`${one.staffId} ${one.weekday}`, one.works]))
}

/** Everybody is within reach and on the schedule. @throws Refusal `not_on_schedule`, naming the change. */
function mustBeScheduled({ days, patterns }: DutyChanges, names: Names, scheduled: ReadonlySet<string>): void {
  const sides = [
    ['days', days],
    ['patterns', patterns],
  ] as const
  for (const [field, changes] of sides) {
    const at = changes.findIndex(({ staff }) => !names.has(staff) || !scheduled.has(staff))
    if (at < 0) continue
    const { staff } = changes[at]!
    throw new Refusal('not_on_schedule', { name: names.get(staff) ?? staff }, { field: `${field}.${at}.staff` })
  }
}

/** Nobody has changed meanwhile what is to be changed, and no day has passed. @throws Refusal `day_past`, `duty_changed`. */
async function mustBeAsSeen(
  { days, patterns }: DutyChanges,
  names: Names,
  works: ReadonlyMap<string, boolean>,
  { tx, today }: Context,
): Promise<void> {
  const past = days.findIndex(({ day }) => day < today)
  if (past >= 0) throw new Refusal('day_past', { day: days[past]!.day }, { field: `days.${past}.day` })
  const { staffId, day } = dutyDayRows
  const staff = [...new Set(days.map((one) => one.staff))]
  const rows = staff.length
    ? await tx
        .select()
        .from(dutyDayRows)
        .where(and(inArray(staffId, staff), gte(day, today)))
    : []
  const dated = new Map(rows.map((one) => [`${one.staffId} ${one.day}`, one.duty]))
  const at = days.findIndex((one) => (dated.get(cellOf(one)) ?? null) !== one.was)
  if (at >= 0) {
    const changed = days[at]!
    throw new Refusal('duty_changed', { name: names.get(changed.staff)!, day: changed.day }, { field: `days.${at}` })
  }
  const other = patterns.findIndex((one) => (works.get(cellOf(one)) ?? false) !== one.was)
  if (other < 0) return
  const { staff: changed, weekday } = patterns[other]!
  const label = { vocabulary: 'duty.pattern', value: String(weekday) }
  throw new Refusal('duty_changed', { name: names.get(changed)!, day: label }, { field: `patterns.${other}` })
}

/** Rows of one statement: the protocol counts its parameters in 16 bits. */
const rowsPerStatement = 5_000
const chunksOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, i) =>
    rows.slice(i * rowsPerStatement, (i + 1) * rowsPerStatement),
  )

async function writeDays(tx: Db, days: readonly DayChange[]): Promise<void> {
  for (const gone of chunksOf(days.filter(({ duty }) => duty === null))) {
    const cells = sql.join(
      gone.map(({ staff, day }) => sql`(${staff}::text, ${day}::date)`),
      sql`, `,
    )
    await tx.delete(dutyDayRows).where(sql`(${dutyDayRows.staffId}, ${dutyDayRows.day}) in (${cells})`)
  }
  const set = days.flatMap(({ staff, day, duty }) => (duty === null ? [] : [{ staffId: staff, day, duty }]))
  for (const rows of chunksOf(set)) {
    await tx
      .insert(dutyDayRows)
      .values(rows)
      .onConflictDoUpdate({ target: [dutyDayRows.staffId, dutyDayRows.day], set: { duty: sql`excluded.duty` } })
  }
}

async function writePatterns(tx: Db, patterns: readonly PatternChange[]): Promise<void> {
  const { staffId, weekday } = dutyPatternRows
  for (const rows of chunksOf(patterns)) {
    await tx
      .insert(dutyPatternRows)
      .values(rows.map((one) => ({ staffId: one.staff, weekday: one.weekday, works: one.works })))
      .onConflictDoUpdate({ target: [staffId, weekday], set: { works: sql`excluded.works` } })
  }
}

/** Puts somebody on the schedule, with these weekdays. Answers whether they were not on it. */
export async function insertPattern(tx: Db, staff: StaffId, pattern: readonly boolean[]): Promise<boolean> {
  const added = await tx
    .insert(dutyPatternRows)
    .values(pattern.map((works, i) => ({ staffId: staff, weekday: i + 1, works })))
    .onConflictDoNothing()
    .returning({ weekday: dutyPatternRows.weekday })
  return added.length > 0
}

/** Takes somebody's pattern away, and what is dated for them from today on: what has passed stays as it was. */
export async function deletePattern({ tx, today }: Context, staff: StaffId): Promise<void> {
  await tx.delete(dutyPatternRows).where(eq(dutyPatternRows.staffId, staff))
  await tx.delete(dutyDayRows).where(and(eq(dutyDayRows.staffId, staff), gte(dutyDayRows.day, today)))
}

/**
 * Writes changes of duty, all of them or none, on the record person by person.
 * @throws Refusal `not_on_schedule`, `day_past`; `duty_changed` naming whose duty somebody else has changed meanwhile.
 */
export async function saveDuty(changes: DutyChanges, context: Context): Promise<WrittenDuty> {
  const { tx } = context
  const { days, patterns } = changes
  mustBeSingle(days, 'days')
  mustBeSingle(patterns, 'patterns')
  const staff = [...new Set([...days, ...patterns].map((one) => one.staff))]
  const works = await lockPatterns(tx, staff)
  const names = await namesWithin(staff, context)
  mustBeScheduled(changes, names, new Set([...works.keys()].map((key) => key.split(' ', 1)[0]!)))
  await mustBeAsSeen(changes, names, works, context)
  const tell = await tellUncovered(changes, context)
  await writeDays(tx, days)
  await writePatterns(tx, patterns)
  await recordDuty(changes, names, context)
  await announceRows(tx, 'duty')
  return { people: staff.length, changes: days.length + patterns.length, told: await tell() }
}
