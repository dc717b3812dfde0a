import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Ticket } from '#contract/tickets.ts'
import { ticket as ticketSubject } from '#contract/tickets.ts'
import type { Clock } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { holdForComplaint } from '#server/modules/case-holds/steps.ts'
import { collectionPath } from '#server/modules/cases/steps/cases.ts'
import { afterBusinessMinutes } from '#server/modules/holidays/steps.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import type { CausedBy } from './causes.ts'
import { ticketMoveRows, ticketRows } from './store.ts'

/** What a ticket is about. */
interface NewTicket {
  readonly kind: Ticket['kind']
  readonly loanId: IdOf<'loan'>
  readonly customerId: IdOf<'customer'>
  readonly departmentId: IdOf<'unit'>
  readonly priority?: Ticket['priority']
  /** Whose work it is: that of operations, where nothing is said. */
  readonly desk?: Ticket['desk']
  readonly source?: Ticket['source']
}

/** A ticket in the words of whoever asks for it. */
interface AskedTicket extends NewTicket {
  readonly title: string
  readonly content: string
  readonly createdById: IdOf<'staff'>
}

/** Until when somebody should answer a ticket: in business hours, since nobody answers at night. */
export const answerDueAt = async (tx: Db, when: { readonly clock: Clock; readonly now: Date }): Promise<Date> =>
  afterBusinessMinutes(tx, await parameter(tx, 'ticket.slaMinutes'), when)

/** Whose a ticket of collection is: the agency's that has the case, else of whoever agencies answer to. */
export const collectionUnit = async (tx: Db, agencyId: IdOf<'unit'> | null): Promise<IdOf<'unit'>> =>
  // the last unit of the path on which cases wait
  agencyId ?? ((await collectionPath(tx)).split('/').at(-2) as IdOf<'unit'>)

/** A cause, and some of what it names. */
interface NamedCause {
  readonly cause: CausedBy['cause']
  readonly named: Readonly<Record<string, string>>
}

/** When and where a ticket is opened. */
interface Opening {
  readonly today: LocalDate
  readonly now: Date
  readonly app: Pick<AppContext, 'clock' | 'translations'>
}

type Added = Omit<typeof ticketRows.$inferInsert, 'id' | 'desk' | 'state' | 'priority' | 'source' | 'createdAt'> &
  NewTicket

async function addTicket(tx: Db, work: Added, { today, now, app }: Opening): Promise<IdOf<'ticket'>> {
  const slaDueAt = await answerDueAt(tx, { clock: app.clock, now })
  const id = await newId(tx, ticketSubject.ids, today)
  await tx.insert(ticketRows).values({
    ...{ desk: 'operation' as const, priority: 'high', source: 'staff', ...work },
    ...{ id, state: 'notFollowed' as const, createdAt: now, slaDueAt },
  })
  return id
}

/** Opens a piece of work that somebody asks for. */
export async function openTicket(tx: Db, work: AskedTicket, { today, now, app }: Opening): Promise<void> {
  const id = await addTicket(tx, work, { today, now, app })
  const { kind, loanId, title } = work
  if (kind === 'complaint') await holdForComplaint(tx, { ticketId: id, loanId, title, at: now })
}

/** Opens a piece of work that the server has found: a person has to see to it, soon. */
export async function openTicketFor(
  tx: Db,
  why: CausedBy,
  work: NewTicket,
  { today, now, app }: Opening,
): Promise<void> {
  const said = (part: 'title' | 'content') => app.translations.t('en', `tickets.${why.cause}.${part}`, { ...why.named })
  const text = { title: said('title'), content: said('content') }
  await addTicket(tx, { priority: 'high', source: 'system', ...work, ...text, ...why }, { today, now, app })
}

/** Whether there is a piece of work about an order for a cause, which names the same among others. */
export async function hasTicketFor(tx: Db, loanId: IdOf<'loan'>, { cause, named }: NamedCause): Promise<boolean> {
  const same = and(
    eq(ticketRows.loanId, loanId),
    eq(ticketRows.cause, cause),
    sql`${ticketRows.named} @> ${JSON.stringify(named)}::jsonb`,
  )
  return (await tx.select({ id: ticketRows.id }).from(ticketRows).where(same).limit(1)).length > 0
}

/** Of which desks tickets are taken from somebody, by whom and when. */
interface Passing {
  readonly desks: readonly Ticket['desk'][]
  readonly by: IdOf<'staff'>
  readonly at: Date
  readonly clock: Clock
}

/**
 * Gives the open tickets of somebody back to the departments they lie with, where they wait for their answer anew, as
 * whatever is transferred. @returns their ids.
 */
export async function releaseTickets(
  tx: Db,
  processorId: IdOf<'staff'>,
  { desks, by, at, clock }: Passing,
): Promise<IdOf<'ticket'>[]> {
  const slaDueAt = await answerDueAt(tx, { clock, now: at })
  const released = await tx
    .update(ticketRows)
    .set({ processorId: null, state: 'notFollowed', slaDueAt, firstResponseAt: null })
    .where(
      and(
        eq(ticketRows.processorId, processorId),
        inArray(ticketRows.desk, [...desks]),
        ne(ticketRows.state, 'closed'),
      ),
    )
    .returning({ id: ticketRows.id, departmentId: ticketRows.departmentId })
  const moves = released.map(({ id, departmentId }) => ({
    ...{ ticketId: id, fromDepartmentId: departmentId, fromProcessorId: processorId },
    ...{ toDepartmentId: departmentId, by, at },
  }))
  if (moves.length > 0) await tx.insert(ticketMoveRows).values(moves)
  return released.map(({ id }) => id)
}

/** Erases what tickets say of somebody; that there were such, of which kind and when, stays. */
export async function eraseTickets(
  tx: Db,
  customerId: IdOf<'customer'>,
  loans: readonly IdOf<'loan'>[],
): Promise<void> {
  const theirs = or(eq(ticketRows.customerId, customerId), inArray(ticketRows.loanId, [...loans]))
  const emptied = { title: '–', content: '–', cause: null, named: null }
  const rows = await tx.update(ticketRows).set(emptied).where(theirs).returning({ id: ticketRows.id })
  const ids = rows.map(({ id }) => id)
  await tx.update(ticketMoveRows).set({ note: null }).where(inArray(ticketMoveRows.ticketId, ids))
}
