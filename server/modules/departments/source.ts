import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Department } from '#contract/departments.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { nameFieldsOf, nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { fromUnitDown, isOfHouse } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'

const parent = alias(unitRows, 'department_parent')

const itself = ({ unitId }: Actor) => sql`${unitRows.id} = ${unitId}`
/** How many units stand directly below one. */
const below = (agencies: boolean) => sql`(select count(*)::int from ${unitRows} below
  where below.parent_id = ${unitRows.id} and (below.kind = 'agency') = ${agencies})`

/** List source: the head office, and the departments below it. */
export const departmentSource: Source<Department> = {
  table: unitRows,
  from: sql`${unitRows}
    left join ${unitRows} department_parent on department_parent.id = ${unitRows.parentId}
    left join ${staffRows} on ${staffRows.id} = ${unitRows.officerId}`,
  where: isOfHouse(unitRows.path),
  columns: ({ t }) => ({
    id: unitRows.id,
    version: unitRows.version,
    ...nameFieldsOf(unitRows, t),
    parent: nameRef(unitRows.parentId, unitRows, t, parent),
    officer: { id: unitRows.officerId, name: staffRows.name },
    staff: sql`(select count(*)::int from ${staffRows} s where s.unit_id = ${unitRows.id})`,
    children: below(false),
    agencies: below(true),
    path: unitRows.path,
    changedBy: unitRows.changedBy,
    createdAt: unitRows.createdAt,
  }),
  scope: {
    department: (actor: Actor) => fromUnitDown(actor, unitRows.path),
    group: itself,
    own: itself,
  },
}
