import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from './context.ts'

/** How long it counts that somebody proved who they are. */
const proofMs = 5 * 60_000

type ProofContext = Pick<Context, 'actor' | 'now'>

const hasProved = ({ actor: { provenAt }, now }: ProofContext): boolean =>
  provenAt !== null && now.getTime() - provenAt.getTime() <= proofMs

const stepUpNeeded = ({ actor }: ProofContext): Refusal =>
  new Refusal('step_up_needed', { by: actor.twoFactor ? 'code' : 'password' })

/** Why a call that asks for a step-up is not answered now: its caller has not proved lately that it is still them. */
export const stepUpDue = ({ stepUp }: Endpoint, context: ProofContext): Refusal | null =>
  !stepUp || hasProved(context) ? null : stepUpNeeded(context)

/** The same for money: `amount` tells what moves, in minor units, where that is asked; above a parameter it takes a step-up. */
export async function amountStepUpDue(
  { risk, sum }: Endpoint,
  amount: () => number | Promise<number>,
  context: ProofContext & Pick<Context, 'tx' | 'app'>,
): Promise<Refusal | null> {
  const movesMoney = sum !== undefined && (risk === 'money' || risk === 'irreversible')
  if (!movesMoney || hasProved(context)) return null
  const above = await context.app.stepUpAbove(context.tx)
  return above > 0 && (await amount()) > above ? stepUpNeeded(context) : null
}
