import { hash, verify } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/kernel/database.ts'
import { type Context, Refusal } from '#server/kernel/implement.ts'
import { randomToken, sha256 } from '#server/kernel/secrets.ts'
import { lockStaff, pastPasswords, setPassword, signedIn, staffByAccount } from '#server/modules/staff/steps.ts'
import { endSessions } from './steps.ts'
import { attemptRows, sessionRows } from './store.ts'

const failuresMax = 5
const freezeMs = 15 * 60_000
/** A hash nobody has the password of: checking an unknown account takes as long as checking a known one. */
const decoy = hash(randomToken())

const attemptKey = (account: string, ip: string | null) => sha256(`${account.toLowerCase()}|${ip ?? ''}`)

/** Counts a failed attempt; the fifth within a quarter of an hour freezes the account for this address. */
async function countFailure(db: Db, key: string, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - freezeMs).toISOString()
  const frozenUntil = new Date(now.getTime() + freezeMs).toISOString()
  const failures = sql`case when ${attemptRows.at} < ${longAgo} then 1 else ${attemptRows.failures} + 1 end`
  await db
    .insert(attemptRows)
    .values({ key, failures: 1, at: now })
    .onConflictDoUpdate({
      target: attemptRows.key,
      set: {
        failures,
        at: now,
        frozenUntil: sql`case when ${failures} >= ${failuresMax} then ${frozenUntil}::timestamptz end`,
      },
    })
}

/** @throws Refusal `frozen` while too many attempts have failed. */
async function mustNotBeFrozen(tx: Db, key: string, now: Date): Promise<void> {
  const [attempt] = await tx.select().from(attemptRows).where(eq(attemptRows.key, key))
  const leftMs = (attempt?.frozenUntil?.getTime() ?? 0) - now.getTime()
  if (leftMs > 0) throw new Refusal('frozen', { minutes: Math.ceil(leftMs / 60_000) })
}

interface Typed {
  readonly username: string
  readonly password: string
}

/**
 * Checks account and password, and opens a session.
 * @throws Refusal `wrong_credentials`, the same for an unknown account, a wrong password and a disabled person.
 */
export async function signIn({ username, password }: Typed, { tx, now, ip, agent, note }: Context) {
  note({ actorName: username, objectId: username })
  const key = attemptKey(username, ip)
  await mustNotBeFrozen(tx, key, now)
  const person = await staffByAccount(tx, username)
  const right = await verify(person?.passwordHash ?? (await decoy), password)
  if (!person || !right || person.state !== 'enabled') {
    throw new Refusal('wrong_credentials', undefined, (db) => countFailure(db, key, now))
  }
  note({ actorId: person.id, actorName: person.name })
  const token = randomToken()
  const session = { id: randomToken(), staffId: person.id, tokenHash: sha256(token), ip, agent }
  await tx.insert(sessionRows).values({ ...session, startedAt: now, renewedAt: now, lastSeenAt: now })
  await tx.delete(attemptRows).where(eq(attemptRows.key, key))
  await signedIn(tx, person.id, now)
  return { token, mustChangePassword: person.mustChangePassword }
}

/**
 * Gives the caller a new password and ends all of their sessions.
 * @throws Refusal `wrong_old_password`, `password_used_before`.
 */
export async function changePassword(
  typed: { before: string; now: string },
  { tx, now, actor }: Context,
): Promise<void> {
  const person = await lockStaff(tx, actor.id)
  if (!person || !(await verify(person.passwordHash, typed.before))) throw new Refusal('wrong_old_password')
  const past = await pastPasswords(tx, actor.id)
  const matches = await Promise.all(past.map((one) => verify(one, typed.now)))
  if (matches.includes(true)) throw new Refusal('password_used_before')
  await setPassword(tx, actor.id, { before: person.passwordHash, now: await hash(typed.now) }, now)
  await endSessions(tx, actor.id)
}
