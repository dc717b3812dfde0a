import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type KycProgress, type KycStep, kycProgress, kycSteps } from '#contract/kyc.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { customerRows, kycStepRows } from '../store.ts'

type CustomerId = IdOf<'customer'>

/** Where somebody stands, kept beside them for lists. */
async function keepProgress(tx: Db, id: CustomerId): Promise<KycProgress> {
  const done = and(eq(kycStepRows.customerId, id), isNotNull(kycStepRows.doneAt))
  const rows = await tx.select({ step: kycStepRows.step }).from(kycStepRows).where(done)
  const kyc = kycProgress(new Set(rows.map(({ step }) => step)))
  await tx.update(customerRows).set({ kyc }).where(eq(customerRows.id, id))
  return kyc
}

/** Somebody begins a step of KYC: the first time counts. */
export async function beginStep(tx: Db, customerId: CustomerId, step: KycStep, at: Date): Promise<void> {
  const begunAt = sql`coalesce(${kycStepRows.begunAt}, excluded.begun_at)`
  const target = [kycStepRows.customerId, kycStepRows.step]
  await tx
    .insert(kycStepRows)
    .values({ customerId, step, begunAt: at })
    .onConflictDoUpdate({ target, set: { begunAt } })
}

/** Somebody has done a step of KYC. */
export async function finishStep(tx: Db, customerId: CustomerId, step: KycStep, doneAt: Date): Promise<KycProgress> {
  const target = [kycStepRows.customerId, kycStepRows.step]
  await tx.insert(kycStepRows).values({ customerId, step, doneAt }).onConflictDoUpdate({ target, set: { doneAt } })
  return keepProgress(tx, customerId)
}

/** Has a step done once more. @throws Refusal `not_done_yet`: there is nothing to do again. */
export async function askAgain(
  tx: Db,
  customerId: CustomerId,
  { step, reason }: { readonly step: KycStep; readonly reason: string },
  askedAt: Date,
): Promise<void> {
  const done = and(eq(kycStepRows.customerId, customerId), eq(kycStepRows.step, step), isNotNull(kycStepRows.doneAt))
  const again = { begunAt: null, doneAt: null, askedAt, reason }
  const asked = await tx.update(kycStepRows).set(again).where(done).returning({ step: kycStepRows.step })
  if (asked.length === 0) throw new Refusal('not_done_yet', undefined, { field: 'step' })
  await keepProgress(tx, customerId)
}

/** When somebody began each step and finished it, in the order in which the app asks. */
export async function stepsOf(tx: Db, id: CustomerId) {
  const rows = await tx.select().from(kycStepRows).where(eq(kycStepRows.customerId, id))
  return kycSteps.map((step) => {
    const row = rows.find((one) => one.step === step)
    return {
      step,
      begunAt: row?.begunAt ? toInstant(row.begunAt) : null,
      doneAt: row?.doneAt ? toInstant(row.doneAt) : null,
      askedAt: row?.askedAt ? toInstant(row.askedAt) : null,
      reason: row?.reason ?? null,
    }
  })
}
