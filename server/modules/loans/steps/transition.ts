import { asc, eq, sql } from 'drizzle-orm'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type LoanEvent, type LoanState, loanFlow } from '#contract/loans/flow.ts'
import { schedule } from '#contract/loans/plan.ts'
import { quote } from '#contract/loans/quote.ts'
import { prepared, type ValueOf } from '#server/kernel/base/client/prepared-query.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext, Context } from '#server/kernel/call/context.ts'
import { updateLimitCoupons } from '#server/modules/coupons/steps/coupons.ts'
import { addPlans } from '#server/modules/plans/steps/plans.ts'
import { decisionRows, loanRows, loanStateRows, type StoredLoan } from '../store.ts'

/** Who or what makes an order take a step, and when. */
export interface Cause {
  readonly actor: string
  readonly now: Date
  readonly reason?: string | null
  readonly requestId?: string | null
}

/** What else of an order changes with a step. */
type LoanValues = Partial<Omit<typeof loanRows.$inferInsert, 'id' | 'state' | 'version'>>

type StateChange = Omit<typeof loanStateRows.$inferInsert, 'id'>
const insertState = prepared((db, value: ValueOf<StateChange>) =>
  db.insert(loanStateRows).values({
    ...{ loanId: value('loanId'), fromState: value('fromState'), toState: value('toState'), event: value('event') },
    ...{ actor: value('actor'), at: value('at'), reason: value('reason'), requestId: value('requestId') },
  }),
)

/**
 * Takes an order through one transition and writes it into its log. The row must be locked.
 * @throws Error where the machine does not allow it: the caller must have checked.
 */
export async function transition(
  tx: Db,
  { id, state }: Pick<StoredLoan, 'id' | 'state'>,
  event: LoanEvent,
  { along = {}, ...cause }: Cause & { along?: LoanValues },
): Promise<LoanState> {
  const next = loanFlow.after(state, event)
  if (next === undefined) throw new Error(`${event} is not allowed in ${state} (${id})`)
  const { actor, now: at, reason = null, requestId = null } = cause
  await Promise.all([
    tx
      .update(loanRows)
      .set({ ...along, state: next })
      .where(eq(loanRows.id, id)),
    insertState(tx, { loanId: id, fromState: state, toState: next, event, actor, at, reason, requestId }),
    updateLimitCoupons(tx, id, event, at),
  ])
  return next
}

/**
 * Takes many orders of one code through one transition, each with its line in the log. The rows must be locked.
 * @throws Error where the machine does not allow it: the caller must have checked.
 */
export async function transitionAll(
  tx: Db,
  ids: readonly StoredLoan['id'][],
  from: LoanState,
  { event, actor, now, reason = null }: Cause & { event: LoanEvent },
): Promise<void> {
  const next = loanFlow.after(from, event)
  if (next === undefined) throw new Error(`${event} is not allowed in ${from}`)
  if (ids.length === 0) return
  await tx.execute(sql`update ${loanRows} set state = ${next} where id = any(${sql.param([...ids])}::text[])`)
  await tx.execute(
    sql`insert into ${loanStateRows} (loan_id, from_state, to_state, event, actor, at, reason)
        select id, ${from}, ${next}, ${event}, ${actor}, ${now.toISOString()}::timestamptz, ${reason}
        from unnest(${sql.param([...ids])}::text[]) as id`,
  )
}

/** The code of a locked order has to allow what is to be done to it. @throws Refusal `not_allowed_now`. */
export function mustAllow(loan: StoredLoan, event: LoanEvent): void {
  const allowed = loanFlow.can(event)(loan)
  if (!allowed.ok) throw new Refusal(allowed.fault, allowed.values)
}

/** Reads an order and keeps it from other writers until the transaction ends. */
export async function lockLoan(tx: Db, id: StoredLoan['id']): Promise<StoredLoan | undefined> {
  const [row] = await tx.select().from(loanRows).where(eq(loanRows.id, id)).for('update')
  return row
}

