import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { session } from '#contract/session.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { randomToken, sha256 } from '#server/kernel/base/secrets.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { spendCode } from '#server/modules/account/steps.ts'
import { lockStaff, pastPasswords, recordSignIn, setPassword, staffByAccount } from '#server/modules/staff/steps.ts'
import {
  attemptsAgainst,
  attemptsFrom,
  attemptsOn,
  challengedFor,
  countFailures,
  countOf,
  forgetFailures,
  lockCount,
  mustNotBeFrozen,
} from './attempts.ts'
import { isSolved } from './slider.ts'
import { mustKnowPassword } from './steps/reauthenticate.ts'
import { endSessions, twoFactorStanding } from './steps/sessions.ts'
import { sessionRows } from './store.ts'

/** A hash nobody has the password of: checking an unknown account takes as long as checking a known one. */
const decoy = hash(randomToken())

/** What failures to sign in count against. */
const limitsOf = (account: string, ip: string | null) => [
  attemptsOn(account, ip),
  attemptsFrom(ip),
  attemptsAgainst(account),
]

type Typed = Parsed<typeof session.signIn>

/**
 * Lets an attempt through to the password: not while too many have failed, and after some only with a solved challenge.
 * @throws Refusal `frozen`, `slider_needed`, `slider_missed`.
 */
async function mustBeLetTry({ username, sliderId, sliderX }: Typed, { tx, now, ip, app }: Context): Promise<void> {
  const waits: number[] = []
  for (const limit of limitsOf(username, ip)) {
    // one at a time from one address; others are counted, not waited for
    const count = await (waits.length === 0 ? lockCount : countOf)(tx, limit, now)
    mustNotBeFrozen(count, now)
    waits.push(challengedFor(limit, count, now))
  }
  const waitMs = Math.max(...waits)
  if (waitMs === 0) return
  if (sliderId === undefined || sliderX === undefined) {
    throw new Refusal('slider_needed', { seconds: Math.ceil(waitMs / 1_000) })
  }
  const solved = await isSolved(tx, { id: sliderId, x: sliderX }, { now, ip, secrets: app.secrets })
  if (!solved) throw new Refusal('slider_missed', undefined, { stays: true })
}

/**
 * Checks account, password and code.
 * @throws Refusal `wrong_credentials`, the same for an unknown account, a wrong password and a disabled person;
 * `code_needed` and `wrong_code` of whoever has two-factor.
 */
async function mustBeRight({ username, password, code }: Typed, { tx, now, ip, app }: Context) {
  const wrong = (fault: string) => countFailures(tx, fault, limitsOf(username, ip), now)
  const person = await staffByAccount(tx, username)
  const right = await verify(person?.passwordHash ?? (await decoy), password)
  if (!person || !right || person.state !== 'enabled') throw await wrong('wrong_credentials')
  const { has, needs } = await twoFactorStanding(tx, person.id, app)
  if (!has) return { person, twoFactorDue: needs }
  if (code === undefined) throw new Refusal('code_needed')
  if (!(await spendCode(tx, person.id, code, { now, secrets: app.secrets }))) throw await wrong('wrong_code')
  return { person, twoFactorDue: false }
}

/** Checks who it is, and opens a session. */
export async function signIn(typed: Typed, context: Context) {
  const { username } = typed
  const { tx, now, ip, agent, note } = context
  note({ actorName: username, objectId: username, input: { username, agent } })
  await mustBeLetTry(typed, context)
  const { person, twoFactorDue } = await mustBeRight(typed, context)
  note({ actorId: person.id, actorName: person.name })
  const token = randomToken()
  // whoever has to set up two-factor now has typed their password for it
  const times = { startedAt: now, renewedAt: now, lastSeenAt: now, provenAt: twoFactorDue ? now : null }
  await tx
    .insert(sessionRows)
    .values({ id: randomUUID() as IdOf<'session'>, staffId: person.id, tokenHash: sha256(token), ip, agent, ...times })
  await forgetFailures(tx, attemptsOn(username, ip))
  await recordSignIn(tx, person.id, now)
  return { token, mustChangePassword: person.mustChangePassword, twoFactorDue }
}

/**
 * Gives the caller a new password and ends all of their sessions.
 * @throws Refusal `wrong_old_password`, `frozen`, `password_used_before`.
 */
export async function changePassword(typed: { before: string; now: string }, context: Context): Promise<void> {
  const { tx, now, actor } = context
  await mustKnowPassword(typed.before, context, 'wrong_old_password')
  const person = (await lockStaff(tx, actor.id))! // it was just theirs
  const past = await pastPasswords(tx, actor.id)
  const matches = await Promise.all(past.map((one) => verify(one, typed.now)))
  if (matches.includes(true)) throw new Refusal('password_used_before')
  await setPassword(tx, actor.id, { before: person.passwordHash, now: await hash(typed.now) }, now)
  await endSessions(tx, actor.id)
}
