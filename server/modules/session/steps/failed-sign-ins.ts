import type { Db } from '#server/kernel/base/database.ts'
import { attemptsAgainst, forgetFailures } from '#server/modules/session/attempts.ts'

/** Forgets the failed attempts to sign in to an account, whatever address they came from. */
export const forgetFailedSignIns = (tx: Db, account: string) => forgetFailures(tx, attemptsAgainst(account))
