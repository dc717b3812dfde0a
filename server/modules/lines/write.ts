import { and, eq, ne } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Line, line, type NewLine } from '#contract/lines.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { toE164 } from '#server/modules/customers/steps/customers.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { holderToStore } from './holder.ts'
import { lockLines } from './steps.ts'
import { lineRows } from './store.ts'

type WriteContext = Pick<Context, 'tx' | 'app' | 'actor' | 'now' | 'today'>

/** What a dialler knows a seat by: `1001`, `desk-4@sip.example.com`. */
const seat = /^[A-Za-z0-9][\w.-]*(@[A-Za-z0-9][A-Za-z0-9.-]*)?$/
/** A phone number as people write it, with at least as many digits as one has anywhere. */
const phone = /^\+?\d(?:[\s().-]*\d){4,14}$/

/** A number as it is stored. @throws Refusal `not_a_number`. */
function numberToStore(kind: Line['kind'], typed: string, { app }: Pick<Context, 'app'>): string {
  if (kind === 'seat' && seat.test(typed)) return typed
  if (kind === 'seat' || !phone.test(typed)) throw new Refusal('not_a_number', undefined, { field: 'number' })
  // with the sign it says its country itself
  return typed.startsWith('+') ? `+${typed.replace(/\D/g, '')}` : toE164(typed, app.clock.country)
}

/** Lines come from a dialler, or from who sends WhatsApp messages. @throws Refusal `unknown_provider`, `not_a_dialler`. */
async function providerToStore(
  kind: Line['kind'],
  providerId: IdOf<'provider'> | undefined,
  { tx }: Pick<Context, 'tx'>,
): Promise<IdOf<'provider'> | null> {
  if (!providerId) return null
  const field = 'providerId'
  const [provider] = await tx
    .select({ kind: providerRows.kind })
    .from(providerRows)
    .where(eq(providerRows.id, providerId))
  if (!provider) throw new Refusal('unknown_provider', undefined, { field })
  if (provider.kind !== providerKindOf(kind)) throw new Refusal('not_a_dialler', undefined, { field })
  return providerId
}

/** The kind of provider that a line comes from. */
export const providerKindOf = (kind: Line['kind']): 'whatsapp' | 'dialler' =>
  kind === 'whatsapp' ? 'whatsapp' : 'dialler'

/** What a line is, as it is stored. @throws Refusal each with its field. */
export async function detailsToStore(
  { number: typed, providerId }: Pick<NewLine, 'number' | 'providerId'>,
  { kind, id }: { readonly kind: Line['kind']; readonly id: IdOf<'line'> | null },
  context: WriteContext,
) {
  const number = numberToStore(kind, typed, context)
  await lockLines(context.tx)
  const same = and(eq(lineRows.kind, kind), eq(lineRows.number, number), id ? ne(lineRows.id, id) : undefined)
  const [known] = await context.tx.select({ id: lineRows.id }).from(lineRows).where(same)
  if (known) throw new Refusal('number_taken', { number }, { field: 'number' })
  return { number, providerId: await providerToStore(kind, providerId, context) }
}

/** Adds a line. @throws Refusal each with its field. */
export async function addLine({ kind, ...asked }: NewLine, context: WriteContext) {
  const { tx, today, now } = context
  const values = {
    ...(await detailsToStore(asked, { kind, id: null }, context)),
    ...(await holderToStore(asked, { kind, id: null }, context)),
  }
  const id = await newId(tx, line.ids, today)
  await tx.insert(lineRows).values({ id, kind, ...values, createdAt: now })
  return { id, kind, ...values }
}
