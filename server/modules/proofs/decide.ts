import { eq } from 'drizzle-orm'
import { loanFlow } from '#contract/loans/flow.ts'
import type { Proof } from '#contract/proofs.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { lockLoan, logLoanEvent } from '#server/modules/loans/steps/transition.ts'
import { assignLine, mustBeFreeLine, releaseLines } from '#server/modules/statements/steps.ts'
import { fileWriteOff } from '#server/modules/write-offs/steps/file-write-off.ts'
import { proofRows } from './store.ts'

type ProofCall = Call<never, Proof>

const decide = ({ tx, row, actor, now }: ProofCall, values: Partial<typeof proofRows.$inferInsert>) =>
  tx
    .update(proofRows)
    .set({ ...values, handlerId: actor.id, handledAt: now })
    .where(eq(proofRows.id, row.id))

/** Says which transfer of a statement a proof shows, where the UTR was typed wrong, or two proofs claim it. */
export async function match(utr: string, call: ProofCall): Promise<void> {
  const { tx, row } = call
  const line = await mustBeFreeLine(tx, { utr, amount: row.amount })
  await assignLine(tx, line.id, { proofId: row.id, loanId: row.loanId })
  await decide(call, { state: 'matched', utr, duplicateOf: null })
}

/** Asks for a write-off of what a proof shows. */
export async function convert(
  { type, reason }: { readonly type: 'full' | 'partial' | 'rollover'; readonly reason?: string | undefined },
  call: ProofCall,
): Promise<void> {
  const { tx, row, actor, now, requestId } = call
  const loan = (await lockLoan(tx, row.loanId))!
  const may = loanFlow.can(type === 'rollover' ? 'writeOffRollover' : 'writeOffPartial')(loan)
  if (!may.ok) throw new Refusal(may.fault, may.values)
  const [stored] = await tx.select({ upi: proofRows.upi }).from(proofRows).where(eq(proofRows.id, row.id))
  const { amount, channel, bankCode, utr, paidOn: repaidOn } = row
  const wanted = { type, amount, channel, bankCode, utr, upi: stored!.upi, repaidOn, reason: reason || null }
  const writeOffId = await fileWriteOff(loan, wanted, call)
  await decide(call, { state: 'converted', writeOffId })
  const told = { actor: actor.name, now, requestId, reason: writeOffId }
  await logLoanEvent(tx, loan, { event: 'verifyProof', ...told })
}

/** Says that a proof proves nothing: the transfer that it was held to show is free again. */
export async function reject(reason: string, call: ProofCall): Promise<void> {
  await decide(call, { state: 'rejected', reason })
  await releaseLines(call.tx, call.row.id)
}
