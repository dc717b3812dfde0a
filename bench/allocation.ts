import type { Database } from '#server/kernel/base/database.ts'
import type { Measure } from './harness.ts'
import { vacuum } from './support/book.ts'
import { measureReads, readFigures, runJob } from './support/nightly.ts'
import { daysAgo, emptyDatabase, writeBook } from './support/orders.ts'
import { apiClient, signIn, startServer, temporaryFolder } from './support/server.ts'

/** How many cases are open, how many of them look for a collector, and how many collectors there are. */
const [open, looking, collectors] = [Number(process.env.BENCH_LOANS ?? 1_000_000), 0.1, 2_000]
/** Half of those that look wait in S1; half come from S1 to S2. The rest lies in M1, where it is to be. */
const [waiting, rolling] = [Math.floor((open * looking) / 2), Math.floor(open * looking)]
const capacity = Math.ceil(open / collectors) * 2

const due = `date '${daysAgo(0)}' - case when n <= ${waiting} then 5 when n <= ${rolling} then 9 else 20 end`

/** Amounts differ, as in any book. */
const principal = `100000 + hashtext('PL' || id) % 90000`

/** Has everybody collect every stage, in six groups of three agencies, on duty every day. */
async function employ({ query }: Database): Promise<void> {
  await query(`
    insert into staff (id, account, name, password_hash, unit_id, state, created_at)
      select 'S-many-' || n, 'many' || n, 'Collector ' || n, '', (array(select id from units where kind = 'group' and path like '%/AG%' order by id))[1 + n % 6],
        'enabled', now() from generate_series(1, ${collectors}) n;
    insert into collectors (id, created_at, capacity) select id, now(), ${capacity} from staff where id like 'S-many-%';
    insert into collector_stages select c.id, s.id from collectors c cross join stages s where c.id like 'S-many-%' on conflict do nothing;
    insert into duty_patterns select id, day, true from collectors, generate_series(1, 7) day where id like 'S-many-%' on conflict do nothing`)
}

/** Opens the cases as the last night has left them: whose they are stands beside their orders, too, and since when. */
async function openCases({ query }: Database): Promise<void> {
  const held = `from loans l join staff s on s.id = 'S-many-' || 1 + substr(l.id, 3)::int % ${collectors}
    join units u on u.id = s.unit_id join units a on a.kind = 'agency' and starts_with(u.path, a.path)`
  await query(`
    begin;
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    insert into cases (id, loan_id, state, stage, collector_id, group_id, agency_id, unit_path, opened_at, allocated_at)
      select 'CS' || substr(l.id, 3), l.id, 'allocated', case when l.due_date = date '${daysAgo(9)}' then 'S1' else 'M1' end,
        s.id, u.id, a.id, u.path, now() - interval '2 days', now() - interval '2 days' ${held} where substr(l.id, 3)::int > ${waiting};
    insert into cases (id, loan_id, state, stage, unit_path, opened_at, waiting_since)
      select 'CS' || substr(id, 3), id, 'allocating', 'S1', '/HQ/COL/', now() - interval '2 days', now() - interval '2 days'
      from loans where substr(id, 3)::int <= ${waiting};
    update loans l set collector_id = c.collector_id, group_id = c.group_id, agency_id = c.agency_id from cases c where c.loan_id = l.id and c.state = 'allocated';
    update plans p set collector_id = c.collector_id, group_id = c.group_id, agency_id = c.agency_id from cases c where c.loan_id = p.loan_id and c.state = 'allocated';
    select recall_holdings();
    commit`)
}

/** What must hold of every case and every assignment, whatever was done. */
const wrong = `select
  (select count(*) from cases c where c.state = 'allocated' and c.collector_id is null)
  + (select count(*) from (select loan_id from cases where state <> 'closed' group by loan_id having count(*) > 1) twice)
  + (select count(*) from loans l join cases c on c.loan_id = l.id and c.state <> 'closed'
      where (l.collector_id, l.group_id, l.agency_id) is distinct from (c.collector_id, c.group_id, c.agency_id))
  + (select count(*) from case_assignments t join cases c on c.id = t.case_id where t.to_id is distinct from c.collector_id) as wrong`

async function mustBeRight({ query }: Database): Promise<void> {
  const { rows } = await query(wrong)
  if (Number(rows[0]!.wrong) > 0) throw new Error(`${rows[0]!.wrong} cases are not as they should be`)
}

const quietMs = 10_000

/** How long the nightly allocation takes, and what it does to the latency of reads meanwhile. */
export const measure: Measure = async () => {
  const { url, database } = await emptyDatabase()
  await writeBook(database, { prefix: 'LN', count: open, state: 50, due, principal })
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: temporaryFolder('allocation') })
  await employ(database)
  await openCases(database)
  await vacuum(url)
  // a session of its own each time: what lies between takes longer than one is kept idle
  const sit = async (account: string) => apiClient(server.url, await signIn(server.url, account))
  const manager = await sit('manager')
  const until = performance.now() + quietMs
  const before = await measureReads(manager, () => performance.now() > until)
  let over = false
  const beside = measureReads(manager, () => over)
  const given = await runJob(await sit('ops'), 'allocateCases').finally(() => (over = true))
  const during = await beside
  if (given.done !== rolling) throw new Error(`${given.done} of ${rolling} cases found a collector`)
  await mustBeRight(database)
  const began = performance.now()
  await manager('/case-allocations/rehearsals', {})
  const rehearsed = (performance.now() - began) / 1_000
  await database.query(
    `begin;
     set local statement_timeout = 0;
     update cases set state = 'allocating', collector_id = null, group_id = null, agency_id = null, waiting_since = now()
       where state <> 'closed';
     commit`,
  )
  await vacuum(url)
  const all = await runJob(await sit('ops'), 'allocateCases')
  if (all.done !== open) throw new Error(`${all.done} of ${open} cases found a collector`)
  const named = (count: number) => count.toLocaleString('en')
  return [
    {
      what: `${named(rolling)} of ${named(open)} open cases allocated to ${named(collectors)} collectors`,
      unit: 's',
      samples: [given.seconds],
      budget: { most: 60 },
    },
    { what: 'the next one rehearsed', unit: 's', samples: [rehearsed] },
    { what: 'all of them', unit: 's', samples: [all.seconds], budget: { most: 900 } },
    ...readFigures(before, during, { budget: { most: 2_000 } }),
  ]
}
