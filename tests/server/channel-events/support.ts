import { randomUUID } from 'node:crypto'
import type { IdOf } from '#contract/kernel/values.ts'
import { randomToken, sha256 } from '#server/kernel/base/secrets.ts'
import { refreshDueFacts } from '#server/modules/due-facts/refresh.ts'
import { sessionRows } from '#server/modules/session/store.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { staffId } from '#server/seed/foundation.ts'
import { type Server, startServer } from '#server/server.ts'
import { openForTests } from '#tests/support/database.ts'
import { environment, now } from '../seed/book.ts'

/** A server over a small demo book, and the answers that an executive gets from it. */
export interface Desk {
  readonly server: Server
  ask<Data>(address: string, asked?: Readonly<Record<string, string>>): Promise<Data>
}

/** Starts one; whoever does stops it. */
export async function openDesk(): Promise<Desk> {
  const database = await openForTests()
  await seedDemo(database, environment, { now, customers: 240, loans: 400 })
  const clock = { country: 'IN', now: () => now } as const
  await refreshDueFacts({ database, clock })
  const token = randomToken()
  const times = { startedAt: now, renewedAt: now, lastSeenAt: now, provenAt: now }
  await database.db
    .insert(sessionRows)
    .values({ id: randomUUID() as IdOf<'session'>, staffId: staffId('executive'), tokenHash: sha256(token), ...times })
  const at = { country: 'IN', secret: 'secret of the tests', port: 0, jobs: false, delivery: 'manual' } as const
  const server = await startServer({ database, clock, ...at })
  return {
    server,
    async ask<Data>(address: string, asked: Readonly<Record<string, string>> = {}) {
      const url = `${server.url}/api${address}?${new URLSearchParams(asked)}`
      const answer = await (await fetch(url, { headers: { authentication: token } })).json()
      const { code, data } = answer as { code: number; data: Data } // what every call answers
      if (code !== 200) throw new Error(`${url}: ${JSON.stringify(answer)}`)
      return data
    },
  }
}

/** The same numbers in plain SQL, of customers and of spend that meet a condition over `day`, `channel` and `campaign`. */
export const plainSql = (where: string) => `
  with day as (select date '2026-11-20' as today),
  c as (select * from (select *, (registered_at + interval '5 hours 30 minutes')::date as day from customers) k where ${where}),
  s as (select * from ad_spend where ${where}),
  l as (select l.* from loans l join c on c.id = l.customer_id),
  r as (select * from l where kind = 'regular'),
  f as (select f.due_date, f.unpaid_minor from due_facts f join r on r.id = f.loan_id
    where f.known_until is null and r.ordinal = 1),
  e as (
    select coalesce(sum(amount_minor - received_minor - gst_minor), 0) as minor from r where disbursed_at is not null
    union all select coalesce(sum(a.paid_interest + a.paid_fee + a.paid_penalty), 0)
      from allocations a join plans p on p.id = a.plan_id join l on l.id = p.loan_id
    union all select coalesce(sum(extension_minor), 0) from payments m join l on l.id = m.loan_id where m.state = 'success')
  select (select sum(spend_minor) from s)::bigint as spend, (select sum(impressions) from s)::bigint as impressions,
    (select sum(clicks) from s)::bigint as clicks, (select sum(installs) from s)::bigint as installs,
    (select count(*) from c)::int as registered,
    (select count(*) from kyc_steps k join c on c.id = k.customer_id where step = 'live' and done_at is not null)::int as verified,
    (select count(*) from r)::int as applications,
    (select count(*) from r where disbursed_at is not null or state in (20, 26, 29, 31)
      or (state = 70 and decided_at is not null and not over_quota)
      or exists (select from loan_decisions d where d.loan_id = r.id and d.outcome = 'passed'))::int as approved,
    (select count(*) from r where disbursed_at is not null)::int as loans,
    (select coalesce(sum(amount_minor), 0) from r where disbursed_at is not null)::bigint as lent,
    ${[
      [0, 1],
      [3, 4],
      [10, 11],
    ]
      .map(
        ([lag, at]) => `(select count(*) from f, day where due_date + ${lag} < today)::int as "told${lag}",
    (select count(*) from f, day where due_date + ${lag} < today and unpaid_minor[${at}] > 0)::int as "unpaid${lag}"`,
      )
      .join(', ')},
    (select sum(minor) from e)::bigint as earned`
