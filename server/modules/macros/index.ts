import { and, asc, count, eq, or } from 'drizzle-orm'
import type { z } from 'zod'
import { toInstant } from '#contract/kernel/calendar.ts'
import { type Macro, type MacroStep, macros, macrosMax } from '#contract/macros.ts'
import { ids, newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { macroRows } from './store.ts'

/**
 * A step that can be replayed, by somebody who may: a command that can be taken back or is reviewed, with arguments it
 * understands, and without secrets.
 * @throws Refusal `unknown_command`, `forbidden`, `macro_irreversible`, `macro_argument`.
 */
function mustBeReplayable({ call: { id, args }, holes }: MacroStep, { app, actor }: Context): void {
  const endpoint = app.registry.entries.get(id)?.endpoint
  if (!endpoint?.subject) throw new Refusal('unknown_command')
  if (!actor.may(endpoint.requires)) throw new Refusal('forbidden')
  if (endpoint.risk === 'irreversible') throw new Refusal('macro_irreversible')
  const { id: _, version: __, ...shape } = endpoint.input.shape as Readonly<Record<string, z.ZodType>>
  for (const name of Object.keys(args)) {
    const own = Object.hasOwn(shape, name) ? shape[name] : undefined
    const kept = own?.safeParse(args[name]).success && !endpoint.secrets?.includes(name)
    if (!kept || holes.includes(name)) throw new Refusal('macro_argument', { name })
  }
}

const toMacro = (row: typeof macroRows.$inferSelect, maker: string): Macro => {
  const { id, name, steps, shared, staffId, at } = row
  return { id, name, steps, shared, maker: { id: staffId, name: maker }, at: toInstant(at) }
}

/** Handlers of `macros`: commands that were recorded to be run again. */
export default implement(macros, {
  async list(_, { tx, actor }) {
    const rows = await tx
      .select({ macro: macroRows, maker: staffRows.name })
      .from(macroRows)
      .innerJoin(staffRows, eq(staffRows.id, macroRows.staffId))
      .where(or(eq(macroRows.staffId, actor.id), and(eq(macroRows.shared, true), eq(macroRows.unitId, actor.unitId))))
      .orderBy(asc(macroRows.name), asc(macroRows.id))
    return { macros: rows.map(({ macro, maker }) => toMacro(macro, maker)) }
  },

  async save({ name, steps, shared }, context) {
    const { tx, actor, now, today, fail } = context
    for (const step of steps) mustBeReplayable(step, context)
    const values = { name, steps, shared, unitId: actor.unitId, at: now }
    const id = await newId(tx, ids.macro, today)
    const [saved] = await tx
      .insert(macroRows)
      .values({ id, staffId: actor.id, ...values })
      .onConflictDoUpdate({ target: [macroRows.staffId, macroRows.name], set: values })
      .returning()
    const [own] = await tx.select({ count: count() }).from(macroRows).where(eq(macroRows.staffId, actor.id))
    return Number(own!.count) > macrosMax ? fail('too_many_macros', { max: macrosMax }) : toMacro(saved!, actor.name)
  },

  async remove({ id }, { tx, actor, fail }) {
    const mine = and(eq(macroRows.id, id), eq(macroRows.staffId, actor.id))
    const gone = await tx.delete(macroRows).where(mine).returning({ id: macroRows.id })
    return gone.length > 0 ? {} : fail('not_found')
  },
})
