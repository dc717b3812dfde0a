import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Ticket, ticketPriorities } from '#contract/tickets.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { messageFormat, nameIn, nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { placeholders, ticketCauses } from './causes.ts'
import { ticketRows } from './store.ts'

const processor = alias(staffRows, 'processor')
const creator = alias(staffRows, 'creator')
/** The agency of a case, as `ofCase` joins it. */
const agency = alias(unitRows, 'a')

const desks = ['operation', 'collection'] as const
/** Of the desks that somebody sees. */
const ofDesksOf = (actor: Actor): SQL => {
  const seen = desks.filter((desk) => actor.may(`${desk}Tickets`))
  return seen.length === 0 ? sql`false` : sql`${ticketRows.desk} in ${seen}`
}

/** The agency of the case that an order had when a ticket about it was opened. */
const ofCase = (column: SQL): SQL =>
  sql`(select ${column} from ${caseRows} c join ${unitRows} a on a.id = c.agency_id
    where c.loan_id = ${ticketRows.loanId} and c.opened_at <= ${ticketRows.createdAt}
    order by c.opened_at desc limit 1)`

/** Of an agency: what is about nobody, or about an order that is theirs, or was when the ticket was opened. */
const ofAgency = ({ agencyId }: Actor): SQL =>
  agencyId
    ? sql`(coalesce(${ticketRows.loanId}, ${ticketRows.customerId}) is null or ${ofCase(sql`a.id`)} = ${agencyId}
        or exists (select from ${loanRows} t where t.id = ${ticketRows.loanId} and t.agency_id = ${agencyId}))`
    : sql`true`

/** Sorted by how much it presses, the least first, not by what it is called. */
const byPriority = {
  caseWhen: ticketPriorities.map((priority) => [priority, sql`${ticketRows.priority} = ${priority}`] as const),
}

/** Title or content: as somebody wrote it; for a cause of the server's, in the reader's language. */
export const inWords = (part: 'title' | 'content', t: Translate): SQL<string> =>
  sql<string>`case ${ticketRows.cause} ${sql.join(
    ticketCauses.map((cause) => {
      const text = t(
        `tickets.${cause}.${part}`,
        Object.fromEntries(placeholders[cause].map((name) => [name, `{{${name}}}`])),
      )
      return sql`when ${sql.raw(`'${cause}'`)} then ${messageFormat(text, ticketRows.named)}`
    }),
    sql` `,
  )} else ${ticketRows[part]} end`

/** List source: tickets of both desks. */
export const ticketSource: Source<Ticket> = {
  table: ticketRows,
  from: sql`${ticketRows} join ${unitRows} on ${unitRows.id} = ${ticketRows.departmentId}
    left join ${staffRows} processor on processor.id = ${ticketRows.processorId}
    left join ${staffRows} creator on creator.id = ${ticketRows.createdById}
    left join ${loanRows} on ${loanRows.id} = ${ticketRows.loanId}`,
  columns: ({ now, t }: ReadContext) => ({
    id: ticketRows.id,
    version: ticketRows.version,
    desk: ticketRows.desk,
    state: ticketRows.state,
    kind: ticketRows.kind,
    title: inWords('title', t),
    content: inWords('content', t),
    loanId: ticketRows.loanId,
    customerId: loanRows.customerId,
    agency: { ...nameRef(ofCase(sql`a.id`), unitRows, t), name: ofCase(nameIn(agency, t)) },
    priority: byPriority,
    source: ticketRows.source,
    department: nameRef(ticketRows.departmentId, unitRows, t),
    processor: { id: ticketRows.processorId, name: processor.name },
    createdBy: { id: ticketRows.createdById, name: creator.name },
    createdAt: ticketRows.createdAt,
    firstResponseAt: ticketRows.firstResponseAt,
    slaDueAt: ticketRows.slaDueAt,
    slaBreached: sql`(coalesce(${ticketRows.firstResponseAt}, ${now}::timestamptz) > ${ticketRows.slaDueAt}) is true`,
    closedAt: ticketRows.closedAt,
    rating: ticketRows.rating,
  }),
  visible: (actor) => sql`${ofDesksOf(actor)} and ${ofAgency(actor)}`,
  scope: {
    department: (actor: Actor) => inUnitsOf(actor, ticketRows.departmentId),
    group: (actor: Actor) => inUnitsOf(actor, ticketRows.departmentId),
    agency: (actor: Actor) => inUnitsOf(actor, ticketRows.departmentId),
    own: ({ id }: Actor) => sql`(${ticketRows.processorId} = ${id} or ${ticketRows.createdById} = ${id})`,
  },
}

/** List source: tickets of one desk. */
export const deskSource = (desk: (typeof desks)[number]): Source<Ticket> => {
  // who may read the list sees its desk
  return { ...ticketSource, visible: ofAgency, where: sql`${ticketRows.desk} = ${sql.raw(`'${desk}'`)}` }
}
