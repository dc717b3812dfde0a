import { type Column, type SQL, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Occasion, occasions } from '#contract/message-occasions.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { aiRecordRows } from '#server/modules/ai-records/store.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { followUpRows } from '#server/modules/follow-ups/store.ts'
import { messageRows } from '#server/modules/messages/store.ts'

/** Occasions that customers are written to on about a debt. */
const reminders = (Object.keys(occasions) as Occasion[]).filter((id) => occasions[id].purpose === 'reminder')

/** A day, by its first moment and the first of the next. */
interface DayBounds {
  readonly from: SQL
  readonly until: SQL
}

/** Whether a follow-up `f` is of a contact that was placed here: then that counts. Each such contact is noted once. */
const isOfPlacedCall = sql`exists (select from ${callRows} k where k.case_id = f.case_id and k.staff_id = f.collector_id
    and k.way = f.way and k.direction = 'out' and k.state <> 'failed' and k.began_at <= f.at
    and not exists (select from ${followUpRows} e where e.customer_id = f.customer_id and e.case_id = f.case_id
      and e.way = f.way and e.at >= k.began_at and (e.at, e.id) < (f.at, f.id)))`

/** Contacts that somebody has made in another way than by us, an SMS from their own phone, say: as many as were noted. */
const notedContacts = (customerId: Column | SQL, { from, until }: DayBounds): SQL =>
  sql`(select count(*) from ${followUpRows} f where f.customer_id = ${customerId} and f.at >= ${from} and f.at < ${until}
    and f.collector_id is not null and f.way <> 'inbound' and not ${isOfPlacedCall})`

/**
 * How often a customer is contacted about a debt on a day: calls and messages by hand that went out, and those that were
 * only noted; calls of robots, reminders that have left or are to, but for one that asks for itself. Each is counted in an
 * index of its own, for one customer.
 */
export const contactCount = (
  customerId: Column | SQL,
  { from, until }: DayBounds,
  but?: IdOf<'message'> | undefined,
): SQL =>
  sql`((select count(*) from ${callRows} where ${callRows.customerId} = ${customerId}
      and ${callRows.caseId} is not null and ${callRows.direction} = 'out' and ${callRows.state} <> 'failed'
      and ${callRows.beganAt} >= ${from} and ${callRows.beganAt} < ${until})
    + (select count(*) from ${aiRecordRows} where ${aiRecordRows.customerId} = ${customerId}
      and ${aiRecordRows.state} <> 'failed' and ${aiRecordRows.beganAt} >= ${from} and ${aiRecordRows.beganAt} < ${until})
    + (select count(*) from ${messageRows} where ${messageRows.customerId} = ${customerId}
      and ${messageRows.template} in ${reminders} and ${messageRows.state} in ('scheduled', 'queued', 'sent')
      and ${messageRows.sendAt} >= ${from} and ${messageRows.sendAt} < ${until}
      ${but ? sql`and ${messageRows.id} <> ${but}` : sql``})
    + ${notedContacts(customerId, { from, until })})::int`

/** The same for the business date of whoever reads a list. */
export function contactsToday(customerId: Column, { day, offsetMinutes }: ReadContext): SQL {
  const midnight = (days: number) =>
    sql`((${day}::date + ${days}::int)::timestamp - make_interval(mins => ${offsetMinutes})) at time zone 'UTC'`
  return contactCount(customerId, { from: sql`(${midnight(0)})`, until: sql`(${midnight(1)})` })
}
