import { and, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AiOutcome } from '#contract/ai-outcomes.ts'
import { type HoldEffect, type HoldKind, holdsByStrength, kindsThatStop } from '#contract/hold-kinds.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { showHolds } from '#server/modules/cases/steps/working-state.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { caseHoldRows } from './store.ts'

type LoanId = IdOf<'loan'>

/** SQL condition: collection of the order of a row of `loans` is stopped from something by a hold; of the dead every order is held. */
export const isHeldFrom = (effect: HoldEffect): SQL =>
  sql`(exists (select from ${caseHoldRows} held where held.loan_id = ${loanRows.id} and held.state = 'active'
      and held.kind in ${kindsThatStop(effect)})
    or exists (select from ${caseHoldRows} held join ${loanRows} dead on dead.id = held.loan_id
      where dead.customer_id = ${loanRows.customerId} and held.state = 'active' and held.kind = 'deceased'))`

/** An order, and whose it is. */
interface CollectedOrder {
  readonly loanId: LoanId
  readonly customerId: IdOf<'customer'>
}

/** The strongest hold that stops collection of an order from something; null: none does. Of the dead every order is held. */
export async function holdAgainst(
  tx: Db,
  { loanId, customerId }: CollectedOrder,
  effect: HoldEffect,
): Promise<HoldKind | null> {
  const concerns = or(eq(caseHoldRows.loanId, loanId), eq(caseHoldRows.kind, 'deceased'))
  const stopping = and(inArray(caseHoldRows.kind, [...kindsThatStop(effect)]), eq(caseHoldRows.state, 'active'))
  const found = await tx
    .select({ kind: caseHoldRows.kind })
    .from(caseHoldRows)
    .innerJoin(loanRows, eq(loanRows.id, caseHoldRows.loanId))
    .where(and(eq(loanRows.customerId, customerId), concerns, stopping))
  return holdsByStrength.find((kind) => found.some((held) => held.kind === kind)) ?? null
}

/** Ends what holds an order that nothing is collected of any more. A complaint is still to be answered. */
export async function endHolds(tx: Db, loanId: LoanId, at: Date): Promise<void> {
  const active = and(eq(caseHoldRows.loanId, loanId), eq(caseHoldRows.state, 'active'), isNull(caseHoldRows.ticketId))
  await tx.update(caseHoldRows).set({ state: 'ended', endedAt: at }).where(active)
}

/** What ended at that moment with an order holds it again, as far as its days are not over: the order was not settled after all. */
export async function reviveHolds(tx: Db, loanId: LoanId, endedAt: Date, day: LocalDate): Promise<void> {
  const ended = [eq(caseHoldRows.loanId, loanId), eq(caseHoldRows.state, 'ended'), eq(caseHoldRows.endedAt, endedAt)]
  const lasts = or(isNull(caseHoldRows.until), gte(caseHoldRows.until, day))
  await tx
    .update(caseHoldRows)
    .set({ state: 'active', endedAt: null })
    .where(and(...ended, lasts))
}

/** What puts an order on hold, until when, and who says so: one of the staff by name, or `robot`. */
interface NewHold {
  readonly kind: HoldKind
  readonly until?: LocalDate | undefined
  readonly remark: string
  /** What a robot was told. */
  readonly outcome?: AiOutcome
  readonly by: string
  readonly at: Date
}

/** Puts an order on hold. @returns whether it was not, for the same reason, before. */
export async function holdOrder(tx: Db, loanId: LoanId, { by, at, ...about }: NewHold): Promise<boolean> {
  const made = await tx
    .insert(caseHoldRows)
    .values({ ...about, loanId, setBy: by, setAt: at })
    .onConflictDoNothing()
    .returning({ id: caseHoldRows.id })
  await showHolds(tx, [loanId])
  return made.length > 0
}

/** A complaint about a debt. */
interface Complaint {
  readonly ticketId: IdOf<'ticket'>
  readonly loanId: LoanId
  readonly title: string
  readonly at: Date
}

/** Collection of a debt is on hold while a complaint about it is open, and once it is opened again. */
export async function holdForComplaint(tx: Db, { ticketId, loanId, title, at }: Complaint): Promise<void> {
  await tx
    .insert(caseHoldRows)
    .values({ loanId, ticketId, kind: 'dispute', remark: title, setBy: 'complaint', setAt: at })
    .onConflictDoUpdate({
      target: caseHoldRows.ticketId,
      targetWhere: isNotNull(caseHoldRows.ticketId),
      set: { state: 'active', endedAt: null },
    })
  await showHolds(tx, [loanId])
}

/** A complaint was answered, or its ticket closed: the debt is collected again. @returns whether it was not before. */
export async function releaseComplaint(tx: Db, ticketId: IdOf<'ticket'>, at: Date): Promise<boolean> {
  const behind = and(eq(caseHoldRows.ticketId, ticketId), eq(caseHoldRows.state, 'active'))
  const released = await tx
    .update(caseHoldRows)
    .set({ state: 'answered', endedAt: at })
    .where(behind)
    .returning({ loanId: caseHoldRows.loanId })
  await showHolds(
    tx,
    released.map(({ loanId }) => loanId),
  )
  return released.length > 0
}

/** Erases what was remarked about holds of somebody; that there were such, and when, stays. */
export async function eraseHoldRemarks(tx: Db, loans: readonly LoanId[]): Promise<void> {
  const theirs = inArray(caseHoldRows.loanId, [...loans])
  await tx.update(caseHoldRows).set({ remark: '–' }).where(theirs)
  await tx
    .update(caseHoldRows)
    .set({ endRemark: '–' })
    .where(and(theirs, isNotNull(caseHoldRows.endRemark)))
}
