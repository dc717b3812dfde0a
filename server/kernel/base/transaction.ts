import { sql } from 'drizzle-orm'
import { type Db, stateOf } from './database.ts'
import { diskFull } from './disk-space.ts'
import { Refusal } from './refusal.ts'

/** `lock_timeout`: how long a call waits for a row that somebody else holds. */
const lockTimeout = '2s'

/**
 * Sets the session variables of a transaction: who writes, so that triggers name them in every changed row, and `lock_timeout`.
 * Where it is about single rows, plans are made once for all (`plan_cache_mode`): whichever row it is, it is found by its id.
 * @param at what time it is, for triggers that write it down: where none is said, the clock of the database tells.
 */
export const setSessionVariables = (tx: Db, who: string, about: 'rows' | 'lists' = 'rows', at?: Date) =>
  tx.execute(sql`select set_config('lendline.actor', ${who}, true), set_config('lock_timeout', ${lockTimeout}, true),
    set_config('plan_cache_mode', ${about === 'rows' ? 'auto' : 'force_custom_plan'}, true),
    set_config('lendline.now', ${at?.toISOString() ?? ''}, true)`)

const deadlock = '40P01'
/** SQLSTATEs of a row that somebody else holds: lock timeout, deadlock, serialization failure. */
const lockedStates = ['55P03', deadlock, '40001']
/** The same, and a statement that took too long. */
const busyStates = [...lockedStates, '57014']

/** Whether a deadlock broke a transaction off: nothing of it was kept. */
export const isDeadlock = (error: unknown): boolean => stateOf(error) === deadlock
/** Whether somebody else held a row for too long, or a deadlock broke the transaction off. */
export const isLockConflict = (error: unknown): boolean => lockedStates.includes(stateOf(error))

/** Retries at most. */
const retriesMax = 2

/** Retry: runs a transaction again where it broke off for what passes. Nothing of it was kept then. */
export async function withRetries<Result>(
  transaction: () => Promise<Result>,
  passes: (error: unknown) => boolean = isDeadlock,
  left = retriesMax,
): Promise<Result> {
  try {
    return await transaction()
  } catch (error) {
    if (left === 0 || !passes(error)) throw error
    return withRetries(transaction, passes, left - 1)
  }
}

/** The refusal in an error: a person can cause it, or wait until it has passed. Null for a defect. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const state = stateOf(error)
  if (state === diskFull) return new Refusal('disk_full')
  return busyStates.includes(state) ? new Refusal('busy', undefined, { cause: `SQLSTATE ${state}` }) : null
}

/** Carries nothing: it only has a savepoint rolled back. */
class RollBack extends Error {}

/** Savepoint: does work in one, and takes everything it wrote along where that is said at its end: a rehearsal. */
export async function inSavepoint(tx: Db, work: (savepoint: Db) => Promise<'keep' | 'rollBack'>): Promise<void> {
  try {
    await tx.transaction(async (savepoint) => {
      if ((await work(savepoint)) === 'rollBack') throw new RollBack()
    })
  } catch (error) {
    if (!(error instanceof RollBack)) throw error
  }
}
