import { and, eq, lt } from 'drizzle-orm'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import { idempotencyRows } from '#server/kernel/base/tables.ts'

/** Idempotent attempt: a write as its caller named it. */
export interface Attempt {
  readonly key: string
  readonly actorId: string
  readonly endpoint: string
  /** What was asked, and what is in the files that came with it. */
  readonly body: unknown
  readonly now: Date
}

const byKey = ({ actorId, endpoint, key }: Attempt) =>
  and(eq(idempotencyRows.actorId, actorId), eq(idempotencyRows.endpoint, endpoint), eq(idempotencyRows.key, key))

/**
 * Claims the idempotency key for this transaction. A second caller with the same key waits until the first has committed.
 * @returns the answer that was given under the key, or null where this is the first attempt.
 * @throws Refusal `idempotency_reuse` where the key was used with another body.
 */
export async function claimKey(tx: Db, attempt: Attempt): Promise<unknown> {
  const bodyHash = sha256(JSON.stringify(attempt.body))
  const { key, actorId, endpoint, now } = attempt
  const claimed = await tx
    .insert(idempotencyRows)
    .values({ key, actorId, endpoint, bodyHash, at: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyRows.key })
  if (claimed.length > 0) return null
  const [earlier] = await tx.select().from(idempotencyRows).where(byKey(attempt))
  if (earlier?.bodyHash !== bodyHash) throw new Refusal('idempotency_reuse')
  return earlier.answer
}

/** Stores the answer, in the transaction that claimed the key. */
export async function keepAnswer(tx: Db, attempt: Attempt, answer: unknown): Promise<void> {
  await tx.update(idempotencyRows).set({ answer }).where(byKey(attempt))
}

/** Expires keys older than `before`. */
export async function forgetKeys(db: Db, before: Date): Promise<void> {
  await db.delete(idempotencyRows).where(lt(idempotencyRows.at, before))
}
