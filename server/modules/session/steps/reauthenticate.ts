import { verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { Context } from '#server/kernel/call/context.ts'
import { spendCode } from '#server/modules/account/steps.ts'
import {
  countFailures,
  forgetFailures,
  lockCount,
  mustNotBeFrozen,
  reauthentications,
} from '#server/modules/session/attempts.ts'
import { sessionRows } from '#server/modules/session/store.ts'
import { staffById } from '#server/modules/staff/steps.ts'

/** @throws Refusal `fault` where `right` says no, which is counted; `frozen` where it said so too often. */
async function mustBe(right: () => Promise<boolean>, fault: string, { tx, actor, now }: Context): Promise<void> {
  const counted = reauthentications(actor.id)
  mustNotBeFrozen(await lockCount(tx, counted, now), now)
  if (!(await right())) throw await countFailures(tx, fault, [counted], now)
  await forgetFailures(tx, counted)
}

/** @throws Refusal `fault` where it is not the caller's password; `frozen` after too many of them. */
export async function mustKnowPassword(password: string, context: Context, fault = 'wrong_password'): Promise<void> {
  const person = await staffById(context.tx, context.actor.id)
  await mustBe(async () => person !== undefined && verify(person.passwordHash, password), fault, context)
}

/** @throws Refusal `wrong_code` where it is no code of the caller's; `frozen` after too many of them. */
export async function mustHaveCode(code: string, context: Context): Promise<void> {
  const { tx, actor, now, app } = context
  await mustBe(() => spendCode(tx, actor.id, code, { now, secrets: app.secrets }), 'wrong_code', context)
}

/** Notes that it is still the person who signed in: by a code where they have two-factor, else by their password. */
export async function prove(proof: string, context: Context): Promise<void> {
  const { tx, actor, now } = context
  await (actor.twoFactor ? mustHaveCode(proof, context) : mustKnowPassword(proof, context))
  if (actor.sessionId) await tx.update(sessionRows).set({ provenAt: now }).where(eq(sessionRows.id, actor.sessionId))
}
