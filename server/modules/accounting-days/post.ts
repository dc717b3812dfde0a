import { type SQL, sql } from 'drizzle-orm'
import type { JobFinding } from '#contract/jobs.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { type Clock, localDay } from '#server/kernel/base/clock.ts'
import { type Database, type Db, rowsOf } from '#server/kernel/base/database.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import { keepWatermark, watermarkNow } from '#server/kernel/jobs/watermark.ts'
import { loansToPost, watermark } from './loans-to-post.ts'
import { isOneOf, type LoanSet, movementsOf, paymentBooked } from './movements.ts'
import { journalEntryRows as entries, journalPendingRows as pending } from './store.ts'

/** Days that entries are booked in. */
export interface PostingSpan {
  /** The first day that is not closed: what was booked before, and came to light since, is booked in it. None yet: any. */
  readonly from: LocalDate | null
  /** The last day that is over. */
  readonly through: LocalDate
}

/** An order that owes something else than its entries and what is not posted yet come to; or money that is not used up. */
export interface Imbalance extends JobFinding {
  /** The first day that it stands in the way of; none of its entries is in a day that is open: the last. */
  readonly day: LocalDate
}

const parts = ['principal', 'interest', 'fee', 'penalty'] as const
const sumOf = (column: (part: string) => string) =>
  sql.raw(parts.map((part) => `coalesce(sum(${column(part)}), 0)::bigint as ${part}`).join(', '))
const owed = (part: string) =>
  `case when state = 'extended' then 0 else charged_${part} - paid_${part} - reduced_${part} - discounted_${part} - lost_${part} end`
const columnsOf = (alias: string) => sql.raw(`(${parts.map((part) => `${alias}.${part}`).join(', ')})`)
const textOf = (alias: string) =>
  sql.raw(`concat_ws(' ', ${parts.map((part) => `coalesce(${alias}.${part}, 0)`).join(', ')})`)

/** Writes movements, of a table `fresh` with the day that each is booked in, as entries. */
export const insertFresh = sql`insert into ${entries} (id, day, kind, document_id, loan_id, currency, value_on,
    principal_minor, interest_minor, fee_minor, penalty_minor, cash_minor, gst_minor, extension_minor, overpaid_minor,
    cleared_minor)
  select id, day, kind, document_id, loan_id, currency, value_on, principal, interest, fee, penalty, cash, gst, extension,
    overpaid, cleared from fresh`

/** When what is booked of an order was last changed by a payment: the day that this was written down. */
const lastBooked = (loan: SQL, clock: Clock): SQL => sql`(select max(${localDay(paymentBooked, clock)}) from payments p
  where p.loan_id = ${loan} and p.state = 'success')`

/**
 * Lapses of reductions that entries say otherwise than the book (`again`): a payment that came to light late has used what had
 * lapsed, and taken back, it lets that lapse once more. An entry stays; another one takes it back.
 */
const lapsedAgain = (clock: Clock): SQL => sql`lapses as (select document_id, min(loan_id) as loan_id,
      min(currency) as currency, min(value_on) as value_on, count(*) as times, ${sumOf((part) => `${part}_minor`)}
    from standing where kind = 'reductionLapse' group by document_id),
  again as materialized (
    select m.id || ':' || l.times as id, m.kind, m.document_id, m.loan_id, m.currency, m.value_on,
      greatest(m.booked_on, ${lastBooked(sql`m.loan_id`, clock)}) as booked_on, m.principal, m.interest, m.fee, m.penalty,
      m.cash, m.gst, m.extension, m.overpaid, m.cleared
    from moved m join lapses l using (document_id) where m.kind = 'reductionLapse' and ${columnsOf('l')} = (0, 0, 0, 0)
    union all
    select 'reductionLapse:' || l.document_id || ':' || l.times, 'reductionLapse', l.document_id, l.loan_id, l.currency,
      l.value_on, greatest(l.value_on, ${lastBooked(sql`l.loan_id`, clock)}), -l.principal, -l.interest, -l.fee, -l.penalty,
      0, 0, 0, 0, 0
    from lapses l where ${columnsOf('l')} <> (0, 0, 0, 0) and not exists (
      select from moved m where m.kind = 'reductionLapse' and m.document_id = l.document_id))`

/**
 * Posts what these orders have moved and no entry says yet, and holds them against their entries: one statement, and so one
 * snapshot. What is booked in a day that is not over, and what does not add up, is looked at again the next time. Answers which
 * do not add up.
 */
async function postSome(tx: Db, loans: LoanSet, { from, through }: PostingSpan, clock: Clock): Promise<Imbalance[]> {
  const first = from ?? '1000-01-01'
  const these = isOneOf(sql`loan_id`, loans)
  await tx.execute(sql`delete from ${pending} where ${these}`)
  const found = await rowsOf<Omit<Imbalance, 'planId'>>(
    tx,
    sql`with moved as materialized (${movementsOf(loans, clock)}),
      standing as materialized (select * from ${entries} where ${these}),
      ${lapsedAgain(clock)},
      fresh as materialized (select due.*, greatest(booked_on, ${first}::date) as day from (
          select * from moved where not exists (select from standing where standing.id = moved.id)
          union all select * from again) due),
      posted as (${insertFresh} where day <= ${through}),
      journal as (select loan_id, min(day) filter (where day >= ${first}) as day, ${sumOf((part) => part)} from (
          select loan_id, day, principal_minor as principal, interest_minor as interest, fee_minor as fee,
            penalty_minor as penalty from standing
          union all select loan_id, day, principal, interest, fee, penalty from fresh) both_of group by loan_id),
      book as (select loan_id, ${sumOf(owed)} from plans where ${these} group by loan_id),
      differing as materialized (
        select loan_id, 'outstanding' as field, ${textOf('b')} as expected, ${textOf('j')} as found
          from journal j full join book b using (loan_id)
          where ${columnsOf('j')} is distinct from ${columnsOf('b')}
            and (b.loan_id is not null or ${columnsOf('j')} <> (0, 0, 0, 0))
        union all select loan_id, document_id, cash::text,
          (extension + overpaid - principal - interest - fee - penalty)::text
          from moved where kind in ('repayment', 'reversal')
            and cash <> extension + overpaid - principal - interest - fee - penalty),
      waiting as (insert into ${pending} select loan_id from fresh where day > ${through}
        union select loan_id from differing)
    select loan_id as "loanId", field, expected, found,
      coalesce((select least(day, ${through}::date) from journal where journal.loan_id = differing.loan_id),
        ${through}::date)::text as day
    from differing order by loan_id, field`,
  )
  return found.map((one) => ({ ...one, planId: null }))
}

/**
 * Posts to the journal what the book has moved since the last night, in chunks of orders, each in a transaction of its own: what
 * was broken off goes on where it was. Answers which orders do not add up.
 */
export async function postBook(
  database: Pick<Database, 'db' | 'kind' | 'idle'>,
  span: PostingSpan,
  clock: Clock,
): Promise<Imbalance[]> {
  const { db, idle } = database
  const begun = await watermarkNow(db)
  const found: Imbalance[] = []
  for await (const loans of loansToPost(database, { all: span.from === null })) {
    found.push(
      ...(await db.transaction(async (tx) => {
        await setSessionVariables(tx, 'closeDays', 'lists')
        return postSome(tx, loans, span, clock)
      })),
    )
    await idle()
  }
  await keepWatermark(db, watermark, begun)
  return found
}
