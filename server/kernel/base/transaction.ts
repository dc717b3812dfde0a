import { sql } from 'drizzle-orm'
import { type Db, stateOf } from './database.ts'
import { diskFull } from './disk-space.ts'
import { Refusal } from './refusal.ts'

/** `lock_timeout`: how long a call waits for a row that somebody else holds. */
const lockTimeout = '2s'

/** Sets the session variables of a transaction: who writes, so that triggers name them in every changed row, and `lock_timeout`. */
export const setSessionVariables = (tx: Db, who: string) =>
  tx.execute(sql`select set_config('lendline.actor', ${who}, true), set_config('lock_timeout', ${lockTimeout}, true)`)

const deadlock = '40P01'
/** Whether a deadlock broke a transaction off: nothing of it was kept. */
export const isDeadlock = (error: unknown): boolean => stateOf(error) === deadlock
/** Retries after a deadlock, at most. */
export const retriesMax = 2

/** SQLSTATEs of a row that somebody else holds: lock timeout, deadlock, serialization failure, cancelled statement. */
const busyStates = ['55P03', deadlock, '40001', '57014']

/** The refusal in an error: a person can cause it, or wait until it has passed. Null for a defect. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const state = stateOf(error)
  if (state === diskFull) return new Refusal('disk_full')
  return busyStates.includes(state) ? new Refusal('busy') : null
}
