import { and, between, inArray, type SQL, sql } from 'drizzle-orm'
import type { DutyPerson, DutyUnit, StaffedStage } from '#contract/duty.ts'
import { neededFor } from '#contract/duty-days.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import type { Requirement } from '#contract/kernel/rights.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { staffMember } from '#contract/staff.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { nameIn } from '#server/kernel/listing/labels.ts'
import { rowSource, withinScope } from '#server/kernel/listing/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { collectorRows, collectorStageRows } from '#server/modules/collectors/store.ts'
import { staffSource } from '#server/modules/staff/source.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stagesOf } from '#server/modules/stages/steps.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { dutyDayRows, dutyPatternRows } from './store.ts'

/** Staff, as far as a scope reaches. */
const reachable = rowSource(staffMember, staffSource).source

type Reader = Pick<Context, 'tx' | 'actor' | 'app'>

/** Staff whom somebody reaches by a right: their own unit and below, or themselves alone; nobody whose account is closed. */
export const staffWithin = ({ actor, app }: Omit<Reader, 'tx'>, right: Requirement): SQL =>
  sql`${staffRows.state} = 'enabled' and ${withinScope(reachable, { actor, scopes: actor.scopesOf(right), app })}`

/** A weekday of the pattern after the other, Monday first. */
const worksByWeekday = sql.join(
  [1, 2, 3, 4, 5, 6, 7].map((day) => sql`bool_or(works and weekday = ${day}::smallint)`),
  sql`, `,
)

type PersonRow = Omit<DutyPerson, 'dated'>

/** Everybody within reach who has a weekly pattern, unit by unit. */
const peopleWithin = (reader: Reader, right: Requirement): Promise<PersonRow[]> =>
  rowsOf<PersonRow>(
    reader.tx,
    sql`select ${staffRows.id} as staff, ${staffRows.name} as name, ${staffRows.account} as account,
          u.id as unit, u.path as "unitPath", c.id is not null as collects, c.capacity,
          coalesce(held.stages, '[]') as stages, coalesce(opened.count, 0) as "openCases", p.pattern
        from ${staffRows}
        join ${unitRows} u on u.id = ${staffRows.unitId}
        join (select staff_id, jsonb_build_array(${worksByWeekday}) as pattern from ${dutyPatternRows} group by staff_id) p
          on p.staff_id = ${staffRows.id}
        left join ${collectorRows} c on c.id = ${staffRows.id}
        left join (select collector_id, jsonb_agg(stage) as stages from ${collectorStageRows} group by collector_id) held
          on held.collector_id = c.id
        left join (select collector_id, count(*)::int as count from ${caseRows}
          where state <> 'closed' and collector_id is not null group by collector_id) opened
          on opened.collector_id = ${staffRows.id}
        where ${staffWithin(reader, right)}
        order by u.path, ${staffRows.name}, ${staffRows.id}`,
  )

/** What is dated for these people between two days, both included. */
export async function datedBetween(
  tx: Db,
  staff: readonly IdOf<'staff'>[],
  [from, to]: readonly [LocalDate, LocalDate],
): Promise<ReadonlyMap<IdOf<'staff'>, DutyPerson['dated']>> {
  if (staff.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(dutyDayRows)
    .where(and(between(dutyDayRows.day, from, to), inArray(dutyDayRows.staffId, [...staff])))
    .orderBy(dutyDayRows.day)
  const byStaff = new Map<IdOf<'staff'>, DutyPerson['dated']>()
  for (const { staffId, day, duty } of rows) byStaff.set(staffId, [...(byStaff.get(staffId) ?? []), { day, duty }])
  return byStaff
}

/** Everybody within reach, with their stages in the order of these, and what is dated between two days. */
export async function scheduledPeople(
  reader: Reader,
  right: Requirement,
  span: readonly [LocalDate, LocalDate],
): Promise<DutyPerson[]> {
  const people = await peopleWithin(reader, right)
  const order = new Map((await stagesOf(reader.tx)).map(({ id }, i) => [id, i]))
  const staff = people.map((one) => one.staff)
  const dated = await datedBetween(reader.tx, staff, span)
  return people.map((one) => ({
    ...one,
    // a stage that was deleted is nobody's
    stages: one.stages.filter((id) => order.has(id)).sort((a, b) => order.get(a)! - order.get(b)!),
    dated: dated.get(one.staff) ?? [],
  }))
}

/** The days that a week is told with: its own, and those of the week before, from which it may be copied. */
export const spanOf = (monday: LocalDate): readonly [LocalDate, LocalDate] => [addDays(monday, -7), addDays(monday, 6)]

/** Open cases that lie within somebody's reach. */
const casesWithin = (actor: Actor): SQL => {
  const scopes = actor.scopesOf('duty')
  if (scopes.includes('all')) return sql`true`
  if (scopes.some((scope) => scope === 'department' || scope === 'agency' || scope === 'group'))
    return belowUnitOf(actor, caseRows.unitPath)
  return sql`${caseRows.collectorId} = ${actor.id}`
}

/** Stages with their open cases within reach, and how many of these people they need. */
export async function staffedStages({ tx, actor }: Reader, people: readonly DutyPerson[]): Promise<StaffedStage[]> {
  const counted = await rowsOf<{ stage: IdOf<'stage'>; count: number }>(
    tx,
    sql`select ${caseRows.stage} as stage, count(*)::int as count from ${caseRows}
        where ${caseRows.state} <> 'closed' and ${casesWithin(actor)} group by ${caseRows.stage}`,
  )
  const counts = new Map(counted.map(({ stage, count }) => [stage, count]))
  return (await stagesOf(tx)).map(({ id, name }) => {
    const openCases = counts.get(id) ?? 0
    const held = people.filter(({ stages }) => stages.includes(id)).map((one) => one.openCases)
    return { id, name, openCases, needed: neededFor(openCases, held) }
  })
}

/** The units of these people, and those above them. */
export async function unitsOf(
  { tx, t }: Pick<Context, 'tx' | 't'>,
  people: readonly DutyPerson[],
): Promise<DutyUnit[]> {
  const ids = [...new Set(people.flatMap(({ unitPath }) => unitPath.split('/').filter(Boolean)))] as IdOf<'unit'>[] // as paths are made
  if (ids.length === 0) return []
  const { id, kind, path } = unitRows
  const units = await tx
    .select({ id, name: nameIn(unitRows, t), kind, path })
    .from(unitRows)
    .where(inArray(id, ids))
    .orderBy(path)
  return units.map((unit) => ({ id: unit.id, name: unit.name, isAgency: unit.kind === 'agency', path: unit.path }))
}
