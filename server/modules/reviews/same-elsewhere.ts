import { asc, desc, eq, sql } from 'drizzle-orm'
import { mask, maskedLastFour } from '#contract/kernel/mask.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { loanCode } from '#contract/loans/flow.ts'
import type { ElsewhereRow } from '#contract/reviews/detail.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { contactsOf } from '#server/modules/customers/steps/contacts.ts'
import { devicesOf } from '#server/modules/customers/steps/devices.ts'
import { contactRows, customerRows, deviceRows, type StoredCustomer } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'

/** What of a customer may stand with others, each by an index: what it is, and who else has it. */
const sharedWith = ({ id, phone }: StoredCustomer) => [
  sql`select 'phone' as what, c.id as other from ${customerRows} c where c.phone = ${phone} and c.id <> ${id}`,
  sql`select 'card' as what, k.customer_id as other from ${cardRows} own join ${cardRows} k
        on k.account_index = own.account_index and k.customer_id <> own.customer_id where own.customer_id = ${id}`,
  sql`select 'device' as what, d.customer_id as other from ${deviceRows} own join ${deviceRows} d
        on d.mark = own.mark and d.customer_id <> own.customer_id where own.customer_id = ${id}`,
  sql`select 'contact' as what, n.customer_id as other from ${contactRows} own join ${contactRows} n
        on n.phone_index = own.phone_index and n.customer_id <> own.customer_id where own.customer_id = ${id}`,
]

/** Of a number that stands with very many, so many are looked at. */
const othersMax = 500

/** What of a customer stands with others as well, and how it went with those. */
export async function sameElsewhere(tx: Db, customer: StoredCustomer, today: LocalDate): Promise<ElsewhereRow[]> {
  const { repaid, repaidWithReduction, overdue, badDebt } = loanCode
  const shared = sql.join(
    sharedWith(customer).map((one) => sql`(${one} limit ${othersMax})`),
    sql` union `,
  )
  const found = await rowsOf<Omit<ElsewhereRow, 'shown'>>(
    tx,
    sql`select what, count(distinct other)::int as others,
          count(l.id) filter (where l.state in (${repaid}, ${repaidWithReduction}))::int as repaid,
          count(l.id) filter (where l.state in (${overdue}, ${badDebt}))::int as overdue,
          coalesce(max(${today}::date - l.due_date) filter (where l.state in (${overdue}, ${badDebt})), 0)::int
            as "worstOverdueDays"
        from (${shared}) shared left join ${loanRows} l on l.customer_id = other group by what`,
  )
  const alone = { others: 0, repaid: 0, overdue: 0, worstOverdueDays: 0 }
  const [card] = await tx
    .select({ tail: cardRows.accountTail })
    .from(cardRows)
    .where(eq(cardRows.customerId, customer.id))
    // of those that are bound, then of the others, the newest
    .orderBy(asc(cardRows.state), desc(cardRows.boundAt))
    .limit(1)
  const [device] = await devicesOf(tx, customer.id)
  const named = await contactsOf(tx, customer.id)
  const mine = [
    ...(device ? [{ what: 'device' as const, shown: `${device.mark.slice(0, 4)}…${device.mark.slice(-4)}` }] : []),
    ...(named[0] ? [{ what: 'contact' as const, shown: named.map(({ phone }) => phone).join(' · ') }] : []),
    ...(customer.phone ? [{ what: 'phone' as const, shown: mask('phone', customer.phone) }] : []),
    ...(card ? [{ what: 'card' as const, shown: maskedLastFour('account', card.tail) }] : []),
  ]
  return mine.map((one) => ({ ...alone, ...one, ...found.find(({ what }) => what === one.what) }))
}
