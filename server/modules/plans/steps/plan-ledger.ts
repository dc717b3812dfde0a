import { asc, eq } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import {
  addComponents,
  type Components,
  components,
  outstandingOf,
  type PlanBalance,
  totalOf,
} from '#contract/loans/balance.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { lossRows, planRows } from '#server/modules/plans/store.ts'
import { endRequest, markReductionInForce, markReductionUsed } from '#server/modules/reductions/steps.ts'
import { endWriteOffRequest } from '#server/modules/write-offs/steps/end-request.ts'
import type { StoredPlan } from '../store.ts'
import { accountOf } from './plans.ts'

/** What can become of what a plan asks for. */
type EntryKind = Exclude<keyof PlanBalance, 'charged'>

/** Every plan of an order, the one due first before the others, kept from other writers until the transaction ends. */
export const lockPlans = (tx: Db, loanId: IdOf<'loan'>): Promise<StoredPlan[]> =>
  tx.select().from(planRows).where(eq(planRows.loanId, loanId)).orderBy(asc(planRows.serial)).for('update')

const columnsOf = (entry: EntryKind, { penalty, fee, interest, principal }: Components) => ({
  [`${entry}Penalty`]: penalty,
  [`${entry}Fee`]: fee,
  [`${entry}Interest`]: interest,
  [`${entry}Principal`]: principal,
})

const update = async (
  tx: Db,
  id: StoredPlan['id'],
  values: Partial<typeof planRows.$inferInsert>,
): Promise<StoredPlan> => {
  const [row] = await tx.update(planRows).set(values).where(eq(planRows.id, id)).returning()
  return row!
}

/** Closes a plan that asks for nothing more, or whose debt lives on elsewhere; open requests about it end. */
export async function settlePlan(
  tx: Db,
  { id, loanId }: Pick<StoredPlan, 'id' | 'loanId'>,
  state: Exclude<StoredPlan['state'], 'open'>,
  at: Date,
): Promise<StoredPlan> {
  await markReductionUsed(tx, id)
  await endRequest(tx, id, at)
  const settled = await update(tx, id, { state, settledAt: at, openRequest: false })
  await endWriteOffRequest(tx, loanId, at)
  return settled
}

/**
 * Enters what became of a part of what a locked plan asks for, and settles it where nothing is left.
 * @throws Error where it would be more than the plan asks for: the caller must have checked.
 */
export async function postEntry(
  tx: Db,
  plan: StoredPlan,
  [entry, amounts]: readonly [EntryKind, Components],
  at: Date,
): Promise<StoredPlan> {
  const account = accountOf(plan)
  const next = { ...account, [entry]: addComponents(account[entry], amounts) }
  const left = outstandingOf(next)
  if (components.some((of) => left[of] < 0 || next[entry][of] < 0)) throw new Error(`${plan.id} asks for less`)
  const reduced = entry === 'reduced' ? { reducedAt: totalOf(next.reduced) > 0 ? at : null } : {}
  const row = await update(tx, plan.id, { ...columnsOf(entry, next[entry]), ...reduced })
  if (totalOf(left) > 0) return row
  return settlePlan(tx, row, entry === 'lost' ? 'writtenOff' : totalOf(next.reduced) > 0 ? 'paidReduced' : 'paid', at)
}

/** Takes back what was paid on a locked plan: it asks for that again, and what was reduced of it is not used yet. */
export async function reversePaid(tx: Db, plan: StoredPlan, amounts: Components): Promise<StoredPlan> {
  const { penalty, fee, interest, principal } = amounts
  const paid = addComponents(accountOf(plan).paid, {
    penalty: -penalty,
    fee: -fee,
    interest: -interest,
    principal: -principal,
  })
  await markReductionInForce(tx, plan.id)
  return update(tx, plan.id, { ...columnsOf('paid', paid), state: 'open', settledAt: null })
}

/** The oldest due date of plans that still ask for something; none where all are settled. */
export const oldestDue = (plans: readonly Pick<StoredPlan, 'state' | 'dueDate'>[]): LocalDate | null =>
  plans.flatMap(({ state, dueDate }) => (state === 'open' ? [dueDate] : [])).toSorted()[0] ?? null

/** Gives up what locked plans of an order still ask for, each with its line among the losses. Answers how much that is. */
export async function bookLosses(tx: Db, plans: readonly StoredPlan[], at: Date): Promise<number> {
  let lostMinor = 0
  for (const plan of plans.filter(({ state }) => state === 'open')) {
    const left = outstandingOf(accountOf(plan))
    if (totalOf(left) === 0) continue
    await postEntry(tx, plan, ['lost', left], at)
    await tx.insert(lossRows).values({ planId: plan.id, loanId: plan.loanId, ...columnsOf('lost', left), at })
    lostMinor += totalOf(left)
  }
  return lostMinor
}
