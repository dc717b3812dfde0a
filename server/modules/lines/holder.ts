import { and, eq, ne } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Line, NewLine } from '#contract/lines.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { lineRows } from './store.ts'

type Holder = Pick<NewLine, 'staffId' | 'agencyId'>

async function mustBeAgency(tx: Db, id: IdOf<'unit'>): Promise<void> {
  const [unit] = await tx.select({ kind: unitRows.kind }).from(unitRows).where(eq(unitRows.id, id))
  if (unit?.kind !== 'agency') throw new Refusal('unknown_agency', undefined, { field: 'agencyId' })
}

/** Who holds a line works here, in the agency that is named with them, and has no other of the kind. */
async function mustBeFree(
  tx: Db,
  staffId: IdOf<'staff'>,
  {
    kind,
    id,
    agencyId,
  }: { readonly kind: Line['kind']; readonly id: IdOf<'line'> | null; readonly agencyId: string | null },
): Promise<void> {
  const field = 'staffId'
  const [person] = await tx
    .select({ path: unitRows.path })
    .from(staffRows)
    .innerJoin(unitRows, eq(unitRows.id, staffRows.unitId))
    .where(and(eq(staffRows.id, staffId), eq(staffRows.state, 'enabled')))
  if (!person) throw new Refusal('unknown_staff', undefined, { field })
  if (agencyId && !person.path.includes(`/${agencyId}/`)) throw new Refusal('not_of_agency', undefined, { field })
  const { number, id: lineId } = lineRows
  const others = and(eq(lineRows.staffId, staffId), eq(lineRows.kind, kind), id ? ne(lineId, id) : undefined)
  const [other] = await tx.select({ number }).from(lineRows).where(others)
  if (other) throw new Refusal('has_line', { number: other.number }, { field })
}

/**
 * Who holds a line, as it is stored.
 * @throws Refusal `unknown_agency`, `unknown_staff`, `not_of_agency`, `has_line`, each with its field.
 */
export async function holderToStore(
  tx: Db,
  { staffId, agencyId }: Holder,
  { kind, id }: { readonly kind: Line['kind']; readonly id: IdOf<'line'> | null },
) {
  const holder = { staffId: staffId ?? null, agencyId: agencyId ?? null }
  if (holder.agencyId) await mustBeAgency(tx, holder.agencyId)
  if (holder.staffId) await mustBeFree(tx, holder.staffId, { kind, id, agencyId: holder.agencyId })
  return holder
}
