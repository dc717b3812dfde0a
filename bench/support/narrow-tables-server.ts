import { sql } from 'drizzle-orm'
import { rightsOf } from '#contract/kernel/grants.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { systemClock } from '#server/kernel/base/clock.ts'
import { openDatabase } from '#server/kernel/base/database.ts'
import { secretsOf } from '#server/kernel/base/secrets.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { witnessAt } from '#server/kernel/base/witness.ts'
import { wordsOf } from '#server/kernel/base/words.ts'
import { buildServer } from '#server/kernel/call/http.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { memoryStore } from '#server/kernel/files/file-store.ts'
import { type NarrowTable, narrowTable, narrowTables } from './narrow-tables.ts'

/** The kernel over narrow tables, and nothing else of the server: every caller may see and export everything. */

function sourceOf(name: NarrowTable) {
  const table = narrowTable(name)
  const { id, state, amountMinor, currency, day, createdAt } = table
  const columns = () => ({ id, state, amount: { minor: amountMinor, currency }, day, createdAt })
  return { table, from: sql`${table}`, columns, scope: {} }
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

const modules = [implement(narrowTables, { narrow_1: sourceOf('narrow_1'), narrow_10: sourceOf('narrow_10') })]
const quiet = { error: console.error, warn: console.warn, info: () => {} }
const database = await openDatabase({ url: process.env.DATABASE_URL! })
const translations = readTranslations()
const noWords = { read: async () => [], use: async () => {} }
const app = {
  database,
  words: wordsOf({ source: noWords, db: database.db, translations, log: quiet }),
  clock: systemClock('IN'),
  secrets: secretsOf('of nobody'),
  translations,
  registry: registryOf(modules),
  witness: witnessAt(undefined),
  files: memoryStore(),
  mailer: null,
  stepUpAbove: async () => 0,
  quietDays: async () => new Set<never>(),
  contactRefused: async () => {},
  environmentGateway: () => ({ url: '', callbackUrl: '' }),
  internalProviders: false,
  taskRunners: new Map(),
  checkAnswers: false,
  asksTwoFactor: false,
  stopping: new AbortController().signal,
  log: quiet,
}
const fastify = await buildServer(
  { app, identify: async () => ({ actor: somebody, renewed: null }) },
  { logger: false },
)
fastify.get('/', async () => 'there')

/** Event loop delay: how late a timer was, since that was asked last, in ms. */
let late: number[] = []
const everyMs = 5
let due = performance.now() + everyMs
setInterval(() => {
  const now = performance.now()
  late.push(Math.max(0, now - due))
  due = now + everyMs
}, everyMs)
fastify.get('/late', async () => {
  const told = late
  late = []
  return told
})
await fastify.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
