import { and, eq, gt, inArray } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { Output, Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type pictures, revealedMs } from '#contract/pictures.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { mustHaveRevealsLeft } from '#server/modules/customers/steps/customers.ts'
import { mayReveal } from './reach.ts'
import { customerPictureRows, pictureRevealRows } from './store.ts'

type RevealEndpoint = typeof pictures.reveal

/** Reveals pictures in force of one customer within reach: whoever asks sees them sharp for a minute. */
export async function revealPictures(
  { ids }: Parsed<RevealEndpoint>,
  call: Call<RevealEndpoint['faults'][number]>,
): Promise<Output<RevealEndpoint>> {
  const { tx, actor, now, fail, note } = call
  const rows = await tx.select().from(customerPictureRows).where(inArray(customerPictureRows.id, ids))
  const [customerId, ...others] = new Set(rows.map((row) => row.customerId))
  const all = rows.length === new Set(ids).size && others.length === 0
  if (!(all && customerId && (await mayReveal(customerId, call)))) return fail('not_found')
  await mustHaveRevealsLeft(call)
  const until = new Date(now.getTime() + revealedMs)
  await tx
    .insert(pictureRevealRows)
    .values(rows.map(({ id }) => ({ staffId: actor.id, pictureId: id, until })))
    .onConflictDoUpdate({ target: [pictureRevealRows.staffId, pictureRevealRows.pictureId], set: { until } })
  note({ objectId: customerId, input: { kinds: rows.map(({ kind }) => kind) } })
  return { until: toInstant(until) }
}

/** Whether a picture is revealed to whoever asks, now. */
export async function isRevealed(id: IdOf<'picture'>, { tx, actor, now }: Context): Promise<boolean> {
  const { staffId, pictureId, until } = pictureRevealRows
  const mine = and(eq(staffId, actor.id), eq(pictureId, id), gt(until, now))
  const [row] = await tx.select({ until }).from(pictureRevealRows).where(mine)
  return row !== undefined
}
