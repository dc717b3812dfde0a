import { and, eq, ne, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Line, NewLine } from '#contract/lines.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { withinScope } from '#server/kernel/listing/source.ts'
import { staffSource } from '#server/modules/staff/source.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { withinReach } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { lockLines } from './steps.ts'
import { lineRows } from './store.ts'

type Holder = Pick<NewLine, 'staffId' | 'agencyId'>
type Giver = Pick<Context, 'tx' | 'actor' | 'app'>
/** A line that is given to somebody; no id: a new one. */
interface GivenLine {
  readonly kind: Line['kind']
  readonly id: IdOf<'line'> | null
}

/** The right by which a line is given. */
const rightFor = ({ id }: GivenLine) => (id ? 'lines.edit' : 'lines.add')

/** An agency out of reach is none. */
async function mustBeAgency(id: IdOf<'unit'>, line: GivenLine, { tx, actor }: Giver): Promise<void> {
  const reached = withinReach(actor, rightFor(line), sql`${unitRows.path}`)
  const [unit] = await tx
    .select({ kind: unitRows.kind })
    .from(unitRows)
    .where(and(eq(unitRows.id, id), reached))
  if (unit?.kind !== 'agency') throw new Refusal('unknown_agency', undefined, { field: 'agencyId' })
}

/** Who holds a line works here, within reach, in the agency that is named with them, and has no other of the kind. */
async function mustBeFree(
  { staffId, agencyId }: { readonly staffId: IdOf<'staff'>; readonly agencyId: string | null },
  line: GivenLine,
  { tx, actor, app }: Giver,
): Promise<void> {
  const field = 'staffId'
  const { kind, id } = line
  const reached = withinScope(staffSource, { actor, scopes: actor.scopesOf(rightFor(line)), app })
  const [person] = await tx
    .select({ path: unitRows.path })
    .from(staffRows)
    .innerJoin(unitRows, eq(unitRows.id, staffRows.unitId))
    .where(and(eq(staffRows.id, staffId), eq(staffRows.state, 'enabled'), reached))
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
export async function holderToStore({ staffId, agencyId }: Holder, line: GivenLine, giver: Giver) {
  const holder = { staffId: staffId ?? null, agencyId: agencyId ?? null }
  await lockLines(giver.tx)
  if (holder.agencyId) await mustBeAgency(holder.agencyId, line, giver)
  if (holder.staffId) await mustBeFree({ staffId: holder.staffId, agencyId: holder.agencyId }, line, giver)
  return holder
}
