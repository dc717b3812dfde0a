import { sql } from 'drizzle-orm'
import { rightsOf } from '#contract/kernel/grants.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { openDatabase } from '#server/kernel/database.ts'
import { serve } from '#server/kernel/http.ts'
import { implement } from '#server/kernel/implement.ts'
import type { Actor } from '#server/kernel/permit.ts'
import { registryOf } from '#server/kernel/registry.ts'
import { secretsOf } from '#server/kernel/secrets.ts'
import { readWords } from '#server/kernel/words.ts'
import { type NarrowTable, narrow, narrowTable } from './narrow.ts'

/** The kernel over narrow rows, and nothing else of the server: whoever calls may see and take out everything. */

function sourceOf(name: NarrowTable) {
  const table = narrowTable(name)
  const { id, state, amountMinor, currency, day, createdAt } = table
  const at = () => ({ id, state, amount: { minor: amountMinor, currency }, day, createdAt })
  return { table, from: sql`${table}`, at, scope: {} }
}

const somebody = {
  ...{
    id: 'S1',
    name: '–',
    account: 'bench',
    roles: [],
    sessionId: null,
    passwordDue: false,
    twoFactorRequired: false,
  },
  ...{ twoFactor: true, provenAt: null, unitId: 'U1', unitPath: '/', unitIds: [], agencyId: null },
  ...rightsOf([{ page: 'applications', codes: 8, scope: 'all' }]),
} as unknown as Actor // its ids are of nobody

const modules = [implement(narrow, { narrow_1: sourceOf('narrow_1'), narrow_10: sourceOf('narrow_10') })]
const quiet = { error: console.error, warn: console.warn, info: () => {} }
const ground = {
  database: await openDatabase({ url: process.env.DATABASE_URL! }),
  clock: systemClock('IN'),
  secrets: secretsOf('of nobody'),
  words: readWords(),
  registry: registryOf(modules),
  works: new Map(),
  checkAnswers: false,
  twoFactorFor: [],
  log: quiet,
}
const app = await serve({ ground, identify: async () => ({ actor: somebody, renewed: null }) }, { logger: false })
app.get('/', async () => 'there')

/** How late a timer was, again and again since that was asked last, in ms. */
let late: number[] = []
const everyMs = 5
let due = performance.now() + everyMs
setInterval(() => {
  const now = performance.now()
  late.push(Math.max(0, now - due))
  due = now + everyMs
}, everyMs)
app.get('/late', async () => {
  const told = late
  late = []
  return told
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
