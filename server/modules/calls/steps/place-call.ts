import { callSubject } from '#contract/calls.ts'
import type { IdOf, Ref } from '#contract/kernel/values.ts'
import type { CallWay } from '#contract/lines.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { mustHavePhone } from '#server/modules/customers/steps/customers.ts'
import { lineFor } from '#server/modules/lines/steps.ts'
import { callRows } from '../store.ts'

/** The topic that calls are dialled under. */
export const dialTopic = 'calls.dial'

/** Who is called, or written to by hand, and about what. */
interface CallTarget {
  readonly loanId: IdOf<'loan'>
  readonly customerId: IdOf<'customer'>
  /** Of a contact about a debt. */
  readonly caseId?: IdOf<'case'>
  readonly way: CallWay
}

/** What is answered to whoever calls: the call that their seat makes, or the number for their own phone. */
interface PlacedCall {
  readonly call: IdOf<'call'> | null
  readonly line: Ref<'line'> | null
  readonly number?: string
}

/**
 * Places a call to a customer: the seat of whoever calls makes it, through its dialler; without one the number is answered
 * for their own phone, which nothing more is heard of. The record has the line.
 * @throws Refusal `no_phone`; `on_a_call`, where the seat has not ended another.
 */
export async function placeCall({ way, ...about }: CallTarget, call: Context): Promise<PlacedCall> {
  const { tx, actor, now, today, app, note } = call
  const number = await mustHavePhone(tx, about.loanId, app.clock.country)
  const line = await lineFor(tx, way, actor)
  const bySeat = line !== null && line.kind === 'seat' && line.providerId !== null
  const id = await newId(tx, callSubject.ids, today)
  const where = { staffId: actor.id, agencyId: actor.agencyId, unitPath: actor.unitPath, lineId: line?.id ?? null }
  const state = bySeat ? ('dialling' as const) : ('handedOver' as const)
  const placed = await tx
    .insert(callRows)
    .values({ id, state, direction: 'out', way, ...about, ...where, beganAt: now })
    .onConflictDoNothing()
    .returning({ id: callRows.id })
  if (placed.length === 0) throw new Refusal('on_a_call')
  if (line) note({ reason: line.number })
  const shown = line && { id: line.id, name: line.number }
  if (!bySeat) return { call: null, line: shown, number }
  await post(tx, { topic: dialTopic, key: id, body: { callId: id } }, now)
  return { call: id, line: shown }
}
