import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { countries } from '#contract/kernel/countries.ts'
import type { Unit } from '#contract/units.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { nameFieldsOf, nameIn, nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { collectorRows, collectorStageRows } from '#server/modules/collectors/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRows } from '#server/modules/stages/store.ts'
import { fromUnitDown } from './steps.ts'
import { unitRows } from './store.ts'

/**
 * The agency that a unit is, or is in. Looked up, not joined: whoever locks a row that has just moved reads its path anew,
 * but not what was joined by the old one.
 */
const ofAgency = (column: SQL): SQL =>
  sql`(select ${column} from ${unitRows} a where a.kind = 'agency' and starts_with(${unitRows.path}, a.path))`

const [parent, whole] = [alias(unitRows, 'unit_parent'), alias(unitRows, 'a')]

/** Open cases by where they lie, and what is owed by who holds them: each added up in an index, once for all units. */
const workedByPath = sql`select c.unit_path as path, count(*) as count, 0 as owed from ${caseRows} c
    where c.state <> 'closed' group by c.unit_path
  union all select at.path, 0, books.owed from (select p.agency_id, p.group_id, sum(p.owed_minor) as owed from ${planRows} p
    where p.agency_id is not null and p.owed_minor <> 0 group by p.agency_id, p.group_id) books
    join ${unitRows} at on at.id = coalesce(books.group_id, books.agency_id)`

/** Collectors who are in a unit or below it. */
const collectorsIn = sql`${collectorRows} c join ${staffRows} s on s.id = c.id and s.state = 'enabled'
  join ${unitRows} at on at.id = s.unit_id and starts_with(at.path, ${unitRows.path})`

const itself = ({ unitId }: Actor) => sql`${unitRows.id} = ${unitId}`

/** List source: agencies, and the departments and groups in them. */
export const unitSource: Source<Unit> = {
  table: unitRows,
  from: sql`${unitRows}
    left join ${unitRows} unit_parent on unit_parent.id = ${unitRows.parentId}
    left join ${staffRows} on ${staffRows.id} = ${unitRows.officerId}
    left join (select u.id, sum(w.count)::int as count, sum(w.owed)::bigint as owed from ${unitRows} u
      join (${workedByPath}) w on starts_with(w.path, u.path) group by u.id) worked on worked.id = ${unitRows.id}`,
  where: sql`${ofAgency(sql`a.id`)} is not null`,
  columns: ({ country, t }) => ({
    id: unitRows.id,
    version: unitRows.version,
    ...nameFieldsOf(unitRows, t),
    kind: unitRows.kind,
    parent: nameRef(unitRows.parentId, unitRows, t, parent),
    agency: {
      ...nameRef(ofAgency(sql`a.id`), unitRows, t),
      name: ofAgency(nameIn(whole, t)),
    },
    officer: { id: unitRows.officerId, name: staffRows.name },
    weight: unitRows.weight,
    locked: unitRows.locked,
    external: ofAgency(sql`a.external`),
    contractFrom: unitRows.contractFrom,
    contractUntil: unitRows.contractUntil,
    certificate: unitRows.certificate,
    stages: sql`coalesce((select string_agg(st.name, ', ' order by st.last_day nulls last) from ${stageRows} st
      where exists (select from ${collectorsIn} join ${collectorStageRows} cs on cs.collector_id = c.id
        where cs.stage = st.id)), '')`,
    collectors: sql`(select count(*)::int from ${collectorsIn})`,
    openCases: sql`coalesce(worked.count, 0)`,
    owed: { minor: sql`coalesce(worked.owed, 0)`, currency: sql`${countries[country].currency}::text` },
    children: sql`(select count(*)::int from ${unitRows} below where below.parent_id = ${unitRows.id})`,
    staff: sql`(select count(*)::int from ${staffRows} s where s.unit_id = ${unitRows.id})`,
    path: unitRows.path,
    changedBy: unitRows.changedBy,
    createdAt: unitRows.createdAt,
  }),
  scope: {
    department: (actor: Actor) => fromUnitDown(actor, unitRows.path),
    // whoever works in an agency sees all of it
    agency: ({ agencyId }: Actor) => sql`${ofAgency(sql`a.id`)} = ${agencyId}`,
    group: itself,
    own: itself,
  },
}
