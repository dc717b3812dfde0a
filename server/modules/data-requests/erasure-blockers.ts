import { type SQL, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { isFinal, loanFlow } from '#contract/loans/flow.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { loansOf } from './section.ts'

/** What stands against an erasure: its fault, and the row that it names. */
interface Blocker {
  readonly fault: string
  readonly id: string
}

const underWay = loanFlow.states.filter((state) => !isFinal(state))

/** Rows that are owed or under way, by the fault that names them. */
const openRows = (id: IdOf<'customer'>): Readonly<Record<string, SQL>> => ({
  order_under_way: sql`select id from loans where customer_id = ${id} and state in ${[...underWay]}`,
  plan_owed: sql`select id from plans where loan_id in ${loansOf(id)} and state = 'open' and owed_minor > 0`,
  payment_waits: sql`select id from payments where loan_id in ${loansOf(id)}
    and (state = 'paying' or state = 'success' and unapplied_minor > 0)`,
  payout_waits: sql`select id from payouts where loan_id in ${loansOf(id)} and state = 'paying'`,
  proof_waits: sql`select id from proofs where loan_id in ${loansOf(id)} and state in ('submitted', 'matched')`,
  card_change_waits: sql`select id from card_changes where loan_id in ${loansOf(id)} and state = 'pending'`,
  ticket_waits: sql`select id from tickets where state <> 'closed' and (customer_id = ${id} or loan_id in ${loansOf(id)})`,
  approval_waits: sql`select id from approvals where state = 'pending' and object_id = ${id}
    and command <> 'dataRequests.askErasure'`,
  export_waits: sql`select id from data_requests where state = 'making' and customer_id = ${id}`,
})

/** Everything that stands against erasing a customer: what they owe, what is owed to them, what is under way. */
export async function blockersOf(tx: Db, id: IdOf<'customer'>): Promise<Blocker[]> {
  const asked = Object.entries(openRows(id)).map(
    ([fault, rows]) => sql`select ${fault}::text as fault, id from (${rows}) o`,
  )
  return rowsOf<Blocker>(tx, sql`${sql.join(asked, sql` union all `)} limit 50`)
}

/** @throws Refusal by the first thing that is owed or under way, with its id. */
export async function mustBeErasable(tx: Db, id: IdOf<'customer'>): Promise<void> {
  const [first] = await blockersOf(tx, id)
  if (first) throw new Refusal(first.fault, { id: first.id })
}
