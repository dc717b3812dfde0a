import { eq, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Ticket, type TicketStep, ticketFlow } from '#contract/tickets.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { idsWithin } from '#server/kernel/listing/read-rows.ts'
import { holdForComplaint, releaseComplaint } from '#server/modules/case-holds/steps.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { ticketSource } from './source.ts'
import { answerDueAt } from './steps.ts'
import { ticketMoveRows, ticketRows } from './store.ts'

export type TicketCall = Call<never, Ticket>
type Place = Pick<typeof ticketRows.$inferSelect, 'departmentId' | 'processorId'>
type Changes = Partial<typeof ticketRows.$inferInsert>

type DeskRight = `${Ticket['desk']}Tickets${'' | '.edit' | '.assign'}`

/** Whether a ticket is within reach by a right of its own desk: that of the other may reach further. */
export async function isWithinDesk(
  { id }: Pick<Ticket, 'id'>,
  right: DeskRight,
  { tx, actor, app }: Pick<Context, 'tx' | 'actor' | 'app'>,
): Promise<boolean> {
  return (await idsWithin(tx, ticketSource, [id], { actor, scopes: actor.scopesOf(right), app })).length > 0
}

/** The right of its own desk is needed: either lets a call begin. @throws Refusal `forbidden`, `not_found`. */
async function mustHaveDesk(call: TicketCall, button: 'edit' | 'assign'): Promise<void> {
  const right = `${call.row.desk}Tickets.${button}` as const
  if (!call.actor.may(right)) throw new Refusal('forbidden')
  if (!(await isWithinDesk(call.row, right, call))) throw new Refusal('not_found')
}

/** Changes a ticket, and writes down who did what with it. */
async function act(
  { what, note, to, ...changes }: Changes & { what: TicketStep['what']; note: string | null; to?: Place },
  { tx, row, actor, now }: TicketCall,
): Promise<void> {
  const from = { departmentId: row.department.id, processorId: row.processor?.id ?? null }
  const { departmentId, processorId } = to ?? from
  await tx
    .update(ticketRows)
    .set({ ...changes, ...to })
    .where(eq(ticketRows.id, row.id))
  await tx.insert(ticketMoveRows).values({
    ...{ ticketId: row.id, what, note, by: actor.id, at: now },
    ...{ fromDepartmentId: from.departmentId, fromProcessorId: from.processorId },
    ...{ toDepartmentId: departmentId, toProcessorId: processorId },
  })
}

/** What answering a ticket changes: the first time counts. */
const answered = ({ row, now }: TicketCall): Changes => (row.firstResponseAt ? {} : { firstResponseAt: now })

/** Has a ticket wait for its first answer somewhere else: the clock starts anew. */
async function sendTo(to: Place, call: TicketCall): Promise<Changes & { to: Place }> {
  const slaDueAt = await answerDueAt(call.tx, { clock: call.app.clock, now: call.now })
  return { to, state: ticketFlow.after(call.row.state, 'transfer')!, slaDueAt, firstResponseAt: null }
}

/** Whether a department may know what a ticket is about: of an agency only one whose order it is, or was as it was opened. */
export async function isOrderOf(tx: Db, departmentId: IdOf<'unit'>, { loanId, agency }: Ticket): Promise<boolean> {
  const [found] = await rowsOf<{ id: string; holds: boolean }>(
    tx,
    sql`select a.id, exists (select from ${loanRows} l where l.id = ${loanId} and l.agency_id = a.id) as holds
      from ${unitRows} u join ${unitRows} a on a.kind = 'agency' and starts_with(u.path, a.path) where u.id = ${departmentId}`,
  )
  return !found || loanId === null || found.holds || agency?.id === found.id
}

/** Hands a ticket to another department, or to one of its people. */
export async function transfer(to: Place, note: string | null, call: TicketCall): Promise<void> {
  await mustHaveDesk(call, 'assign')
  await act({ what: 'transfer', note, ...(await sendTo(to, call)) }, call)
}

/** Says what was done. Whoever says so has the ticket, where nobody had. */
export async function follow(note: string, call: TicketCall): Promise<void> {
  await mustHaveDesk(call, 'edit')
  const { row, actor } = call
  const to = { departmentId: row.department.id, processorId: row.processor?.id ?? actor.id }
  await act({ what: 'follow', note, to, state: 'following', ...answered(call) }, call)
}

/** Makes a ticket urgent, and gives it to the unit above its department, where there is one. */
export async function escalate(note: string, call: TicketCall): Promise<void> {
  await mustHaveDesk(call, 'edit')
  const { tx, row } = call
  const [unit] = await tx.select().from(unitRows).where(eq(unitRows.id, row.department.id))
  const departmentId = unit?.parentId ?? row.department.id
  await act(
    { what: 'escalate', note, priority: 'urgent', ...(await sendTo({ departmentId, processorId: null }, call)) },
    call,
  )
}

/** Closes a ticket; a complaint is answered by that. */
export async function close(result: string, call: TicketCall): Promise<void> {
  await mustHaveDesk(call, 'edit')
  const { tx, row, now } = call
  await act({ what: 'close', note: result, state: 'closed', closedAt: now, ...answered(call) }, call)
  await releaseComplaint(tx, row.id, now)
}

/** Whether somebody works in the department of whoever opened a ticket; the server's own are anybody's. */
async function isOfCreator(tx: Db, { row, actor }: TicketCall): Promise<boolean> {
  if (!row.createdBy || row.createdBy.id === actor.id) return true
  const [creator] = await tx.select().from(staffRows).where(eq(staffRows.id, row.createdBy.id))
  return creator !== undefined && actor.unitIds.includes(creator.unitId)
}

/** Opens a ticket again; a complaint holds collection again. @throws Refusal `not_your_ticket`. */
export async function reopen(note: string, call: TicketCall): Promise<void> {
  await mustHaveDesk(call, 'edit')
  const { tx, row, now } = call
  if (!(await isOfCreator(tx, call))) throw new Refusal('not_your_ticket')
  const state = ticketFlow.after(row.state, 'reopen')!
  await act({ what: 'reopen', note, state, closedAt: null }, call)
  const { id: ticketId, loanId, title, kind } = row
  if (kind === 'complaint' && loanId) await holdForComplaint(tx, { ticketId, loanId, title, at: now })
}
