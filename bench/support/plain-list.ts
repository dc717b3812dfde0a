import compress from '@fastify/compress'
import Fastify from 'fastify'
import pg from 'pg'

/** Whether a customer was reminded today. */
const reminded = `coalesce((select true from messages m where m.customer_id = l.customer_id and m.reminds = current_date), false)`

/** What a parameter is set to. */
const set = (id: string) => `coalesce((select (p.value #>> '{}')::int from parameters p where p.id = '${id}'), 0)`

/** First pages as somebody writes them by hand: the same SQL as the listings', no session, no rights, no query language. */
const statements: Readonly<Record<string, string>> = {
  applications: `select l.id, l.version, l.state, c.name, l.amount_minor, l.received_minor, l.currency, l.attempts, l.customer_id, c.phone,
      l.product_id, p.name as product, l.fee_minor, l.interest_minor, (l.terms ->> 'tenureDays')::int as tenure_days, l.kind,
      (l.ordinal = 1) as first_loan, l.applied_at, l.decided_at, l.disbursed_at, l.due_date,
      case when l.due_date is not null then greatest(0, current_date - l.due_date) end as overdue_days, l.over_quota, l.denied_code,
      l.failure_text, l.reviewer_id, s.name as reviewer, l.app, l.channel, (l.terms ->> 'periods')::int as periods,
      (select d.outcome from loan_decisions d where d.loan_id = l.id and d.decided_by = 'rule engine' order by d.id desc limit 1),
      (select d.outcome from loan_decisions d where d.loan_id = l.id and d.decided_by <> 'rule engine' order by d.id desc limit 1) as manual,
      case when l.state in (21, 27) then 'rejected' when l.state = 70 then 'cancelled' when l.state in (40, 41) then 'repaid'
        when l.state = 80 then 'extended' when l.state in (100, 110) then 'writtenOff' end as final_state,
      ${reminded} as reminded_today, k.bank, k.account_tail, v.id as verification_id, v.verified_at,
      coalesce(v.state, 'notExecuted') as call_state, coalesce(v.calls, 0) as calls
    from loans l join customers c on c.id = l.customer_id join products p on p.id = l.product_id
      left join staff s on s.id = l.reviewer_id left join cards k on k.id = l.card_id
      left join tele_verifications v on v.loan_id = l.id
    where l.applied_at <= now() order by l.applied_at desc, l.id desc limit 200`,

  plans: `select n.id, n.version, case when n.due_date < current_date then 'overdue' when n.due_date = current_date then 'dueToday'
        else 'notDue' end as state, n.loan_id, n.serial || '/' || n.periods as period, c.name, c.phone, n.due_date,
      n.charged_fee + n.charged_interest + n.charged_principal as amount_due, n.charged_principal, n.charged_interest,
      n.charged_fee, greatest(0, current_date - n.due_date) as overdue_days, n.charged_penalty, n.reduced_at,
      n.charged_fee - n.reduced_fee as fee_after, n.charged_penalty - n.reduced_penalty as penalty_after,
      n.charged_penalty + n.charged_fee + n.charged_interest + n.charged_principal
        - n.reduced_penalty - n.reduced_fee - n.reduced_interest - n.reduced_principal as amount_after,
      n.paid_penalty + n.paid_fee + n.paid_interest + n.paid_principal as paid, n.owed_minor, n.currency,
      n.charged_penalty + n.charged_fee + n.charged_interest - n.paid_penalty - n.paid_fee - n.paid_interest
        - n.reduced_penalty - n.reduced_fee - n.reduced_interest - n.discounted_penalty - n.discounted_fee
        - n.discounted_interest - n.lost_penalty - n.lost_fee - n.lost_interest as reducible,
      n.settled_at, n.created_at, l.state as loan_state, ${reminded} as reminded_today, n.open_request, l.product_id, p.name as product,
      (select e.extension_fee_minor from extensions e where e.loan_id = n.loan_id and e.state = 'done') as extension_fee,
      (select e.commission_minor from extensions e where e.loan_id = n.loan_id and e.state = 'done') as commission
    from plans n join loans l on l.id = n.loan_id join customers c on c.id = l.customer_id join products p on p.id = l.product_id
    where n.state = 'open' and n.created_at <= now() order by n.due_date, n.id limit 200`,

  failedPayouts: `select l.id, l.version, l.state, c.name, l.amount_minor, l.received_minor, l.currency, l.attempts, l.customer_id, c.phone,
      l.product_id, p.name as product, d.bank, d.account_tail, d.similarity_ppm, l.failure_code, l.failure_text, l.failed_at,
      greatest(0, floor(extract(epoch from now() - l.failed_at) / 3600))::int as hours, l.channel,
      (select max(o.requested_at) from payouts o where o.loan_id = l.id) as tried_at,
      case when ${set('disburse.retryHours')} > 0 and l.failure_code in ('bank_down', 'limit')
          and l.attempts < ${set('disburse.attemptsMax')}
        then l.failed_at + make_interval(hours => ${set('disburse.retryHours')}) end as next_try_at,
      ${reminded} as reminded_today, coalesce(v.state, 'notExecuted') as call_state, coalesce(v.calls, 0) as calls
    from loans l join customers c on c.id = l.customer_id join products p on p.id = l.product_id
      left join cards d on d.id = l.card_id left join tele_verifications v on v.loan_id = l.id
    where l.state = 31 and l.failed_at <= now() order by l.failed_at nulls last, l.id limit 200`,
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()
await app.register(compress, { encodings: ['gzip'], threshold: 4_096, zlibOptions: { level: 1 } })
app.get('/', async () => 'there')
for (const [name, text] of Object.entries(statements)) {
  app.get(`/${name}`, async () => ({ code: 200, msg: '', data: { rows: (await pool.query(text)).rows } }))
}
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
