import { type SQL, sql } from 'drizzle-orm'
import { type Collector, certificateEndingDays, keptRateDays } from '#contract/collectors/row.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { localMidnight } from '#server/kernel/base/clock.ts'
import type { ListedText, ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { escapeLike } from '#server/kernel/listing/escape-like.ts'
import { nameLookup } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { lineRows } from '#server/modules/lines/store.ts'
import { promiseRows } from '#server/modules/promises/store.ts'
import { rolesOfStaff } from '#server/modules/roles/steps/role-names.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRows } from '#server/modules/stages/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { collectorRows, collectorStageRows } from './store.ts'

const inTheirUnits = (actor: Actor) => inUnitsOf(actor, staffRows.unitId)

/** Where each unit stands: its agency, and the department of that which it is or lies in. */
const places = sql`(select u.id as unit_id, a.id as agency_id, d.id as department_id,
    case when u.kind = 'group' then u.id end as group_id
  from ${unitRows} u left join ${unitRows} a on a.kind = 'agency' and starts_with(u.path, a.path)
  left join lateral (select b.id from ${unitRows} b
    where b.kind = 'department' and starts_with(u.path, b.path) and starts_with(b.path, a.path)
    order by length(b.path) desc limit 1) d on true)`

/**
 * How many open cases a collector has, of all or of some: counted in an index alone, and for the rows that are shown. Counted
 * once for everybody it takes three times as long: what is shown is a page, and most filters ask for something else.
 */
const openCases = (and = sql``): SQL =>
  sql`(select count(*)::int from ${caseRows} c where c.collector_id = ${collectorRows.id} and c.state <> 'closed' ${and})`

/** Which part of a collector's promises was kept, of those of the last days that are decided: counted in an index alone. */
const keptRate = ({ day }: ReadContext): SQL =>
  sql`(select (count(*) filter (where p.state = 'kept') * 1000000::numeric / nullif(count(*), 0))::bigint
    from ${promiseRows} p where p.collector_id = ${collectorRows.id} and p.state in ('kept', 'broken')
      and p.promised_for > ${day}::date - ${keptRateDays}::int)`

/** The line of everybody who has one: the seat first. */
const theirLines = sql`(select distinct on (l.staff_id) l.staff_id, l.id, l.number from ${lineRows} l
  where l.staff_id is not null and l.state = 'enabled' order by l.staff_id, l.kind = 'seat' desc, l.id)`

const stagesOf = (one: SQL, and = sql``): SQL =>
  sql`select ${one} from ${collectorStageRows} held join ${stageRows} s on s.id = held.stage
      where held.collector_id = ${collectorRows.id} ${and}`
const stageNames = sql`array(${stagesOf(sql`s.name`)} order by s.last_day nulls last)`
/** Found by a whole id or name of a stage, or by how one begins where that is asked for. */
const stages: ListedText = {
  listed: sql`nullif(array_to_string(${stageNames}, ', '), '')`,
  values: stageNames,
  matching: ({ text, is }) => {
    const pattern = is === 'prefix' ? `${escapeLike(text)}%` : escapeLike(text)
    return sql`exists (${stagesOf(sql`1`, sql`and (s.name ilike ${pattern} or s.id ilike ${pattern})`)})`
  },
}

const until = collectorRows.certificateUntil
/** Each by itself: a filter asks for one of them without those before it. */
const certificateState = ({ day }: ReadContext) => {
  const soon = sql`(${day}::date + ${certificateEndingDays}::int)`
  const lasts = sql`(${until} is null and ${collectorRows.certificate} is not null)`
  return {
    caseWhen: [
      ['none', sql`(${collectorRows.certificate} is null and ${until} is null)`],
      ['expired', sql`${until} < ${day}::date`],
      ['ending', sql`${until} between ${day}::date and ${soon}`],
      ['valid', sql`(${until} > ${soon} or ${lasts})`],
    ] as const,
  }
}

/** List source: collectors, of the units that the reader's own has below it. */
export const collectorSource: Source<Collector> = {
  table: collectorRows,
  from: sql`${collectorRows} join ${staffRows} on ${staffRows.id} = ${collectorRows.id}
    left join ${places} place on place.unit_id = ${staffRows.unitId}
    left join ${theirLines} their_line on their_line.staff_id = ${collectorRows.id}`,
  columns: (readContext) => ({
    id: collectorRows.id,
    version: collectorRows.version,
    name: staffRows.name,
    account: staffRows.account,
    jobNumber: staffRows.jobNumber,
    roles: rolesOfStaff(staffRows.id, readContext.t),
    agency: nameLookup(sql`place.agency_id`, unitRows, readContext.t),
    department: nameLookup(sql`place.department_id`, unitRows, readContext.t),
    group: nameLookup(sql`place.group_id`, unitRows, readContext.t),
    stages,
    participates: collectorRows.participates,
    addressBookVisible: collectorRows.addressBookVisible,
    line: { id: sql`their_line.id`, name: sql`their_line.number` },
    capacity: collectorRows.capacity,
    openCases: openCases(),
    load: sql`(${openCases()} * 1000000::numeric / ${collectorRows.capacity})::bigint`,
    untouched: openCases(
      sql`and (c.last_contact_at < ${localMidnight(sql`${readContext.day}`, readContext)} or c.last_contact_at is null)`,
    ),
    promisesDue: openCases(sql`and c.promised_for = ${readContext.day}::date`),
    keptRate: keptRate(readContext),
    state: staffRows.state,
    certificate: collectorRows.certificate,
    certificateUntil: until,
    certificateState: certificateState(readContext),
    changedBy: collectorRows.changedBy,
    createdAt: collectorRows.createdAt,
  }),
  scope: {
    department: inTheirUnits,
    agency: inTheirUnits,
    group: inTheirUnits,
    own: ({ id }) => sql`${staffRows.id} = ${id}`,
  },
}