/**
 * The same for what a row beside the order said it allows: its code was read before the order was locked.
 * @throws Refusal `not_allowed_now`.
 */
export async function lockFor(tx: Db, id: StoredLoan['id'], event: LoanEvent): Promise<StoredLoan> {
  const loan = (await lockLoan(tx, id))! // orders are never deleted
  mustAllow(loan, event)
  return loan
}

/** The money has arrived: the order is live, and its plans fall due from that day on. */
export async function paidOut(
  tx: Db,
  loan: StoredLoan,
  cause: Cause,
  { clock }: Pick<AppContext, 'clock'>,
): Promise<void> {
  const valueDate = businessDate(toInstant(cause.now), clock.country)
  const plans = schedule(quote(loan.amountMinor, loan.terms), valueDate)
  await addPlans(tx, loan, plans, { day: valueDate, at: cause.now })
  const along = {
    disbursedAt: cause.now,
    dueDate: plans[0]!.dueDate,
    failureCode: null,
    failureText: null,
    failedAt: null,
  }
  await transition(tx, loan, 'disburseOk', { ...cause, along })
}

/** Why a channel did not pay, in its own code and words. */
export interface Failure {
  readonly code: string
  readonly text: string
}

/** The channel has definitely not paid. */
export async function payoutFailed(tx: Db, loan: StoredLoan, failure: Failure, cause: Cause): Promise<void> {
  const along = { failureCode: failure.code, failureText: failure.text, failedAt: cause.now }
  await transition(tx, loan, 'disburseFail', { ...cause, reason: failure.text, along })
}

/**
 * The same of an order that failed before its channel had answered for good: it stays where it is, and says why now.
 */
export async function confirmFailure(tx: Db, id: StoredLoan['id'], { code, text }: Failure): Promise<void> {
  await tx.update(loanRows).set({ failureCode: code, failureText: text }).where(eq(loanRows.id, id))
}

/** An order that failed before its channel had answered for good, and that is being paid out after all. */
export async function reopenDisbursement(tx: Db, loan: StoredLoan, cause: Cause): Promise<StoredLoan> {
  return { ...loan, state: await transition(tx, loan, 'redisburse', cause) }
}

/** Says which card the money of an order goes to. */
export async function setCard(tx: Db, id: StoredLoan['id'], cardId: IdOf<'card'>): Promise<void> {
  await tx.update(loanRows).set({ cardId }).where(eq(loanRows.id, id))
}

/** Notes in the log of an order what was done to it and left its code as it is. */
export async function logLoanEvent(
  tx: Db,
  { id, state }: Pick<StoredLoan, 'id' | 'state'>,
  { event, actor, now: at, reason = null, requestId = null }: Cause & { event: LoanEvent },
): Promise<void> {
  await tx
    .insert(loanStateRows)
    .values({ loanId: id, fromState: state, toState: state, event, actor, at, reason, requestId })
}

/** Every transition of an order, oldest first. */
export async function timelineOf(tx: Db, id: StoredLoan['id']) {
  const rows = await tx.select().from(loanStateRows).where(eq(loanStateRows.loanId, id)).orderBy(asc(loanStateRows.id))
  return rows.map(({ fromState, toState, event, actor, at, reason }) => {
    return { from: fromState, to: toState, event, actor, at: toInstant(at), reason }
  })
}

/** Every decision on an order, oldest first. */
export async function decisionsOf(tx: Db, id: StoredLoan['id']) {
  const rows = await tx.select().from(decisionRows).where(eq(decisionRows.loanId, id)).orderBy(asc(decisionRows.id))
  return rows.map(({ loanId: _, at, trace, ...row }) => ({ ...row, at: toInstant(at), trace: [...trace] }))
}

/** Who does it, when and why, as the order's log has it. */
export const causeOf = (
  { actor, now, requestId }: Pick<Context, 'actor' | 'now' | 'requestId'>,
  reason: string | null = null,
): Cause => ({ actor: actor.name, now, requestId, reason })
