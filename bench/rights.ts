import type { Database } from '#server/kernel/base/database.ts'
import { randomToken, sha256 } from '#server/kernel/base/secrets.ts'
import { byToken } from '#server/modules/session/steps/sessions.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { type Figure, interleaved, type Measure, median, repeats, timed } from './harness.ts'
import { emptyDatabase, writeOrders } from './support/orders.ts'
import { apiClient, signIn, startServer, temporaryFolder } from './support/server.ts'

/** How many people of the role are signed in, each in one window. */
const people = 500
const role = 'COL'

/** Writes people of the role, and opens a session for each. Answers their tokens. */
async function openSessions({ query }: Database): Promise<string[]> {
  await query(
    `insert into staff (id, account, name, password_hash, unit_id, created_at)
     select 'S-signed-' || n, 'signed' || n, 'Person ' || n, '', (select unit_id from staff s join staff_roles r on r.staff_id = s.id
       and r.role_id = $1 order by s.id limit 1), now() from generate_series(1, $2::int) n`,
    [role, people],
  )
  await query(
    `insert into staff_roles (staff_id, role_id) select 'S-signed-' || n, $1 from generate_series(1, $2::int) n`,
    [role, people],
  )
  const tokens = Array.from({ length: people }, (_, i) => [`S-signed-${i + 1}`, randomToken()] as const)
  for (const [staffId, token] of tokens) {
    await query(
      `insert into sessions (id, staff_id, token_hash, started_at, renewed_at, last_seen_at)
       values ($1, $2, $3, now(), now(), now())`,
      [randomToken(), staffId, sha256(token)],
    )
  }
  return tokens.map(([, token]) => token)
}

/** Opens the stream of a window, and calls `told` whenever it hears that rights are others. */
async function watch(url: string, token: string, told: () => void, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${url}/api/live`, { headers: { cookie: `Admin-Token=${token}` }, signal })
  if (!response.ok) throw new Error(`a stream was answered ${response.status}`)
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) {
      if (decoder.decode(chunk as Uint8Array).includes('"rights"')) told()
    }
  })().catch(() => {}) // closed at the end
}

interface Detail {
  readonly role: Record<string, unknown>
  readonly grants: readonly { readonly page: string; readonly codes: number; readonly scope: string }[]
}

/** A session and who has it, without what tells whether their rights are others. */
const sessionAlone = `select s.id, s.started_at, s.renewed_at, s.last_seen_at, s.proven_at, s.token_hash = $1 as current,
    st.id as "staffId", st.name, st.account, st.must_change_password, st.unit_id
  from sessions s join staff st on st.id = s.staff_id
  where st.state = 'enabled' and (s.token_hash = $1 or (s.past_hash = $1 and s.past_until > $2))`
/** So many calls are timed together. */
const callsMax = 100
/** A tenth of the book that lists are measured on. */
const orders = 100_000

/** What it costs every call to know of changed rights, beside a call for the list of orders. */
async function costOfKnowing(database: Database, url: string, token: string): Promise<Figure> {
  const { query } = database
  await writeOrders(database, { prefix: 'RT', count: orders, state: 30, due: 'current_date + 5' })
  await query('analyze')
  const reader = await signIn(url, 'ops')
  const asked = [sha256(token), new Date().toISOString()]
  const each = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = []
    for (let i = 0; i < callsMax; i++) times.push(await timed(work))
    return median(times)
  }
  const list = async () => {
    const response = await fetch(`${url}/api/loans/orders?q=`, { headers: { authentication: reader } })
    if (((await response.json()) as { code: number }).code !== 200) throw new Error('the list was refused')
  }
  const { known, alone, called } = await interleaved({
    known: () => each(() => query(byToken, asked, 'with rights')),
    alone: () => each(() => query(sessionAlone, asked, 'session alone')),
    called: () => each(list),
  })
  return {
    what: 'what a call reads of rights, beside its session alone',
    unit: 'ms',
    samples: known.map((ms, i) => Math.max(0, ms - alone[i]!)),
    control: { what: `a list of ${orders} orders, one call`, samples: called },
    budget: { ratioMost: 0.02 },
  }
}

/** How long it takes from saving a role until every window of those who have it knows, and until the call is answered. */
export const measure: Measure = async () => {
  const { url: databaseUrl, database } = await emptyDatabase()
  const server = await startServer({ DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder('rights') })
  const tokens = await openSessions(database)
  let heard = 0
  let wake = () => {}
  const over = new AbortController()
  const told = () => {
    heard += 1
    if (heard === tokens.length) wake()
  }
  for (const token of tokens) await watch(server.url, token, told, over.signal)
  const call = apiClient(server.url, await signIn(server.url, 'admin'))
  await call('/session/prove', { proof: demoPassword })
  const [seen, saved]: [number[], number[]] = [[], []]
  for (let i = 0; i < repeats; i++) {
    const { role: row, grants } = await call<Detail>(`/sysRole/detail?id=${role}`)
    const without = grants.filter(({ page }) => page !== 'merchants')
    const next = without.length < grants.length ? without : [...grants, { page: 'merchants', codes: 0, scope: 'own' }]
    heard = 0
    const everybody = new Promise<void>((resolve) => {
      wake = resolve
    })
    const from = performance.now()
    const { id, version, name, mark, state, revealsMax, exportRowsMax } = row
    await call('/sysRole/edit', { id, version, name, mark, state, revealsMax, exportRowsMax, grants: next })
    saved.push(performance.now() - from)
    await everybody
    seen.push(performance.now() - from)
  }
  over.abort()
  return [
    {
      what: `role saved → ${people} people who are signed in know`,
      unit: 'ms',
      samples: seen,
      control: { what: 'the call that saves it', samples: saved },
      budget: { most: 2_000 },
    },
    await costOfKnowing(database, server.url, tokens[0]!),
  ]
}
