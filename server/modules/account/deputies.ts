import { and, eq, gt } from 'drizzle-orm'
import type { account, Deputation } from '#contract/account.ts'
import { addDays, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { buttons } from '#contract/kernel/rights.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { deputyRows } from './store.ts'

type StoredDeputy = typeof deputyRows.$inferSelect

const deputationOf = (
  { since, until }: StoredDeputy,
  { id, name }: Pick<typeof staffRows.$inferSelect, 'id' | 'name'>,
): Deputation => ({ who: { id, name }, since: toInstant(since), until: toInstant(until) })

/** Who approves while somebody is away, and for whom they do; what is over is not told. */
export async function deputiesOf({ tx, actor, now }: Context) {
  const [mine] = await tx
    .select()
    .from(deputyRows)
    .innerJoin(staffRows, eq(staffRows.id, deputyRows.deputyId))
    .where(and(eq(deputyRows.staffId, actor.id), gt(deputyRows.until, now)))
  const others = await tx
    .select()
    .from(deputyRows)
    .innerJoin(staffRows, eq(staffRows.id, deputyRows.staffId))
    .where(and(eq(deputyRows.deputyId, actor.id), gt(deputyRows.until, now)))
  return {
    own: mine ? deputationOf(mine.deputies, mine.staff) : null,
    standsInFor: others.map(({ deputies, staff }) => deputationOf(deputies, staff)),
  }
}

/** A colleague of one's own unit or below it, so that one's reach is not widened by theirs. @throws Refusal with the field. */
async function mustBeDeputy(id: StoredDeputy['deputyId'], { tx, actor }: Context) {
  const field = { field: 'deputy' }
  if (id === actor.id) throw new Refusal('deputy_self', undefined, field)
  const [known] = await tx
    .select({ id: staffRows.id, name: staffRows.name, state: staffRows.state, path: unitRows.path })
    .from(staffRows)
    .innerJoin(unitRows, eq(unitRows.id, staffRows.unitId))
    .where(eq(staffRows.id, id))
  if (known?.state !== 'enabled') throw new Refusal('deputy_unknown', undefined, field)
  if (!known.path.startsWith(actor.unitPath)) throw new Refusal('deputy_elsewhere', undefined, field)
  return known
}

/**
 * Names who approves while the caller is away.
 * @throws Refusal `deputy_unknown`, `deputy_self`, `deputy_elsewhere`, `deputy_idle`, `days_reversed`.
 */
export async function nameDeputy({ deputy, since, until }: Parsed<typeof account.nameDeputy>, context: Context) {
  const { tx, actor, today, app, note } = context
  const ownApprovals = [...actor.granted.values()].some((codes) => (codes & buttons.approve) !== 0)
  if (!ownApprovals) throw new Refusal('deputy_idle')
  if (until < since || until < today) throw new Refusal('days_reversed', undefined, { field: 'until' })
  const who = await mustBeDeputy(deputy, context)
  const { country } = app.clock
  const days = {
    deputyId: who.id,
    since: new Date(startOfDay(since, country)),
    until: new Date(startOfDay(addDays(until, 1), country)),
  }
  const named = { staffId: actor.id, ...days }
  await tx.insert(deputyRows).values(named).onConflictDoUpdate({ target: deputyRows.staffId, set: days })
  note({ objectId: actor.id, after: { deputy: who.name, since, until } })
  return { own: deputationOf(named, who) }
}

/** Takes one's approvals back. */
export async function endDeputy({ tx, actor, note }: Context): Promise<void> {
  await tx.delete(deputyRows).where(eq(deputyRows.staffId, actor.id))
  note({ objectId: actor.id })
}
