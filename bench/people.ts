import { session } from '#contract/session.ts'
import type { Database } from '#server/kernel/base/database.ts'
import type { Measure } from './harness.ts'
import { emptyDatabase } from './support/orders.ts'
import { startServer, temporaryFolder } from './support/server.ts'
import { everyView, shippedViews, tokensOf } from './support/views.ts'

/** How many people work here, and how often somebody has tried to sign in. */
const [people, signIns] = [10_000, 100_000]
/** The lists that grow with them. */
const pages: readonly string[] = ['staff', 'roles', 'signIns', 'sessions']

/** Writes people of every unit and role, a session for one in four, and attempts to sign in over a year. */
async function employ({ query }: Database): Promise<void> {
  await query(
    `insert into staff (id, account, name, password_hash, unit_id, state, created_at)
     select 'S-many-' || n, 'many' || n, 'Person ' || n, '', (array(select id from units order by id))[1 + n % (select count(*) from units)],
       case when n % 20 = 0 then 'disabled' else 'enabled' end, now() - n * interval '1 hour'
     from generate_series(1, ${people}) n`,
  )
  await query(
    `insert into staff_roles (staff_id, role_id)
     select 'S-many-' || n, (array(select id from roles order by id))[1 + n % (select count(*) from roles)]
     from generate_series(1, ${people}) n`,
  )
  await query(
    `insert into sessions (id, staff_id, token_hash, started_at, renewed_at, last_seen_at)
     select 'many-' || n, 'S-many-' || n, 'many-' || n, now() - n * interval '1 second', now(), now()
     from generate_series(1, ${people}, 4) n`,
  )
  await query(
    `insert into audit (at, actor_id, actor_name, unit_path, roles, ip, page, command, risk, noun, object_id, outcome, fault, request_id, duration_ms)
     select now() - n * interval '5 minutes', 'S-many-' || 1 + n % ${people}, 'Person ' || 1 + n % ${people}, '/HQ/', '{}', '10.0.0.' || n % 250, null,
       '${session.signIn.id}', 'write', 'session', 'many' || 1 + n % ${people}, case when n % 9 = 0 then 'refused' else 'done' end,
       case when n % 9 = 0 then 'wrong_credentials' end, 'many-' || n, 1
     from generate_series(1, ${signIns}) n`,
  )
  await query('analyze')
}

/** Latency of the lists of people, their sessions and sign-ins, where many work. */
export const measure: Measure = async () => {
  const { url: databaseUrl, database } = await emptyDatabase()
  const { url } = await startServer({ DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder('people') })
  await employ(database)
  const views = (await shippedViews()).filter(({ grid }) => pages.includes(grid.page))
  return everyView(views, url, await tokensOf(url))
}
