import { and, eq, gte, ne, type SQL, sql } from 'drizzle-orm'
import { collectionCase } from '#contract/cases.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { stageOf } from '#contract/stage-days.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import { endHolds, reviveHolds } from '#server/modules/case-holds/steps.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { collectorRows } from '#server/modules/collectors/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { cancelPromises } from '#server/modules/promises/steps.ts'
import { lockStages, stagesOf } from '#server/modules/stages/steps.ts'
import { liesBelow } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { showHolds, showPromises } from './working-state.ts'

/** An order that is past due, and how far. */
export interface Overdue {
  readonly loanId: IdOf<'loan'>
  readonly overdueDays: number
}

/** Where cases lie while nobody has them: with whoever the agencies report to, or with the whole business. */
export async function collectionPath(tx: Db): Promise<string> {
  const [unit] = await rowsOf<{ path: string }>(
    tx,
    sql`select u.path from ${unitRows} u left join ${unitRows} a on a.parent_id = u.id and a.kind = 'agency'
        order by a.id is null, length(u.path) limit 1`,
  )
  return unit?.path ?? '/'
}

/** Hands orders over to collection: a case for each that has none open, to be given to somebody. */
export async function openCases(
  tx: Db,
  orders: readonly Overdue[],
  { day, at }: { readonly day: LocalDate; readonly at: Date },
): Promise<void> {
  if (orders.length === 0) return
  await lockStages(tx, 'shared')
  const stages = await stagesOf(tx) // once for all of them
  const due = orders.flatMap(({ loanId, overdueDays }) => {
    const stage = stageOf(stages, overdueDays)
    return stage ? [{ loanId, stage: stage.id }] : []
  })
  if (due.length === 0) return
  const numbers = await takeNumbers(tx, collectionCase.ids, due.length)
  const unitPath = await collectionPath(tx)
  const rows = due.map((one, i) => {
    return {
      ...one,
      id: idOf(collectionCase.ids, day, numbers[i]!),
      state: 'allocating' as const,
      unitPath,
      openedAt: at,
      waitingSince: at,
    }
  })
  await tx.insert(caseRows).values(rows).onConflictDoNothing()
  const loans = due.map(({ loanId }) => loanId)
  await showHolds(tx, loans)
  await showPromises(tx, loans)
}

/** Whose a case is, and since when. */
type CaseAssignment = Pick<
  typeof caseRows.$inferSelect,
  'collectorId' | 'groupId' | 'agencyId' | 'unitPath' | 'allocatedAt'
>

/** Gives a case to somebody, or back to nobody in particular. Answers the version that it has then. */
export async function handOver(tx: Db, id: IdOf<'case'>, holding: CaseAssignment): Promise<number> {
  const { collectorId, groupId, agencyId, unitPath, allocatedAt } = holding
  const state = collectorId ? 'allocated' : 'allocating'
  // what comes back to nobody has waited since it was opened: it is not put behind what came meanwhile
  const waitingSince = collectorId ? null : sql`${caseRows.openedAt}`
  const [row] = await tx
    .update(caseRows)
    .set({ state, collectorId, groupId, agencyId, unitPath, allocatedAt, waitingSince })
    .where(eq(caseRows.id, id))
    .returning({ version: caseRows.version })
  return row!.version
}

/** Locks the open cases that lie in a unit and below it. */
export async function lockOpenCases(tx: Db, path: string): Promise<void> {
  const open = and(liesBelow(caseRows.unitPath, path), ne(caseRows.state, 'closed'))
  await tx.select({ id: caseRows.id }).from(caseRows).where(open).orderBy(caseRows.id).for('update')
}

/** Has open cases that nobody has wait in another place: agencies report there now. */
export async function moveWaitingCases(tx: Db, from: string, to: string): Promise<void> {
  const waiting = and(eq(caseRows.unitPath, from), ne(caseRows.state, 'closed'))
  await tx.update(caseRows).set({ unitPath: to }).where(waiting)
}

/** Open cases that lie in a unit and below it are an agency's: they have moved there with it. */
export async function setAgencyOf(tx: Db, path: string, agencyId: IdOf<'unit'>): Promise<void> {
  const open = and(liesBelow(caseRows.unitPath, path), ne(caseRows.state, 'closed'))
  await tx.update(caseRows).set({ agencyId }).where(open)
}

const setClosed = (tx: Db, loanId: IdOf<'loan'>, closeReason: 'paid' | 'extended' | 'writtenOff', at: Date) =>
  tx
    .update(caseRows)
    .set({ state: 'closed', closeReason, closedAt: at })
    .where(and(eq(caseRows.loanId, loanId), ne(caseRows.state, 'closed')))

/** Closes the open case of an order, where it has one: what holds it ends, and what was promised and not paid counts no more. */
export async function closeCase(
  tx: Db,
  loanId: IdOf<'loan'>,
  closeReason: 'paid' | 'extended' | 'writtenOff',
  at: Date,
): Promise<void> {
  await endHolds(tx, loanId, at)
  if (closeReason !== 'paid') await cancelPromises(tx, loanId, closeReason, at)
  await setClosed(tx, loanId, closeReason, at)
}

/**
 * The payments that had settled an order were not all there: the case that was closed with it was not paid, but goes on in
 * another; what held the order holds it again.
 */
export async function unsettleCase(tx: Db, loanId: IdOf<'loan'>, day: LocalDate): Promise<void> {
  const booked = sql`(select max(coalesce(p.booked_at, p.created_at)) from ${paymentRows} p
    where p.loan_id = ${loanId} and p.state = 'success' and p.kind <> 'reversal')`
  // one that was closed before had its own instalment paid
  const settled = and(eq(caseRows.loanId, loanId), eq(caseRows.closeReason, 'paid'), gte(caseRows.closedAt, booked))
  const closed = await tx.update(caseRows).set({ closeReason: 'rolled' }).where(settled).returning()
  for (const { closedAt } of closed) await reviveHolds(tx, loanId, closedAt!, day) // it is closed
}

/** Closes the open case of an order that owes nothing before its next day: what holds the order holds its next case as well. */
export async function closeCuredCase(tx: Db, loanId: IdOf<'loan'>, at: Date): Promise<void> {
  await setClosed(tx, loanId, 'paid', at)
}

/** Closes cases that no stage is for any more: collection has given up. Answers how many. @param of `from … where …`, about cases. */
export async function giveUpCases(tx: Db, of: SQL, at: Date): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql`update ${caseRows} set state = 'closed', close_reason = 'recalled', closed_at = ${at.toISOString()}::timestamptz,
          waiting_since = null
        where id in (select ${caseRows.id} ${of}) returning id`,
  )
  return rows.length
}

/**
 * Gives the open cases of somebody back, to be given to others. Whoever gives them one meanwhile is waited for.
 * @returns their ids.
 */
export async function releaseCases(tx: Db, collectorId: IdOf<'staff'>, at: Date): Promise<IdOf<'case'>[]> {
  await tx.execute(sql`select from ${collectorRows} where id = ${collectorId} for update`)
  const nobody = { collectorId: null, groupId: null, agencyId: null, allocatedAt: null, waitingSince: at }
  const released = await tx
    .update(caseRows)
    .set({ ...nobody, state: 'allocating', unitPath: await collectionPath(tx) })
    .where(and(eq(caseRows.collectorId, collectorId), ne(caseRows.state, 'closed')))
    .returning({ id: caseRows.id })
  return released.map(({ id }) => id)
}
