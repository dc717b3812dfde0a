import { and, eq, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Reference } from '#contract/references.ts'
import { type Db, rowsOf } from '#server/kernel/database.ts'
import { couponTemplateRows } from '#server/modules/coupon-templates/store.ts'
import { merchantRows } from '#server/modules/merchants/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'

const foundMax = 12

const units = sql`select u.id, u.name, '' as hint, 0 as rank from ${unitRows} u`
const people = sql`select s.id, s.name, u.name || ' · ' || s.account as hint, 1 as rank
  from ${staffRows} s join ${unitRows} u on u.id = s.unit_id where s.state = 'enabled'`
const businesses = sql`select m.id, m.name, m.id as hint, 0 as rank from ${merchantRows} m where m.state = 'enabled'`
const offers = sql`select c.id, c.name, c.id as hint, 0 as rank from ${couponTemplateRows} c where c.state = 'enabled'`
const kinds = {
  unit: units,
  staff: people,
  assignee: sql`${units} union all ${people}`,
  merchant: businesses,
  couponTemplate: offers,
}

/** Departments, colleagues or merchants whose name or account holds `text`; those that begin with it first, shorter names first. */
export function searchReferences(db: Db, kind: keyof typeof kinds, text: string): Promise<Reference[]> {
  const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`
  return rowsOf<Reference>(
    db,
    sql`select id, name, hint from (${kinds[kind]}) known
        where name ilike ${pattern} or hint ilike ${pattern} or id ilike ${pattern}
        order by starts_with(lower(name), lower(${text.trim()})) desc, rank, length(name), name, id limit ${foundMax}`,
  )
}

interface Assignee {
  readonly departmentId: IdOf<'unit'>
  readonly processorId: IdOf<'staff'> | null
}

/** Who is meant: a department, or one of its people who still works there. */
export async function assigneeOf(tx: Db, id: IdOf<'assignee'>): Promise<Assignee | null> {
  // an assignee is one or the other; which, the tables tell
  const staff = and(eq(staffRows.id, id as string as IdOf<'staff'>), eq(staffRows.state, 'enabled'))
  const [person] = await tx.select().from(staffRows).where(staff)
  if (person) return { departmentId: person.unitId, processorId: person.id }
  const [unit] = await tx
    .select()
    .from(unitRows)
    .where(eq(unitRows.id, id as string as IdOf<'unit'>))
  return unit ? { departmentId: unit.id, processorId: null } : null
}
