import { getTableName } from 'drizzle-orm'
import { isFinal, loanFlow } from '#contract/loans/flow.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { difference } from '#server/kernel/summaries/summary.ts'
import { modules } from '#server/modules/index.ts'
import type { Server } from '#server/server.ts'

const parts = ['penalty', 'fee', 'interest', 'principal'] as const
const of = (prefix: string, alias: string) => parts.map((part) => `${alias}.${prefix}_${part}`)
const sum = (prefix: string, alias: string) => `(${of(prefix, alias).join(' + ')})`
/** For each component: what was charged, less all that became of it. */
const left = (part: string) =>
  `p.charged_${part} - p.paid_${part} - p.reduced_${part} - p.discounted_${part} - p.lost_${part}`
const leftOfAll = parts.map((part) => `(${left(part)})`).join(' + ')
const paidOf = (part: string) =>
  `p.paid_${part} <> coalesce((select sum(a.paid_${part}) from allocations a where a.plan_id = p.id), 0)`
const lostOf = (part: string) =>
  `p.lost_${part} <> coalesce((select sum(l.lost_${part}) from losses l where l.plan_id = p.id), 0)`
const holder = (alias: string) => `(${alias}.collector_id, ${alias}.group_id, ${alias}.agency_id)`
/** Whose the open case of an order is has to stand beside each of its rows. */
const strayIn = (table: string, loanId: string) => `select r.id from ${table} r
  left join cases c on c.loan_id = r.${loanId} and c.state <> 'closed' where ${holder('r')} is distinct from ${holder('c')}`

const closed = 'l.closed_at is not null and l.disbursed_at is not null'
const live = loanFlow.states.filter((state) => !isFinal(state)).join(', ')

/** What may be wrong with the books, each as a query for the ids of what it is wrong with. */
const questions: Readonly<Record<string, string>> = {
  'a component is negative': `select p.id from plans p where ${parts
    .flatMap((part) => [left(part), `p.paid_${part}`, `p.reduced_${part}`, `p.lost_${part}`])
    .map((amount) => `${amount} < 0`)
    .join(' or ')}`,
  'what is owed is not what is left': `select p.id from plans p
    where p.owed_minor <> case when p.state = 'extended' then 0 else ${leftOfAll} end`,
  'what was paid is not what was allocated': `select p.id from plans p where ${parts.map(paidOf).join(' or ')}`,
  'what was lost is not written down': `select p.id from plans p where ${parts.map(lostOf).join(' or ')}`,
  'penalties are not those of their days': `select p.id from plans p where p.charged_penalty <>
    coalesce((select sum(n.amount_minor) from penalties n where n.plan_id = p.id), 0)
    + coalesce((select sum(c.amount_minor) from penalty_corrections c where c.plan_id = p.id), 0)`,
  'a payment was not used to the last paisa': `select m.id from payments m where m.state = 'success'
    and m.amount_minor <> m.unapplied_minor + m.extension_minor
      + coalesce((select sum(${sum('paid', 'a')}) from allocations a where a.payment_id = m.id), 0)`,
  'a payment that failed was used': `select m.id from payments m where m.state <> 'success'
    and exists (select 1 from allocations a where a.payment_id = m.id)`,
  'the principals do not make the amount': `select l.id from loans l join plans p on p.loan_id = l.id
    group by l.id having sum(p.charged_principal) <> l.amount_minor`,
  'an order is open that owes nothing, or closed and still owes': `select l.id from loans l join plans p on p.loan_id = l.id
    where l.state <> 80 group by l.id, l.state
    having (l.state in (30, 43, 50, 90)) <> (sum(p.owed_minor) filter (where p.state = 'open') > 0)`,
  'an extension owes something else than its parent has left': `select l.id from loans l
    join plans p on p.loan_id = l.parent_id group by l.id, l.amount_minor having sum(${leftOfAll}) <> l.amount_minor`,
  'an order has other results than its decisions': `select l.id from loans l left join (select loan_id,
      (array_agg(outcome order by id desc) filter (where decided_by = 'rule engine'))[1] as machine,
      (array_agg(outcome order by id desc) filter (where decided_by <> 'rule engine'))[1] as manual,
      bool_or(outcome = 'passed') as passed from loan_decisions group by loan_id) d on d.loan_id = l.id
    where (l.machine_result, l.manual_result, l.passed_once)
      is distinct from (d.machine, d.manual, coalesce(d.passed, false))`,
  'an order was closed with other amounts than its plans': `select l.id from loans l
    left join (select loan_id, sum(${sum('paid', 'p')}) as paid, sum(p.charged_penalty) as penalty
      from plans p group by loan_id) b on b.loan_id = l.id
    where l.closing_paid_minor is distinct from case when ${closed} then coalesce(b.paid, 0) end
      or l.closing_penalty_minor is distinct from case when ${closed} then coalesce(b.penalty, 0) end`,
  'an order was followed by another one': `select l.id from loans l where l.reloaned_at is distinct from
    (select min(n.disbursed_at) from loans n
      where n.customer_id = l.customer_id and n.kind = 'regular' and n.disbursed_at > l.closed_at)`,
  'a customer has an order under way, or none': `select c.id from customers c where c.live_loan <>
    exists (select from loans l where l.customer_id = c.id and l.state in (${live}))`,
  'a customer has applied, or has not': `select c.id from customers c where c.applied <>
    exists (select from loans l where l.customer_id = c.id)`,
  'a customer has borrowed, or has not': `select c.id from customers c where c.borrowed <>
    exists (select from loans l where l.customer_id = c.id and l.disbursed_at is not null)`,
  'a customer has paid and is passed over': `select c.id from customers c where not c.paid
    and (exists (select from allocations a join plans p on p.id = a.plan_id join loans l on l.id = p.loan_id
      where l.customer_id = c.id)
    or exists (select from payments p join loans l on l.id = p.loan_id
      where l.customer_id = c.id and p.state = 'success' and p.extension_minor <> 0))`,
  'a customer has paid who never began to': `select c.id from customers c where c.paid
    and not exists (select from payments p join loans l on l.id = p.loan_id where l.customer_id = c.id)`,
  'an order was closed before it was paid out': `select id from loans where closed_at < disbursed_at - interval '1 day'`,
  'an open case is due on another day than its order': `select c.id from cases c join loans l on l.id = c.loan_id
    where c.state <> 'closed' and c.due_date is distinct from l.due_date`,
  'a row is not held by whoever has the case': [
    strayIn('loans', 'id'),
    ...['plans', 'payments', 'extensions', 'card_changes'].map((table) => strayIn(table, 'loan_id')),
  ].join(' union all '),
}

const summaries = [...registryOf(modules).listings.values()].flatMap(({ source }) => source.summary?.of('IN') ?? [])

/** What is wrong with the books of all orders: by what it is, the first ids. None where they balance. */
export async function wrongBooks({ database }: Pick<Server['app'], 'database'>): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {}
  for (const [what, query] of Object.entries(questions)) {
    const { rows } = await database.query(`select id from (${query}) wrong limit 5`)
    if (rows.length > 0) wrong[what] = rows.map(({ id }) => String(id))
  }
  for (const summary of summaries) {
    const rows = await rowsOf<{ kind: string }>(database.db, difference(summary))
    if (rows.length > 0) wrong[`${getTableName(summary.table)} has other sums`] = rows.map(({ kind }) => kind)
  }
  return wrong
}
