import type { Database } from '#server/kernel/base/database.ts'
import type {
  AllocationRow,
  AuditTerms,
  CouponRow,
  ExtensionRow,
  LoanRow,
  LossRow,
  OrderRecord,
  PaymentRow,
  PenaltyRow,
  PlanRow,
  ReductionRow,
  StepRow,
} from './rows.ts'

const four = (prefix: string, alias: string) =>
  `array[${['penalty', 'fee', 'interest', 'principal'].map((of) => `${alias}.${prefix}_${of}`).join(', ')}]::float8[]`
const date = (column: string) => `(${column} - date '1970-01-01')`
/** The local day of a moment; `$2`: minutes that the operating country is ahead. */
const local = (column: string) => date(`(${column} + make_interval(mins => $2::int))::date`)

/** What is read of the orders `$1`, table by table. */
const queries = {
  loan: `select id, state, kind, parent_id as parent, amount_minor as amount, received_minor as received, fee_minor as fee,
      gst_minor as gst, interest_minor as interest, terms::text as terms, ${local('disbursed_at')} as disbursed,
      ${date('due_date')} as due, ${local('closed_at')} as closed, external_id is not null as imported
    from loans where id = any($1::text[]) order by id`,
  plans: `select p.id, p.loan_id as loan, p.serial, ${date('p.due_date')} as due, p.state, p.owed_minor as owed,
      ${date('p.penalty_through')} as through, ${local('p.settled_at')} as settled, ${four('charged', 'p')} as charged,
      ${four('paid', 'p')} as paid, ${four('reduced', 'p')} as reduced, ${four('discounted', 'p')} as discounted,
      ${four('lost', 'p')} as lost
    from plans p where p.loan_id = any($1::text[]) order by p.loan_id, p.serial`,
  penalties: `select p.loan_id as loan, n.plan_id as plan, ${date('n.date')} as day, n.amount_minor as minor, n.correction
    from plans p join lateral (
      select plan_id, date, amount_minor, false as correction from penalties where plan_id = p.id
      union all select plan_id, date, amount_minor, true from penalty_corrections where plan_id = p.id) n on true
    where p.loan_id = any($1::text[])`,
  payments: `select id, loan_id as loan, amount_minor as amount, kind, state, extension_minor as extension,
      unapplied_minor as unapplied, link_id as link, ${local('completed_at')} as value,
      ${local('greatest(created_at, completed_at, booked_at)')} as booked,
      extract(epoch from greatest(created_at, completed_at, booked_at))::float8 as "bookedAt"
    from payments where loan_id = any($1::text[]) order by greatest(created_at, completed_at, booked_at), id`,
  allocations: `select p.loan_id as loan, a.payment_id as payment, a.plan_id as plan, ${four('paid', 'a')} as paid
    from plans p join allocations a on a.plan_id = p.id where p.loan_id = any($1::text[])`,
  reductions: `select p.loan_id as loan, r.plan_id as plan, r.fate, ${four('relief', 'r')} as relief,
      ${date('r.valid_until')} as until, extract(epoch from r.audited_at)::float8 as "passedAt"
    from plans p join reductions r on r.plan_id = p.id and r.state = 'passed' where p.loan_id = any($1::text[])`,
  losses: `select loan_id as loan, plan_id as plan, ${four('lost', 'l')} as lost from losses l where loan_id = any($1::text[])`,
  coupons: `select loan_id as loan, discount_minor as minor from coupons
    where loan_id = any($1::text[]) and state = 'used' and discount_minor > 0`,
  extensions: `select e.loan_id as loan, e.child_id as child, e.payment_id as payment, ${local('e.paid_at')} as paid,
      e.extension_fee_minor as fee, e.commission_minor as commission, e.total_minor as total,
      ${date('e.new_due')} as "newDue", c.amount_minor as "childAmount",
      (select ${date('min(due_date)')} from plans where loan_id = e.child_id) as "childDue"
    from extensions e left join loans c on c.id = e.child_id where e.loan_id = any($1::text[]) and e.state = 'done'`,
  steps: `select loan_id as loan, from_state as from, to_state as to, event, actor, ${local('at')} as day
    from loan_states where loan_id = any($1::text[]) order by loan_id, id`,
} as const

/** Terms that were read before, by their text: orders of a product share them. */
const known = new Map<string, AuditTerms>()
function termsOf(text: string): AuditTerms {
  const terms = known.get(text) ?? (JSON.parse(text) as AuditTerms) // as orders store them
  if (known.size < 10_000) known.set(text, terms)
  return terms
}

function byLoan<Row extends { readonly loan: string }>(rows: readonly Row[]): (id: string) => Row[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.loan)
    if (group) group.push(row)
    else groups.set(row.loan, [row])
  }
  return (id) => groups.get(id) ?? []
}

/** Reads these orders with all that is kept of them. */
export async function readOrders(
  { query }: Pick<Database, 'query'>,
  ids: readonly string[],
  offsetMinutes: number,
): Promise<OrderRecord[]> {
  const read = async <Row>(name: keyof typeof queries): Promise<Row[]> => {
    const text = queries[name]
    const values = text.includes('$2') ? [ids, offsetMinutes] : [ids]
    const { rows } = await query(text, values)
    return rows as unknown as Row[] // the columns selected above
  }
  const loans = await read<LoanRow>('loan')
  const plans = byLoan(await read<PlanRow>('plans'))
  const penalties = byLoan(await read<PenaltyRow>('penalties'))
  const payments = byLoan(await read<PaymentRow>('payments'))
  const allocations = byLoan(await read<AllocationRow>('allocations'))
  const reductions = byLoan(await read<ReductionRow>('reductions'))
  const losses = byLoan(await read<LossRow>('losses'))
  const coupons = byLoan(await read<CouponRow>('coupons'))
  const extensions = byLoan(await read<ExtensionRow>('extensions'))
  const steps = byLoan(await read<StepRow>('steps'))
  return loans.map((loan) => ({
    ...{ loan, terms: termsOf(loan.terms), plans: plans(loan.id), penalties: penalties(loan.id) },
    ...{ payments: payments(loan.id), allocations: allocations(loan.id), reductions: reductions(loan.id) },
    ...{ losses: losses(loan.id), coupons: coupons(loan.id), extensions: extensions(loan.id), steps: steps(loan.id) },
  }))
}
