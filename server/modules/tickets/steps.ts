import { and, eq } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Ticket } from '#contract/tickets.ts'
import { ticket as ticketSubject } from '#contract/tickets.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { ticketRows } from './store.ts'

const minuteMs = 60_000

/** What a ticket is about. */
export interface NewTicket {
  readonly kind: Ticket['kind']
  readonly title: string
  readonly content: string
  readonly loanId: IdOf<'loan'>
  readonly customerId: IdOf<'customer'>
  readonly departmentId: IdOf<'unit'>
  /** Who asks for it; left out, the server does, and it is urgent. */
  readonly createdById?: IdOf<'staff'>
  readonly priority?: Ticket['priority']
}

/** Opens a piece of work for operations: a person has to see to something. */
export async function openTicket(
  tx: Db,
  work: NewTicket,
  { today, now }: { readonly today: LocalDate; readonly now: Date },
): Promise<void> {
  const slaDueAt = new Date(now.getTime() + (await parameter(tx, 'ticket.slaMinutes')) * minuteMs)
  await tx.insert(ticketRows).values({
    ...{ priority: 'high', source: work.createdById ? 'staff' : 'system', ...work },
    ...{ id: await newId(tx, ticketSubject.ids, today), desk: 'operation', state: 'notFollowed' },
    ...{ createdAt: now, slaDueAt },
  })
}

/** Whether there is a piece of work about an order that is called so. */
export async function hasTicket(tx: Db, loanId: NewTicket['loanId'], title: string): Promise<boolean> {
  const same = and(eq(ticketRows.loanId, loanId), eq(ticketRows.title, title))
  return (await tx.select({ id: ticketRows.id }).from(ticketRows).where(same).limit(1)).length > 0
}
