import { and, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { afterCallMs, callSubject, type LiveCall, liveCallStates } from '#contract/calls.ts'
import { collectionCase } from '#contract/cases.ts'
import { customer } from '#contract/customers.ts'
import type { Requirement } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { type RowSource, rowSource, withinScope } from '#server/kernel/listing/source.ts'
import { caseSource } from '#server/modules/cases/source.ts'
import { customerSource } from '#server/modules/customers/source.ts'
import { inWords, ticketSource } from '#server/modules/tickets/source.ts'
import { ticketRows } from '#server/modules/tickets/store.ts'
import { callSource } from './source.ts'
import { callRows } from './store.ts'

const found = rowSource(callSubject, callSource)
const cases = rowSource(collectionCase, caseSource)
const customers = rowSource(customer, customerSource)
const ticketsMax = 3

/** Whether a record is within reach of whoever asks, by a right of theirs. */
const isReached = async (rows: RowSource, id: string, right: Requirement, { tx, actor, app, t }: Context) =>
  (await findOne(tx, rows, id, { actor, scopes: actor.scopesOf(right), app, t })) !== undefined

/** The open tickets of a customer that whoever asks may open, of either desk, the newest first. */
async function openTicketsOf(customerId: IdOf<'customer'>, context: Context): Promise<LiveCall['tickets']> {
  const { tx, actor, app, t } = context
  const theirs = and(eq(ticketRows.customerId, customerId), ne(ticketRows.state, 'closed'))
  const reached = (['operation', 'collection'] as const).map((desk) => {
    const within = withinScope(ticketSource, { actor, scopes: actor.scopesOf(`${desk}Tickets`), app })
    return and(eq(ticketRows.desk, desk), within)
  })
  return tx
    .select({ id: ticketRows.id, title: inWords('title', t) })
    .from(ticketRows)
    .where(and(theirs, or(...reached)))
    .orderBy(desc(ticketRows.createdAt), desc(ticketRows.id))
    .limit(ticketsMax)
}

/** The latest call of whoever asks: one that is under way before one that has just ended. */
async function latestOf({ tx, actor, now }: Context): Promise<IdOf<'call'> | undefined> {
  const { id, staffId, state, endedAt, beganAt } = callRows
  const isLive = inArray(state, [...liveCallStates])
  const lately = gt(endedAt, new Date(now.getTime() - afterCallMs))
  const [latest] = await tx
    .select({ id })
    .from(callRows)
    .where(and(eq(staffId, actor.id), ne(state, 'handedOver'), or(isLive, lately)))
    .orderBy(sql`${isLive} desc`, desc(beganAt), desc(id))
    .limit(1)
  return latest?.id
}

/**
 * The own call of whoever asks. Of a caller who belongs to somebody else they are told no more than that somebody calls:
 * customer, case and tickets are named where they may open them.
 */
export async function currentCall(context: Context): Promise<LiveCall | null> {
  const { tx, actor, app, t } = context
  const id = await latestOf(context)
  const row = id && (await findOne(tx, found, id, { actor, scopes: ['own'], app, t }))
  if (!row) return null
  const { name, customerId, caseId, loanId, ...call } = callSubject.row.parse(row)
  const [seesCustomer, seesCase] = await Promise.all([
    customerId !== null && isReached(customers, customerId, 'customer', context),
    caseId !== null && isReached(cases, caseId, 'openCases', context),
  ])
  return {
    ...call,
    ...(seesCustomer || seesCase ? { name, loanId } : { name: null, loanId: null }),
    customerId: seesCustomer ? customerId : null,
    caseId: seesCase ? caseId : null,
    tickets: seesCustomer ? await openTicketsOf(customerId!, context) : [],
  }
}
