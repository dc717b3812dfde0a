import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { ticket as subject, type Ticket, type TicketStep, tickets } from '#contract/tickets.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { nameIn } from '#server/kernel/listing/labels.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { ticketSource } from './source.ts'
import { ticketMoveRows as moves } from './store.ts'
import { isWithinDesk } from './transitions.ts'

const place = alias(unitRows, 'u')

interface StoredStep extends Record<string, unknown> {
  readonly id: string
  readonly at: string
  readonly byId: TicketStep['by']['id']
  readonly byName: string
  readonly what: TicketStep['what']
  readonly note: string | null
  readonly to: string | null
}

/** A ticket with what was done with it, oldest first. */
export async function detail({ id }: Parsed<typeof tickets.detail>, call: Context) {
  const { tx, actor, app, t } = call
  const access = { actor, scopes: actor.scopesOf(tickets.detail.requires), app, t }
  const row = await findOne(tx, rowSource(subject, ticketSource), id, access)
  const found = row as Ticket | undefined // by its fields
  if (!found || !(await isWithinDesk(found, `${found.desk}Tickets`, call))) throw new Refusal('not_found')
  const rows = await rowsOf<StoredStep>(
    tx,
    sql`select ${moves.id}::text as id, ${moves.at} as at, ${moves.by} as "byId", s.name as "byName", ${moves.what} as what,
          ${moves.note} as note,
          case when ${moves.what} in ('transfer', 'escalate') then coalesce(p.name, ${nameIn(place, t)}) end as "to"
        from ${moves} join ${staffRows} s on s.id = ${moves.by} join ${unitRows} u on u.id = ${moves.toDepartmentId}
          left join ${staffRows} p on p.id = ${moves.toProcessorId}
        where ${moves.ticketId} = ${id} order by ${moves.id}`,
  )
  const steps = rows.map(({ at, byId, byName, ...row }) => {
    return { ...row, at: toInstant(new Date(at)), by: { id: byId, name: byName } }
  })
  return { ticket: found, steps }
}
