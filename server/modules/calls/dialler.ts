import { and, eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { toE164 } from '#server/modules/customers/steps/customers.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { providerFor, providerOf } from '#server/modules/gateways/steps.ts'
import { diallerChannel } from '#server/modules/lines/steps.ts'
import { lineRows } from '#server/modules/lines/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { callProvider, mustBeOk } from '#server/modules/provider-configs/steps.ts'
import type { ContactFailure } from './steps/contact-failures.ts'
import { callRows, type StoredCall } from './store.ts'

type CallId = IdOf<'call'>

/** A call with what its dialler has to know of it. */
export async function diallerOrder({ db }: AppContext['database'], id: CallId) {
  const [order] = await db
    .select({ call: callRows, line: lineRows, phone: customerRows.phone, loanApp: loanRows.app })
    .from(callRows)
    .leftJoin(lineRows, eq(lineRows.id, callRows.lineId))
    .leftJoin(customerRows, eq(customerRows.id, callRows.customerId))
    .leftJoin(loanRows, eq(loanRows.id, callRows.loanId))
    .where(eq(callRows.id, id))
  return order
}
type DiallerOrder = NonNullable<Awaited<ReturnType<typeof diallerOrder>>>

/** The configuration of the dialler that a call goes by: the one it was dialled through, else one of its line's provider. */
export const diallerOf = ({ call, line, loanApp }: DiallerOrder, app: AppContext) =>
  call.configId
    ? providerOf(call.configId, app)
    : providerFor(
        { kind: 'dialler', app: loanApp ?? '', key: call.id, ...(line?.providerId && { providerId: line.providerId }) },
        app,
      )

/** Writes down what is known of a call by now, as the dialler, unless it has gone on meanwhile. */
const updateCall = (
  { db }: AppContext['database'],
  { id, state }: Pick<StoredCall, 'id' | 'state'>,
  values: Partial<StoredCall>,
): Promise<void> =>
  db.transaction(async (tx) => {
    await setSessionVariables(tx, diallerChannel)
    await tx
      .update(callRows)
      .set(values)
      .where(and(eq(callRows.id, id), eq(callRows.state, state)))
  })

/** What was to be dialled so long ago nobody waits for any more: the customer would be rung with nobody there. */
const staleMs = 30_000
/** Answers that say that this seat does not call this number. */
const refusals: readonly number[] = [404, 422]

/**
 * Has the dialler ring a seat, then the customer: signed, and named by the call's id, which it must not dial twice.
 * @throws Error where it cannot be reached, does not answer in time, or is out of order.
 */
export const dialPort =
  (app: AppContext): Port =>
  async ({ key }) => {
    const order = await diallerOrder(app.database, key as CallId) // posted under its own id
    if (order?.call.state !== 'dialling') return
    const { call, line, phone } = order
    const now = app.clock.now()
    if (now.getTime() - call.beganAt.getTime() > staleMs) return // given up by `endSilentCalls`
    const fail = (failure: ContactFailure) =>
      updateCall(app.database, call, { state: 'failed', failure, endedAt: now, connected: false })
    if (!phone || !line) return fail('numberGone')
    const { secrets, configId, ...target } = await diallerOf(order, app)
    // before anything is sent: whoever calls back is known by it
    await updateCall(app.database, call, { configId })
    const to = toE164(phone, app.clock.country)
    const body = JSON.stringify({ callId: call.id, seat: line.number, to, callbackUrl: target.callbackUrl })
    const taken = async (response: Response): Promise<boolean> => {
      if (refusals.includes(response.status)) return false
      await mustBeOk(response)
      return true
    }
    const asked = { path: '/calls', sender: diallerChannel, body }
    const isTaken = await callProvider({ ...target, secrets, configId }, asked, taken, app)
    if (!isTaken) await fail('dialRefused')
  }

/** What the dialler itself calls a call that came in: it is stored behind the id of its provider. */
const refAtDialler = (ref: string): string => ref.slice(ref.indexOf(':') + 1)

/** The topic that calls are ended under. */
export const hangUpTopic = 'calls.hangUp'

/** Has the dialler end a call. One that it does not know has ended already. */
export const hangUpPort =
  (app: AppContext): Port =>
  async (message) => {
    const order = await diallerOrder(app.database, message.body.callId as CallId) // as `calls.hangUp` has posted it
    if (!order) return
    const { id, ref } = order.call
    const body = JSON.stringify({ callId: id, ref: ref && refAtDialler(ref) })
    const asked = { path: '/calls/hang-up', sender: diallerChannel, body }
    const taken = async (response: Response) => {
      if (response.status !== 404) await mustBeOk(response)
    }
    await callProvider(await diallerOf(order, app), asked, taken, app)
  }
