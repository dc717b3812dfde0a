import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { batches } from '#contract/batches.ts'
import { batch as batchSubject } from '#contract/batches.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { Selection } from '#contract/kernel/selection.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { InvalidInput, Refusal } from '#server/kernel/base/refusal.ts'
import type { Context, RegistryEntry } from '#server/kernel/call/context.ts'
import { selectionCondition, viewOf } from '#server/kernel/listing/view.ts'
import { sealArgs } from './sealed-args.ts'
import { batchItemRows, batchRows } from './store.ts'

/** What a command is to be run on, and with which arguments. */
export type BatchRequest = Parsed<typeof batches.preview>

/** Most rows of one run. */
const rowsMax = 1_000_000

/**
 * The command, for whoever may run it.
 * @throws Refusal `unknown_command`, `forbidden`.
 */
export function mustBeCommand(id: string, { app, actor }: Context): RegistryEntry {
  const entry = app.registry.entries.get(id)
  if (!entry?.endpoint.subject || entry.endpoint.risk === 'read') throw new Refusal('unknown_command')
  if (!actor.may(entry.endpoint.requires)) throw new Refusal('forbidden')
  return entry
}

/**
 * The arguments as the command understands them.
 * @throws InvalidInput naming the argument.
 */
function mustBeArguments({ endpoint }: RegistryEntry, args: BatchRequest['args']): Record<string, unknown> {
  const known = endpoint.input.omit({ id: true, version: true }) as z.ZodObject // both are in the input of every change
  const parsed = known.safeParse(args, { reportInput: true })
  if (!parsed.success) throw new InvalidInput(parsed.error.issues)
  return parsed.data
}

/**
 * The rows that are meant, of a listing the caller may see and that shows the command's kind of row.
 * @throws Refusal `wrong_rows`, `forbidden`.
 */
export async function resolveSelection(selection: Selection, { endpoint }: RegistryEntry, context: Context) {
  const known = context.app.registry.listings.get(selection.listing)
  if (!known || known.listing.lists?.noun !== endpoint.subject?.noun) throw new Refusal('wrong_rows')
  const { listing, source } = known
  if (!context.actor.may(listing.requires)) throw new Refusal('forbidden')
  const looking = 'ids' in selection ? { q: '' } : { q: selection.query, asOf: selection.asOf }
  const view = await viewOf(listing, source, looking, context)
  return { source, where: sql`${view.where} and ${selectionCondition(source, selection)}` }
}

/**
 * Writes a run down with the rows it is for, each with the version it has now, in the order they will be locked.
 * @throws Refusal `nothing_selected`, `too_many_rows`, `wrong_rows`.
 */
export async function snapshotSelection(
  entry: RegistryEntry,
  wanted: BatchRequest,
  context: Context,
): Promise<{ id: IdOf<'batch'>; count: number }> {
  const { tx, actor, now, today } = context
  const { command, selection } = wanted
  const args = mustBeArguments(entry, wanted.args)
  const { source, where } = await resolveSelection(selection, entry, context)
  const id = await newId(tx, batchSubject.ids, today)
  const frozen = await rowsOf<{ count: number }>(
    tx,
    sql`with chosen as (
          select ${source.table.id} as row_id, ${source.table}.version from ${source.from} where ${where}
          order by ${source.table.id} limit ${rowsMax + 1}
        ), kept as (
          insert into ${batchItemRows} (batch_id, seq, row_id, version)
          select ${id}, row_number() over (order by row_id), row_id, version from chosen returning 1
        ) select count(*)::int as count from kept`,
  )
  const { count } = frozen[0]!
  if (count === 0) throw new Refusal('nothing_selected')
  if (count > rowsMax) throw new Refusal('too_many_rows', { count, max: rowsMax })
  const query = 'query' in selection ? selection.query : null
  const maker = { makerId: actor.id, makerName: actor.name, unitPath: actor.unitPath }
  const sealed = sealArgs(entry, args, context)
  const batch = { id, command, listing: selection.listing, query, args: sealed, count, createdAt: now }
  await tx.insert(batchRows).values({ ...batch, ...maker, state: 'validated' })
  return { id, count }
}

/** Why so many rows may not be run at once by this person; null where they may. */
export function blockerOf(
  { endpoint: { large } }: RegistryEntry,
  count: number,
  { actor }: Pick<Context, 'actor'>,
): Refusal | null {
  return large && count > large.rows && !actor.may(large.needs)
    ? new Refusal('too_many_rows', { count, max: large.rows })
    : null
}
