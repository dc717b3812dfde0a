/** One row each, made wrong: what it is, by which statement, and the field that must be named. */
interface Corruption {
  readonly what: string
  readonly statement: string
  readonly field: RegExp
}

/** The first order, plan or row of others that is so. */
const first = (table: string, so = 'true', id = 'id') => `(select min(${id}) from ${table} where ${so})`
const wrong = (table: string, change: string, so?: string, id = 'id') =>
  `update ${table} set ${change} where ${id} = ${first(table, so, id)}`
const plus = (column: string, by = 1) => `${column} = ${column} + ${by}`

/** Days of the first plan that has several: two that make up for each other. */
const severalDays = `(select plan_id from penalties group by 1 having count(*) > 1 order by 1 limit 1)`
const dayOf = (which: 'min' | 'max', by: number) =>
  `update penalties set ${plus('amount_minor', by)} where plan_id = ${severalDays}
     and date = (select ${which}(date) from penalties where plan_id = ${severalDays})`
const partly = `(select min(a.payment_id) from allocations a join payments p on p.id = a.payment_id
  join plans n on n.id = a.plan_id where p.kind = 'partial' and a.paid_interest > 1 and n.state = 'open')`

/** A payment for the first of several plans, and for nothing else. */
const firstOfSeveral = `(select min(a.payment_id) from allocations a join payments m on m.id = a.payment_id
  join plans p on p.id = a.plan_id where p.serial = 1 and p.periods > 1 and m.kind in ('normal', 'partial')
  and a.payment_id in (select payment_id from allocations group by 1 having count(*) = 1)
  and not exists (select from payments e where e.loan_id = m.loan_id and e.kind in ('early', 'reversal')))`

/** What can be wrong in a book, each with the field that an audit must name. */
export const corruptions: readonly Corruption[] = [
  { what: 'a fee', statement: wrong('loans', plus('fee_minor'), `kind = 'regular'`), field: /^fee$/ },
  { what: 'a tax', statement: wrong('loans', plus('gst_minor'), `kind = 'regular'`), field: /^gst$/ },
  {
    what: 'what was paid out',
    statement: wrong('loans', plus('received_minor'), `kind = 'regular'`),
    field: /^received$/,
  },
  { what: 'the interest of an order', statement: wrong('loans', plus('interest_minor')), field: /^interest$/ },
  { what: 'the interest of a plan', statement: wrong('plans', plus('charged_interest')), field: /^charged.interest$/ },
  { what: 'a due date', statement: wrong('plans', plus('due_date'), `state = 'paid'`), field: /^dueDate$/ },
  { what: 'a penalty', statement: dayOf('min', 1), field: /^penalties from/ },
  {
    what: 'penalties that make up for each other',
    statement: `${dayOf('min', -2)}; ${dayOf('max', 1)}`,
    field: /^penalty of/,
  },
  {
    what: 'the penalty of a plan',
    statement: wrong('plans', plus('charged_penalty'), 'charged_penalty > 0'),
    field: /^charged.penalty$/,
  },
  {
    what: 'an allocation',
    statement: wrong('allocations', plus('paid_principal'), 'paid_principal > 1', 'payment_id'),
    field: /^allocated of/,
  },
  {
    what: 'the order of allocation',
    statement: `update allocations set paid_interest = paid_interest - 1, paid_principal = paid_principal + 1
      where payment_id = ${partly}`,
    field: /^order of allocation of/,
  },
  {
    what: 'the order of plans',
    statement: `update allocations a set plan_id = n.id from plans p join plans n on n.loan_id = p.loan_id and n.serial = p.serial + 1
      where p.id = a.plan_id and a.payment_id = ${firstOfSeveral}`,
    field: /^order of plans of/,
  },
  { what: 'what a plan was paid', statement: wrong('plans', plus('paid_fee'), 'charged_fee > 0'), field: /^paid.fee$/ },
  {
    what: 'a reduction that was used when its time was over',
    statement: wrong('reductions', plus('valid_until', -30), `fate = 'used'`),
    field: /^reduction until/,
  },
  {
    what: 'a reduction',
    statement: wrong('plans', plus('reduced_interest'), `state = 'paidReduced'`),
    field: /^reduced.interest$/,
  },
  { what: 'a loss', statement: wrong('losses', plus('lost_principal'), 'true', 'plan_id'), field: /^lost.principal$/ },
  {
    what: 'a discount',
    statement: wrong('coupons', plus('discount_minor'), `state = 'used' and discount_minor > 0`),
    field: /^discounted$/,
  },
  { what: 'the code of an order', statement: wrong('loans', 'state = 41', 'state = 40'), field: /^state by plans$/ },
  {
    what: 'the log of an order',
    statement: wrong('loan_states', 'to_state = 50', 'to_state = 40'),
    field: /^state$/,
  },
  {
    what: 'the state of a plan',
    statement: wrong('plans', `state = 'paidReduced'`, `state = 'paid'`),
    field: /^planState$/,
  },
  { what: 'the due date of an order', statement: wrong('loans', plus('due_date'), 'state = 50'), field: /^dueDate$/ },
  { what: 'a closed order', statement: wrong('loans', 'closed_at = null', 'state = 40'), field: /^closed$/ },
  {
    what: 'the price of an extension',
    statement: wrong('extensions', plus('commission_minor'), `state = 'done'`),
    field: /^commission$/,
  },
  {
    what: 'what was paid for an extension',
    statement: wrong('extensions', plus('total_minor'), `state = 'done'`),
    field: /^extensionTotal$/,
  },
  {
    what: 'the due date that an extension leads to',
    statement: wrong('extensions', plus('new_due'), `state = 'done'`),
    field: /^newDueDate$/,
  },
  {
    what: 'the order that goes on',
    statement: `update loans set amount_minor = amount_minor - 1
      where id = (select min(child_id) from extensions where state = 'done')`,
    field: /^principal$/,
  },
  {
    what: 'a missing plan',
    statement: `delete from plans where id = (select max(id) from plans where state = 'open')`,
    field: /^plans$/,
  },
]
