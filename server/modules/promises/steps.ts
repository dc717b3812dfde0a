import { and, eq, ne, notExists, or } from 'drizzle-orm'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type PromisedPlan, promiseOutcomes, type ReceivedMoney } from '#contract/promise-outcomes.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { showPromises } from '#server/modules/cases/steps/working-state.ts'
import { paymentRows, reversalRows } from '#server/modules/payments/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { promiseRows } from './store.ts'

type Clocked = Pick<AppContext, 'clock'>
type LoanId = IdOf<'loan'>

/** Money that has just come in: its payment may not say so yet. */
export interface JustReceived {
  readonly paymentId: IdOf<'payment'>
  /** When it was there. */
  readonly valueAt: Date
}

/** What came in for an order and has stayed; a payment that bounced counts as if it had never been there. */
async function moneyOf(
  tx: Db,
  loanId: LoanId,
  received: JustReceived | null,
  { clock }: Clocked,
): Promise<ReceivedMoney[]> {
  const bounced = tx
    .select({ id: reversalRows.paymentId })
    .from(reversalRows)
    .where(and(eq(reversalRows.paymentId, paymentRows.id), eq(reversalRows.state, 'done')))
  const { id, amountMinor, completedAt, bookedAt } = paymentRows
  const succeeded = eq(paymentRows.state, 'success')
  const rows = await tx
    .select({ id, amountMinor, completedAt, bookedAt })
    .from(paymentRows)
    .where(
      and(
        ...[eq(paymentRows.loanId, loanId), ne(paymentRows.kind, 'reversal'), notExists(bounced)],
        received ? or(succeeded, eq(id, received.paymentId)) : succeeded,
      ),
    )
  return rows.map((row) => {
    const isNew = row.id === received?.paymentId
    const at = isNew ? received.valueAt : row.completedAt! // of what has succeeded
    const knownAt = isNew ? clock.now() : (row.bookedAt ?? at)
    return { amountMinor: row.amountMinor, valueDay: businessDate(toInstant(at), clock.country), knownAt }
  })
}

/** The instalments of an order, each with the day on which it was paid, or settled by a reduction. */
async function plansOf(tx: Db, loanId: LoanId, { clock }: Clocked): Promise<PromisedPlan[]> {
  const rows = await tx.select().from(planRows).where(eq(planRows.loanId, loanId))
  return rows.map(({ dueDate, state, settledAt }) => ({
    dueDate,
    settledOn:
      settledAt && (state === 'paid' || state === 'paidReduced')
        ? businessDate(toInstant(settledAt), clock.country)
        : null,
  }))
}

const counting = (loanId: LoanId) => and(eq(promiseRows.loanId, loanId), ne(promiseRows.state, 'cancelled'))

/**
 * Finds out what has become of the promises of an order: at once where money has come in or bounced, every night of those
 * whose day is over. Doing it again does nothing. @returns how many have changed.
 */
export async function settlePromises(
  tx: Db,
  loanId: LoanId,
  app: Clocked,
  received: JustReceived | null = null,
): Promise<number> {
  const rows = await tx.select().from(promiseRows).where(counting(loanId)).orderBy(promiseRows.id).for('update')
  if (rows.length === 0) return 0
  const now = app.clock.now()
  const day = today(app.clock, now)
  const money = await moneyOf(tx, loanId, received, app)
  const outcomes = promiseOutcomes(rows, money, { today: day, plans: await plansOf(tx, loanId, app) })
  const changed = rows.flatMap((row) => {
    const outcome = outcomes.get(row.id)!
    return outcome.state === row.state && outcome.paidMinor === row.paidMinor ? [] : [{ row, ...outcome }]
  })
  for (const { row, state, paidMinor } of changed) {
    const decided =
      state === row.state ? {} : { decidedAt: state === 'open' ? null : now, brokenOn: state === 'broken' ? day : null }
    await tx
      .update(promiseRows)
      .set({ state, paidMinor, ...decided })
      .where(eq(promiseRows.id, row.id))
  }
  await showPromises(tx, [loanId])
  return changed.length
}

/** What ends a promise beside money: its key among the reasons. */
export type PromiseEnding = 'extended' | 'writtenOff'

/** Nothing is collected of an order any more, though it was not paid: what is still promised counts no more. */
export async function cancelPromises(tx: Db, loanId: LoanId, reason: PromiseEnding, at: Date): Promise<void> {
  const open = and(eq(promiseRows.loanId, loanId), eq(promiseRows.state, 'open'))
  await tx.update(promiseRows).set({ state: 'cancelled', decidedAt: at, reason }).where(open)
  await showPromises(tx, [loanId])
}

/** Notes promises, and has the case show the next one. */
export async function addPromises(
  tx: Db,
  loanId: LoanId,
  rows: readonly (typeof promiseRows.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(promiseRows).values([...rows])
  await showPromises(tx, [loanId])
}
