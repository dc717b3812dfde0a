import type { IdOf } from '#contract/kernel/values.ts'
import type { WriteOffType } from '#contract/loans/write-off.ts'
import { writeOff } from '#contract/write-offs.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { Context } from '#server/kernel/call/context.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { flagRequest } from '#server/modules/plans/steps/plans.ts'
import { measure, mustBeAlone, mustBeAmount, mustBeCurrency, mustBeUtr, type Received } from '../measure.ts'
import { writeOffRows } from '../store.ts'

/** A write-off as it is asked for. */
export interface WriteOffArgs extends Received {
  readonly type: Exclude<WriteOffType, 'operational'>
  readonly reason?: string | null | undefined
  /** Of a line of a sheet: which, and whether the customer goes on the blacklist. */
  readonly sheet?: string
  readonly line?: number
  readonly blacklist?: boolean
}

/**
 * Files a write-off of a locked order for approval: nothing is taken yet. Answers its id.
 * @throws Refusal for everything that has to be right, with the argument it is about.
 */
export async function fileWriteOff(
  loan: StoredLoan,
  wanted: WriteOffArgs,
  context: Context,
): Promise<IdOf<'writeOff'>> {
  const { tx, actor, now, today } = context
  const { type, amount, channel, bankCode, utr, upi, repaidOn, reason = null } = wanted
  const { sheet = null, line = null, blacklist = false } = wanted
  mustBeCurrency(loan, amount)
  const measured = await measure(type, loan, repaidOn, context)
  mustBeAlone(measured.books)
  mustBeAmount(type, amount.minor, loan, measured)
  await mustBeUtr({ utr, amountMinor: amount.minor }, context)
  const id = await newId(tx, writeOff.ids, today)
  await tx.insert(writeOffRows).values({
    ...{ id, type, loanId: loan.id, state: 'pending', currency: loan.currency, amountMinor: amount.minor },
    ...{ repayableMinor: measured.repayableMinor, extensionMinor: measured.price?.repayableMinor ?? null },
    ...{ channel, bankCode, utr, upi, repaidOn, reason, sheet, line, blacklist },
    ...{ makerId: actor.id, makerUnitPath: actor.unitPath, requestedAt: now },
  })
  for (const plan of measured.books.plans) await flagRequest(tx, plan.id, true)
  return id
}
