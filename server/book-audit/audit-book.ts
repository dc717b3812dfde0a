import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#server/kernel/base/database.ts'
import { auditOrder } from './audit-order.ts'
import type { Difference } from './difference.ts'
import { readOrders } from './read-orders.ts'
import type { OrderRecord } from './rows.ts'

/** So many orders are read at once. On the embedded database everybody waits for that. */
const atOnce = { embedded: 200, server: 4_000 }

/** What an audit has seen. */
export interface AuditResult {
  readonly orders: number
  readonly differences: number
}

/** Which part of the book to audit, and who hears of it. */
export interface AuditOptions {
  /** Minutes that the operating country's clock is ahead. */
  readonly offsetMinutes: number
  /** Watermark of the last audit: only what was written since is audited. All without it. */
  readonly since?: string | undefined
  readonly told: (differences: readonly Difference[]) => void | Promise<void>
}

/** Rows that a transaction behind `$1` has written, whichever table they are in, by the order they belong to. */
const changed = `with behind as materialized (select age(($1::text::xid8)::xid) as age),
  charged as materialized (
    select distinct plan_id from penalties where age(xmin) <= (select age from behind)
    union select plan_id from penalty_corrections where age(xmin) <= (select age from behind)),
  allocated as materialized (
    select distinct plan_id from allocations where age(xmin) <= (select age from behind))
  select distinct id from (
    select l.id from loans l, behind b where age(l.xmin) <= b.age
    union all select p.loan_id from plans p, behind b where age(p.xmin) <= b.age
    union all select m.loan_id from payments m, behind b where age(m.xmin) <= b.age
    union all select s.loan_id from losses s, behind b where age(s.xmin) <= b.age
    union all select e.loan_id from extensions e, behind b where age(e.xmin) <= b.age
    union all select r.loan_id from reductions r, behind b where age(r.xmin) <= b.age
    union all select s.loan_id from loan_states s, behind b where age(s.xmin) <= b.age
    union all select c.loan_id from coupons c, behind b where c.loan_id is not null and age(c.xmin) <= b.age
    union all select d.loan_id from book_deletions d, behind b where age(d.xmin) <= b.age
    union all select p.loan_id from charged c join plans p on p.id = c.plan_id
    union all select p.loan_id from allocated a join plans p on p.id = a.plan_id
  ) written order by id`

/** Orders that were deleted as a whole. */
const gone = `select distinct loan_id as id from book_deletions d
  where not exists (select from loans where id = d.loan_id) order by 1`

/** Ids of the orders to audit, in keyset chunks. */
async function* idsOf({ query, kind }: Pick<Database, 'query' | 'kind'>, since: string | undefined) {
  const limit = atOnce[kind]
  if (since) {
    const { rows } = await query(changed, [since])
    for (let i = 0; i < rows.length; i += limit) yield rows.slice(i, i + limit).map(({ id }) => String(id))
    return
  }
  for (let after = ''; ; ) {
    const { rows } = await query('select id from loans where id > $1 order by id limit $2', [after, limit])
    if (rows.length === 0) break
    yield rows.map(({ id }) => String(id))
    after = String(rows.at(-1)!.id)
  }
  const { rows } = await query(gone)
  for (let i = 0; i < rows.length; i += limit) yield rows.slice(i, i + limit).map(({ id }) => String(id))
}

/** Orders that were to be read and are not there. */
function missing(ids: readonly string[], read: readonly OrderRecord[]): Difference[] {
  if (read.length === ids.length) return []
  const there = new Set(read.map(({ loan }) => loan.id))
  const about = { plan: null, field: 'order', expected: 'there', found: 'deleted' }
  return ids.flatMap((loan) => (there.has(loan) ? [] : [{ loan, ...about }]))
}

/**
 * Whole-book audit: recomputes fees, plans, penalties, allocations, states and totals of every order from its terms and
 * events. Shares nothing with the code that lends, so that a mistake there is not made here too.
 */
export async function auditBook(
  database: Pick<Database, 'query' | 'kind'>,
  { offsetMinutes, since, told }: AuditOptions,
): Promise<AuditResult> {
  let [orders, differences] = [0, 0]
  for await (const ids of idsOf(database, since)) {
    const read = await readOrders(database, ids, offsetMinutes)
    const found = [...read.flatMap(auditOrder), ...missing(ids, read)]
    orders += ids.length
    differences += found.length
    if (found.length > 0) await told(found)
    await nextTurn()
  }
  return { orders, differences }
}
