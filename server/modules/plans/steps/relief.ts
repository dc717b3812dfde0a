import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { addComponents, outstandingOf } from '#contract/loans/balance.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { type ReliefOnDay, reliefOn, setCounting, unusedReductions } from '#server/modules/reductions/steps.ts'
import type { StoredPlan } from '../store.ts'
import { lockPlans, postEntry } from './plan-ledger.ts'
import { accountOf } from './plans.ts'

type Clocked = Pick<AppContext, 'clock'>

/** What of these open plans is reduced on a day, and how that differs from what is reduced now. Only reads. */
export async function reliefsOn(
  tx: Db,
  plans: readonly StoredPlan[],
  { clock }: Clocked,
): Promise<(plan: StoredPlan, day: LocalDate) => ReliefOnDay> {
  const ids = plans.filter(({ state }) => state === 'open').map(({ id }) => id)
  const unused = await unusedReductions(tx, ids)
  return (plan, day) => reliefOn(unused.get(plan.id) ?? [], day, outstandingOf(accountOf(plan)), clock.country)
}

/** A plan as it is reduced on a day. */
export function reducedOn(plan: StoredPlan, { change }: Pick<ReliefOnDay, 'change'>): StoredPlan {
  const { penalty, fee, interest, principal } = addComponents(accountOf(plan).reduced, change)
  return {
    ...plan,
    ...{ reducedPenalty: penalty, reducedFee: fee, reducedInterest: interest, reducedPrincipal: principal },
  }
}

/**
 * Has the reductions of a locked order count that hold on a day, and no others: those that ended before lapse, and those
 * that held then are alive again. For today that is what the nights up to now have done, whether they were run or not;
 * for an earlier day it lasts until the money of that day is used. Answers the plans as they are then, and how many
 * reductions count otherwise than before.
 */
export async function setReliefsOn(
  tx: Db,
  loanId: IdOf<'loan'>,
  day: LocalDate,
  { clock }: Clocked,
): Promise<{ readonly plans: readonly StoredPlan[]; readonly changed: number }> {
  const plans = await lockPlans(tx, loanId)
  const onDay = await reliefsOn(tx, plans, { clock })
  let changed = 0
  const now: StoredPlan[] = []
  for (const plan of plans) {
    const relief = onDay(plan, day)
    const { counting, others, change } = relief
    changed += counting.filter(({ fate }) => fate === 'lapsed').length
    changed += others.filter(({ fate }) => fate === 'inForce').length
    await setCounting(tx, relief)
    const at = counting.at(-1)?.auditedAt ?? clock.now()
    const same = Object.values(change).every((minor) => minor === 0)
    now.push(same ? plan : await postEntry(tx, plan, ['reduced', change], at))
  }
  return { plans: now, changed }
}
