import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from './context.ts'

/** How long it counts that somebody proved who they are. */
const proofMs = 5 * 60_000

/** Why a call that asks for a step-up is not answered now: its caller has not proved lately that it is still them. */
export function stepUpDue({ stepUp }: Endpoint, { actor, now }: Pick<Context, 'actor' | 'now'>): Refusal | null {
  const { provenAt, twoFactor } = actor
  const proven = provenAt !== null && now.getTime() - provenAt.getTime() <= proofMs
  return !stepUp || proven ? null : new Refusal('step_up_needed', { by: twoFactor ? 'code' : 'password' })
}
