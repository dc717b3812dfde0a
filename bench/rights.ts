import type { Database } from '#server/kernel/base/database.ts'
import { randomToken, sha256 } from '#server/kernel/base/secrets.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { type Measure, repeats } from './harness.ts'
import { emptyDatabase } from './support/orders.ts'
import { apiClient, signIn, startServer, temporaryFolder } from './support/server.ts'

/** How many windows of how many people are open: each person may hold twenty streams. */
const [people, windows] = [25, 20]
const role = 'COL'

/** Opens sessions for everybody of the role. Answers their tokens. */
async function openSessions({ query }: Database): Promise<string[]> {
  const { rows } = await query(`select staff_id from staff_roles where role_id = $1 order by 1 limit $2`, [
    role,
    people,
  ])
  const tokens = rows.flatMap(({ staff_id: staffId }) =>
    Array.from({ length: windows }, () => [staffId, randomToken()]),
  )
  for (const [staffId, token] of tokens) {
    await query(
      `insert into sessions (id, staff_id, token_hash, started_at, renewed_at, last_seen_at)
       values ($1, $2, $3, now(), now(), now())`,
      [randomToken(), staffId, sha256(String(token))],
    )
  }
  return tokens.map(([, token]) => String(token))
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
      what: `role saved → ${tokens.length} windows of ${people} people know`,
      unit: 'ms',
      samples: seen,
      control: { what: 'the call that saves it', samples: saved },
      budget: { most: 2_000 },
    },
  ]
}
