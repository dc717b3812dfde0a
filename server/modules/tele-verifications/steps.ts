import { eq, type SQL, sql } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type CallProgress, mayCall, mayRecordCall, verificationFlow } from '#contract/loans/verification.ts'
import type { TeleVerification } from '#contract/tele-verifications.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { ids, newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { lineRows } from '#server/modules/lines/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { verificationRows } from './store.ts'

type LoanId = IdOf<'loan'>
type Event = Parameters<typeof verificationFlow.after>[1]

/** What an order is while nobody has called about it. */
const untouched: CallProgress = { callState: 'notExecuted', calls: 0 }

/** How far the verification of an order has come, where verifications are joined to orders. */
export const verificationPlaces = {
  // said state by state: whoever asks for calls under way has them looked for among the verifications, which are few
  callState: {
    caseWhen: verificationFlow.states.map((state): [string, SQL] =>
      state === untouched.callState
        ? [state, sql`coalesce(${verificationRows.state}, ${state}) = ${state}`]
        : [state, sql`${verificationRows.state} = ${state}`],
    ),
  },
  calls: sql`coalesce(${verificationRows.calls}, ${untouched.calls})`,
}

/**
 * Takes the verification of a locked order one step further. What its row told of it was read before the order was locked:
 * asked again, and refused alike.
 */
export async function advanceVerification(
  loanId: LoanId,
  event: Event,
  { tx, actor, now, app }: Pick<Context, 'tx' | 'actor' | 'now' | 'app'>,
): Promise<void> {
  const [known] = await tx.select().from(verificationRows).where(eq(verificationRows.loanId, loanId))
  const { callState, calls } = known ? { callState: known.state, calls: known.calls } : untouched
  const allowed = event === 'begin' ? mayCall({ callState, calls }) : mayRecordCall({ callState })
  if (!allowed.ok) throw new Refusal(allowed.fault, allowed.values)
  const state = verificationFlow.after(callState, event)! // as was just asked
  const called = { calls: calls + 1, callerId: actor.id, calledAt: now }
  if (known) {
    const change = { state, ...(event === 'begin' && called), ...(event === 'connected' && { verifiedAt: now }) }
    await tx.update(verificationRows).set(change).where(eq(verificationRows.id, known.id))
  } else {
    const id = await newId(tx, ids.teleVerification, today(app.clock, now))
    await tx.insert(verificationRows).values({ id, loanId, state, ...called })
  }
}

/** Notes by which line the customer was called last. */
export async function noteLine(tx: Db, loanId: LoanId, lineId: IdOf<'line'> | null): Promise<void> {
  await tx.update(verificationRows).set({ lineId }).where(eq(verificationRows.loanId, loanId))
}

/** The verification of an order; none while nobody has called about it. */
export async function verificationOf(tx: Db, loanId: LoanId): Promise<TeleVerification | null> {
  const [row] = await tx
    .select()
    .from(verificationRows)
    .innerJoin(staffRows, eq(staffRows.id, verificationRows.callerId))
    .leftJoin(lineRows, eq(lineRows.id, verificationRows.lineId))
    .where(eq(verificationRows.loanId, loanId))
  if (!row) return null
  const { id, state, calls, callerId, calledAt, verifiedAt } = row.tele_verifications
  return {
    ...{ id, state, calls, callTask: `${id}-${calls}`, caller: { id: callerId, name: row.staff.name } },
    line: row.lines && { id: row.lines.id, name: row.lines.number },
    ...{ calledAt: toInstant(calledAt), verifiedAt: verifiedAt && toInstant(verifiedAt) },
  }
}
