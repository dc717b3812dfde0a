import { sql } from 'drizzle-orm'
import type { JobFinding } from '#contract/jobs.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { Clock } from '#server/kernel/base/clock.ts'
import { type Database, type Db, rowsOf } from '#server/kernel/base/database.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import { type LoanRange, movementsOf } from './movements.ts'
import { journalEntryRows as entries } from './store.ts'

/** So many orders are posted at once. On the embedded database everybody waits for that. */
const atOnce = { embedded: 1_000, server: 4_000 }

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

/**
 * Posts what these orders have moved and no entry says yet, and holds them against their entries: one statement, and so one
 * snapshot. Answers which do not add up.
 */
async function postRange(tx: Db, range: LoanRange, { from, through }: PostingSpan, clock: Clock): Promise<Imbalance[]> {
  const first = from ?? '1000-01-01'
  const found = await rowsOf<Omit<Imbalance, 'planId'>>(
    tx,
    sql`with moved as materialized (${movementsOf(range, clock)}),
      standing as materialized (select * from ${entries}
        where loan_id > ${range.after} and loan_id <= ${range.upTo}),
      fresh as materialized (select moved.*, greatest(booked_on, ${first}::date) as day from moved
        where not exists (select from standing where standing.id = moved.id)),
      posted as (${insertFresh} where day <= ${through}),
      journal as (select loan_id, min(day) filter (where day >= ${first}) as day, ${sumOf((part) => part)} from (
          select loan_id, day, principal_minor as principal, interest_minor as interest, fee_minor as fee,
            penalty_minor as penalty from standing
          union all select loan_id, day, principal, interest, fee, penalty from fresh) both_of group by loan_id),
      book as (select loan_id, ${sumOf(owed)} from plans
        where loan_id > ${range.after} and loan_id <= ${range.upTo} group by loan_id),
      differing as (
        select loan_id, 'outstanding' as field, ${textOf('b')} as expected, ${textOf('j')} as found
          from journal j full join book b using (loan_id)
          where ${columnsOf('j')} is distinct from ${columnsOf('b')}
            and (b.loan_id is not null or ${columnsOf('j')} <> (0, 0, 0, 0))
        union all select loan_id, document_id, cash::text,
          (extension + overpaid - principal - interest - fee - penalty)::text
          from moved where kind in ('repayment', 'reversal')
            and cash <> extension + overpaid - principal - interest - fee - penalty)
    select loan_id as "loanId", field, expected, found,
      coalesce((select least(day, ${through}::date) from journal where journal.loan_id = differing.loan_id),
        ${through}::date)::text as day
    from differing order by loan_id, field`,
  )
  return found.map((one) => ({ ...one, planId: null }))
}

/**
 * Posts the whole book to the journal, in chunks of orders, each in a transaction of its own: what was broken off goes on where
 * it was. Answers which orders do not add up.
 */
export async function postBook(
  { db, kind, idle }: Pick<Database, 'db' | 'kind' | 'idle'>,
  span: PostingSpan,
  clock: Clock,
): Promise<Imbalance[]> {
  const found: Imbalance[] = []
  for (let after = ''; ; ) {
    const [last] = await rowsOf<{ id: string | null }>(
      db,
      sql`select max(id) as id from (select id from loans where id > ${after} order by id limit ${atOnce[kind]}) chunk`,
    )
    if (!last?.id) return found
    const range = { after, upTo: last.id }
    found.push(
      ...(await db.transaction(async (tx) => {
        await setSessionVariables(tx, 'closeDays', 'lists')
        return postRange(tx, range, span, clock)
      })),
    )
    after = last.id
    await idle()
  }
}
