import { addDays, businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { startPostgres } from '#scripts/postgres.ts'
import { type Database, openDatabase } from '#server/kernel/base/database.ts'
import { suspendSummaries, syncSummaries } from '#server/kernel/summaries/sync.ts'
import { addProduct } from '#server/modules/products/steps/products.ts'
import { summarySchemasOf } from '#server/nouns.ts'
import { build, drop, indexesOf } from '#server/seed/indexes.ts'
import { products, productTerms } from '#server/seed/products.ts'
import { departments } from '#server/seed/units.ts'
import { upgrade } from '#server/upgrade.ts'
import { onTeardown } from '../harness.ts'

/** The business date on which a server that was started now works. */
export const today = (): LocalDate => businessDate(toInstant(new Date()), 'IN')
/** So many days ago, on the same calendar. */
export const daysAgo = (days: number): LocalDate => addDays(today(), -days)

const customerEvery = 10
const { week } = products
const terms = JSON.stringify(week.terms).replaceAll("'", "''")

/** Orders that are alike, numbered from 1. What differs is SQL over the number `n`. */
interface OrderSpec {
  readonly prefix: string
  readonly count: number
  readonly state: number
  /** When they are due; null before they are paid out. */
  readonly due: string | null
  /** What is owed of each, SQL over the row of its order, in paise; everything where nothing is said. */
  readonly principal?: string
}

/** So many orders by one statement: a server gives up one that takes longer. */
const portion = 50_000

/** Writes the orders from number `first` to number `last`. */
async function writePortion({ query }: Database, spec: OrderSpec, [first, last]: readonly [number, number]) {
  const { prefix, state, due, principal = '500000' } = spec
  await query(
    `insert into loans (id, customer_id, product_id, department_id, state, ordinal, currency, amount_minor,
       received_minor, fee_minor, gst_minor, interest_minor, terms, app, channel, card_id, attempts, applied_at,
       disbursed_at, due_date)
     select '${prefix}' || lpad(n::text, 8, '0'), 'CU${prefix}' || lpad((n / ${customerEvery})::text, 8, '0'), '${week.id}',
       '${departments.operations.id}', ${state}, 1,
       'INR', 500000, 425000, 75000, 0, 3500, '${terms}'::jsonb, 'Lendline', 'sandbox', 'CD${prefix}', 1,
       now() - interval '90 days', ${due ? `now() - interval '80 days'` : 'null'}, ${due ? `(${due})` : 'null::date'}
     from generate_series(${first}, ${last}) n`,
  )
  if (!due) return
  const [from, to] = [first, last].map((n) => `${prefix}${String(n).padStart(8, '0')}`)
  await query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_interest, charged_principal,
       charged_penalty, penalty_through, state)
     select 'PL' || id, id, 1, 1, 'INR', due_date, 3500, ${principal},
       case when state = 50 then (date '${daysAgo(1)}' - due_date) * 2500 else 0 end,
       case when state = 50 then date '${daysAgo(1)}' end, 'open' from loans where id between '${from}' and '${to}'`,
  )
}

/** Writes orders of ₹5,000 past every rule, with a customer for every few of them. */
export async function writeOrders(database: Database, spec: OrderSpec): Promise<void> {
  const { prefix, count } = spec
  await database.query(
    `insert into customers (id, department_id, name, phone, app, channel, currency, registered_at)
     select 'CU${prefix}' || lpad(n::text, 8, '0'), '${departments.operations.id}', 'Customer ' || n, '9' || lpad(n::text, 9, '0'),
       'Lendline', 'organic', 'INR', now() from generate_series(0, ${Math.ceil(count / customerEvery)}) n`,
  )
  for (let first = 1; first <= count; first += portion)
    await writePortion(database, spec, [first, Math.min(first + portion - 1, count)])
}

/** Writes a book of orders into an empty database: indexes and summaries are made when the rows are in, as the demo does. */
export async function writeBook(database: Database, spec: OrderSpec): Promise<void> {
  const summaries = summarySchemasOf('IN')
  const indexes = await indexesOf(database.db, ['customers', 'loans', 'plans'])
  await database.db.transaction(async (tx) => {
    await suspendSummaries(tx, summaries)
    await drop(tx, indexes)
  })
  // what triggers tell of orders is read by nothing that is measured here, and looked up by the indexes that are not there
  const query: Database['query'] = (text) =>
    database.query(
      `begin; set local session_replication_role = replica; set local statement_timeout = 0; ${text}; commit`,
    )
  await writeOrders({ ...database, query }, spec)
  await build(database, indexes)
  await syncSummaries(database, summaries)
}

/** A database with nothing but a product, on a PostgreSQL as durable as in production, gone at the end. */
export async function emptyDatabase(): Promise<{ url: string; database: Database }> {
  const postgres = await startPostgres({ durable: true })
  onTeardown(() => postgres.stop())
  const url = await postgres.create('measured')
  const database = await openDatabase({ url })
  await upgrade(database, 'IN')
  onTeardown(() => database.close())
  const about = { id: week.id, name: week.name, app: 'Lendline', departmentId: departments.operations.id }
  const row = { ...about, currency: 'INR' as const, state: 'enabled' as const, createdAt: new Date() }
  await addProduct(database.db, row, productTerms(week), { effectiveFrom: daysAgo(90) })
  return { url, database }
}
