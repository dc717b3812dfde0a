import { and, eq, ne } from 'drizzle-orm'
import { approval } from '#contract/approvals.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { type CallRequest, fileCall } from './calls.ts'
import { approvalRows } from './store.ts'

/** How long a request waits for somebody to decide. */
const waitsMs = 3 * 86_400_000

/** What every request is filed with: who asks, why, since when and until when. */
export const filedBy = ({ actor, now }: Context, reason: string | undefined) => ({
  ...{ state: 'pending' as const, reason: reason || null },
  ...{ makerId: actor.id, makerUnitPath: actor.unitPath, requestedAt: now },
  validUntil: new Date(now.getTime() + waitsMs),
})

/**
 * Files a call that needs a second person, as its caller asked for it.
 * @throws Refusal where it would be refused anyway, `needs_no_approval`, `request_open`; InvalidInput.
 */
export async function fileRequest(
  asked: CallRequest,
  reason: string | undefined,
  context: Context,
): Promise<IdOf<'approval'>> {
  const filed = await fileCall(asked, context)
  const id = await newId(context.tx, approval.ids, context.today)
  await context.tx.insert(approvalRows).values({ id, ...filed, count: 1, eligible: 1, ...filedBy(context, reason) })
  return id
}

/** Erases what calls about somebody were filed with, and what they changed; who asked and who decided stays. */
export async function eraseRequestsAbout(tx: Context['tx'], customerId: IdOf<'customer'>): Promise<void> {
  await tx
    .update(approvalRows)
    .set({ input: null, before: null, after: null })
    .where(and(eq(approvalRows.objectId, customerId), ne(approvalRows.state, 'pending')))
}
