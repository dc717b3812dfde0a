import type { account } from '#contract/account.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { mustHoldRightsOf } from '#server/modules/roles/steps.ts'
import { mustHaveCode } from '#server/modules/session/steps/reauthenticate.ts'
import { endSessions } from '#server/modules/session/steps/sessions.ts'
import { lockStaff } from '#server/modules/staff/steps.ts'
import { confirmTwoFactor, endTwoFactor, renewRecoveryCodes } from './steps.ts'

const twoFactorContext = ({ app, now }: Context) => ({ secrets: app.secrets, now })

/** New recovery codes for the caller. */
export async function renew(context: Context): Promise<{ recoveryCodes: string[] }> {
  const { tx, actor } = context
  return { recoveryCodes: await renewRecoveryCodes(tx, actor.id, twoFactorContext(context)) }
}

/**
 * Puts the secret that the caller began with in force; whoever else is signed in as them is not, any more.
 * @throws Refusal `two_factor_not_begun`, `wrong_code`.
 */
export async function confirm(code: string, context: Context): Promise<{ recoveryCodes: string[] }> {
  const { tx, actor } = context
  const outcome = await confirmTwoFactor(tx, actor.id, code, twoFactorContext(context))
  if (outcome !== 'confirmed') throw new Refusal(outcome)
  await endSessions(tx, actor.id, actor.sessionId)
  return renew(context)
}

/** Turns the caller's off. @throws Refusal `two_factor_required`, `two_factor_off`. */
export async function turnOff({ tx, actor }: Context): Promise<void> {
  if (actor.twoFactorRequired) throw new Refusal('two_factor_required')
  if (!(await endTwoFactor(tx, actor.id))) throw new Refusal('two_factor_off')
}

/** Turns somebody else's off and signs them out, for whoever may reset every account. */
async function reset(staffId: Parsed<typeof account.saveTwoFactor>['userId'], context: Context): Promise<void> {
  const { tx, actor } = context
  if (!actor.scopesOf('staff.remove').includes('all')) throw new Refusal('forbidden')
  await mustHoldRightsOf(staffId, context)
  if (!(await lockStaff(tx, staffId)) || !(await endTwoFactor(tx, staffId))) throw new Refusal('two_factor_off')
  await endSessions(tx, staffId)
}

/** The specification's one call for all of it: by the caller's own code, on or off for themselves, off for others. */
export async function save(asked: Parsed<typeof account.saveTwoFactor>, context: Context) {
  const { userId, switchVal, validSecret } = asked
  context.note({ objectId: userId })
  const own = userId === context.actor.id
  if (own && switchVal === '1') return confirm(validSecret, context)
  if (switchVal === '1') throw new Refusal('forbidden')
  if (!context.actor.twoFactor) throw new Refusal('two_factor_off')
  await mustHaveCode(validSecret, context)
  await (own ? turnOff(context) : reset(userId, context))
  return { recoveryCodes: [] }
}
