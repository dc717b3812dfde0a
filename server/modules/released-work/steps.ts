import { and, eq, ne } from 'drizzle-orm'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { recordReleased, type TakingContext } from '#server/kernel/call/record-released.ts'
import { releaseCases } from '#server/modules/cases/steps/cases.ts'
import { stopGiving } from '#server/modules/collectors/steps.ts'
import { setReviewer } from '#server/modules/loans/steps/decisions.ts'
import { releaseReviews } from '#server/modules/reviews/steps/queue.ts'
import { isGranted } from '#server/modules/roles/source.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { releaseTickets } from '#server/modules/tickets/steps.ts'

/** Their reviews, and the orders that those are about. */
async function releaseTheirReviews(tx: Db, id: IdOf<'staff'>): Promise<IdOf<'review'>[]> {
  const released = await releaseReviews(tx, id)
  await setReviewer(
    tx,
    released.map(({ loanId }) => loanId),
    null,
  )
  return released.map((one) => one.id)
}

/** The desks of tickets, each with the page that it takes to work them. */
const desks = [
  ['operation', 'operationTickets'],
  ['collection', 'collectionTickets'],
] as const

const releaseTheirTickets = (
  of: readonly Ticket['desk'][],
  { tx, row, actor, now, app }: TakingContext,
): Promise<IdOf<'ticket'>[]> => releaseTickets(tx, row.id, { desks: of, by: actor.id, at: now, clock: app.clock })

/** Says that work of somebody waits for others again, on the record of each piece. */
async function noteReleased(
  noun: 'cases' | 'tickets' | 'reviews',
  ids: readonly string[],
  by: Endpoint,
  context: TakingContext,
): Promise<void> {
  context.effect(noun, ids.length)
  await recordReleased(noun, ids, by, context)
}

/** Gives the open work of somebody back to where it is given out. */
export async function releaseWork(by: Endpoint, context: TakingContext): Promise<void> {
  const { tx, row, now } = context
  await noteReleased('cases', await releaseCases(tx, row.id, now), by, context)
  const all = desks.map(([desk]) => desk)
  await noteReleased('tickets', await releaseTheirTickets(all, context), by, context)
  await noteReleased('reviews', await releaseTheirReviews(tx, row.id), by, context)
}

/** Gives back what somebody may do no more, and has them given none of it: nobody else would get it. */
export async function releaseForbidden(by: Endpoint, context: TakingContext): Promise<void> {
  const { tx, row, now } = context
  if (!(await isGranted(tx, row.id, 'openCases', 'edit'))) {
    await stopGiving(tx, row.id)
    const cases = await releaseCases(tx, row.id, now)
    if (cases.length > 0) await noteReleased('cases', cases, by, context)
  }
  const forbidden: Ticket['desk'][] = []
  for (const [desk, page] of desks) if (!(await isGranted(tx, row.id, page, 'edit'))) forbidden.push(desk)
  const tickets = forbidden.length > 0 ? await releaseTheirTickets(forbidden, context) : []
  if (tickets.length > 0) await noteReleased('tickets', tickets, by, context)
  if (await isGranted(tx, row.id, 'reviewQueue', 'request')) return
  const reviews = await releaseTheirReviews(tx, row.id)
  if (reviews.length > 0) await noteReleased('reviews', reviews, by, context)
}

/** The same for everybody who has a role, which grants less than it did. */
export async function releaseForbiddenOf(roleId: IdOf<'role'>, by: Endpoint, context: Context): Promise<void> {
  const holders = await context.tx
    .select({ id: staffRows.id, name: staffRows.name })
    .from(staffRows)
    .innerJoin(staffRoleRows, eq(staffRoleRows.staffId, staffRows.id))
    .where(and(eq(staffRoleRows.roleId, roleId), ne(staffRows.state, 'disabled')))
    .orderBy(staffRows.id)
  for (const row of holders) await releaseForbidden(by, { ...context, row })
}
