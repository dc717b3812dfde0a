import { randomUUID } from 'node:crypto'
import { and, count, eq, sql } from 'drizzle-orm'
import type { exports, Made } from '#contract/exports.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { Listing } from '#contract/kernel/list.ts'
import type { Instant } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/database.ts'
import { fileOf, writing } from '#server/kernel/export.ts'
import { type Context, Refusal } from '#server/kernel/implement.ts'
import { viewToExport } from '#server/kernel/listing.ts'
import { narrowed } from '#server/kernel/narrow.ts'
import type { Source } from '#server/kernel/source.ts'
import { languageOf } from '#server/kernel/words.ts'
import type { Export } from './make.ts'
import { launch } from './run.ts'
import { exportRows } from './store.ts'

/** How many files somebody may have made at once, and how long one is kept. */
const [atOnceMax, keptMs] = [3, 24 * 3_600_000]

/** A file as whoever asked for it is told of it. */
export const toMade = ({ id, name, state, done, count: all, expiresAt }: Export): Made => ({
  id,
  name,
  state,
  done,
  count: all,
  expiresAt: expiresAt.toISOString() as Instant, // as the contract has moments
})

type Asked = Parsed<typeof exports.start> & { readonly unmasked?: boolean }

async function mustHaveRoom({ tx, actor }: Context): Promise<void> {
  const making = and(eq(exportRows.staffId, actor.id), eq(exportRows.state, 'making'))
  const [others] = await tx.select({ count: count() }).from(exportRows).where(making)
  if (Number(others!.count) >= atOnceMax) throw new Refusal('too_many_exports', { max: atOnceMax })
}

/**
 * Has a file of a listing made, once this call is committed.
 * @throws Refusal `too_many_exports`, and what the filter and the columns deserve.
 */
export async function begin(listing: Listing, source: Source, input: Asked, context: Context): Promise<Made> {
  const { tx, actor, now, requestId, note, afterwards } = context
  const view = await viewToExport(listing, source, input, context)
  await mustHaveRoom(context)
  const [rows] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from ${narrowed(source, view.where)} where ${view.where}`,
  )
  writing(view, input, context) // a column that is not there is refused now
  const { name, type } = fileOf(view, input)
  const made: Export = {
    id: `EX${randomUUID().replaceAll('-', '').slice(0, 24)}` as Made['id'], // made here, and nowhere else
    staffId: actor.id,
    listing: listing.id,
    input: { ...input, asOf: input.asOf ?? view.asOf },
    language: languageOf(input.language),
    name,
    type,
    state: 'making',
    done: 0,
    count: rows!.count,
    requestId,
    createdAt: now,
    beatAt: now,
    expiresAt: new Date(now.getTime() + keptMs),
  }
  await tx.insert(exportRows).values(made)
  note({ objectId: made.id, page: listing.may as string }) // a listing belongs to one page
  afterwards(async () => {
    launch(made, context)
    return toMade(made)
  })
  return toMade(made)
}
