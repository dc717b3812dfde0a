import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test as base, expect } from 'vitest'
import type { Country } from '#contract/kernel/calendar.ts'
import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { randomToken, sha256 } from '#server/kernel/base/secrets.ts'
import { sessionRows } from '#server/modules/session/store.ts'
import { staffId } from '#server/seed/foundation.ts'
import type { RoleMark, roles } from '#server/seed/roles.ts'
import { type Server, type ServerOptions, startServer } from '#server/server.ts'
import { contract } from './contract.ts'
import { emptied, openForTests, staffing } from './database.ts'
import { type Given, givenOn } from './given.ts'
import { oncePerWorker } from './once.ts'

/** The contract as functions: `as('manager').loans.redisburse(input)`. */
type Calls<Api> = {
  [Verb in keyof Api]: Api[Verb] extends Endpoint
    ? (input?: Partial<Input<Api[Verb]>>) => Promise<Output<Api[Verb]>>
    : never
}
export type Client = { [Noun in keyof typeof contract]: Calls<(typeof contract)[Noun]> }

/** What a refused call throws. */
export interface Answer {
  readonly code: number
  readonly msg: string
  readonly fault?: string
  readonly data?: unknown
}

export type Account = (typeof roles)[RoleMark]['account']
export interface How {
  /** Nothing of the call stays. */
  readonly rehearse?: boolean
  readonly language?: string
  readonly idempotencyKey?: string
}

/** A clock that stands still until a test moves it. */
class StillClock {
  readonly country: Country
  #now = new Date()
  constructor(country: Country) {
    this.country = country
  }
  now = () => this.#now
  set(iso: string) {
    this.#now = new Date(iso)
  }
  forward(ms: number) {
    this.#now = new Date(this.#now.getTime() + ms)
  }
}

export interface World {
  server: Server
  clock: StillClock
  /** Calls the real server over HTTP as that member of staff. */
  as: (who: Account | null, how?: How) => Client
  /** A token of somebody who is signed in. */
  tokenOf: (who: Account) => Promise<string>
  /** One request as it is, for what no client would send. */
  raw: (at: string, init?: RequestInit & { who?: Account }) => Promise<Answer>
  given: Given
}

interface Engine {
  server: Server
  clock: StillClock
  /** Waits for the calls that are under way. */
  answered: () => Promise<void>
}

const startOfTests = '2026-03-10T06:00:00.000Z'

/** Counts the calls that are under way, whoever made them; who listens to live events is never answered. */
function answering({ fastify }: Server): Engine['answered'] {
  const open = new Set<Promise<unknown>>()
  fastify.server.on('request', ({ url }: IncomingMessage, response: ServerResponse) => {
    if (url?.startsWith('/api/live')) return
    const over = once(response, 'close').finally(() => open.delete(over))
    open.add(over)
  })
  return async () => {
    while (open.size > 0) await Promise.all(open)
  }
}

/** Starts a server for tests on a database of its own. */
export async function startEngine(country: Country = 'IN', more: Pick<ServerOptions, 'mail'> = {}): Promise<Engine> {
  const clock = new StillClock(country)
  const server = await startServer({
    database: await openForTests(),
    country,
    secret: 'secret of the tests',
    port: 0,
    sandbox: { seed: 'tests', delayMs: 0 },
    internalProviders: true,
    clock,
    jobs: false,
    delivery: 'manual',
    checkAnswers: true,
    ...more,
  })
  return { server, clock, answered: answering(server) }
}

async function call(
  { url }: Server,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  headers: Record<string, string>,
) {
  const [method, path] = endpoint.at.split(' ') as [string, string] // as `Address` has it
  const filled = path.replaceAll(/{(\w+)}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = method === 'GET' ? `?${new URLSearchParams(Object.entries(input).map(([k, v]) => [k, String(v)]))}` : ''
  const body = method === 'GET' ? {} : { body: JSON.stringify(input) }
  // a connection that is kept may be closed while a long import holds the process that both ends run in
  const fresh = { connection: 'close' }
  const response = await fetch(`${url}/api${filled}${query}`, { method, headers: { ...headers, ...fresh }, ...body })
  const answer = (await response.json()) as Answer // what every call answers
  if (answer.code !== 200) throw answer
  return endpoint.output.parse(answer.data)
}

/**
 * A test with an empty database and the demo's staff. The engine starts once per worker, for all of its files. Nothing
 * leaves it, and no channel calls back, but when a test has the server `deliver`.
 */
export const test = base.extend<World & { engine: Engine; tidiness: undefined }>({
  engine: [oncePerWorker(startEngine, ({ server }) => server.stop()), { scope: 'worker' }],
  // the next file begins with the same staff
  tidiness: [
    async ({ engine: { server } }, use) => {
      const before = await staffing(server.app.database)
      await use(undefined)
      expect(await staffing(server.app.database)).toBe(before)
    },
    { scope: 'file', auto: true },
  ],
  clock: async ({ engine }, use) => use(engine.clock),
  server: async ({ engine }, use) => {
    engine.clock.set(startOfTests)
    await emptied(engine.server.app.database)
    await use(engine.server)
    await engine.answered()
    await engine.server.settled()
  },
  tokenOf: async ({ server }, use) => {
    const tokens = new Map<Account, Promise<string>>()
    const open = async (who: Account) => {
      const { database, clock } = server.app
      const token = randomToken()
      const now = clock.now()
      const times = { startedAt: now, renewedAt: now, lastSeenAt: now }
      await database.db
        .insert(sessionRows)
        .values({ id: randomUUID() as IdOf<'session'>, staffId: staffId(who), tokenHash: sha256(token), ...times })
      return token
    }
    await use((who) => {
      const token = tokens.get(who) ?? open(who)
      tokens.set(who, token)
      return token
    })
  },
  as: async ({ server, tokenOf }, use) => {
    const calling =
      (who: Account | null, how: How, endpoint: Endpoint) =>
      async (input: Record<string, unknown> = {}) =>
        call(server, endpoint, input, {
          'content-type': 'application/json',
          'accept-language': how.language ?? 'en',
          ...(who && { authentication: await tokenOf(who) }),
          ...(how.rehearse && { 'x-rehearse': '1' }),
          ...(endpoint.risk !== 'read' && { 'idempotency-key': how.idempotencyKey ?? randomUUID() }),
        })
    // the shape of the contract, verb by verb
    await use((who, how = {}) => mapVerbs((endpoint) => calling(who, how, endpoint)) as unknown as Client)
  },
  raw: async ({ server, tokenOf }, use) => {
    await use(async (at, { who, ...init } = {}) => {
      const headers = {
        ...(who && { authentication: await tokenOf(who) }),
        ...(init.headers as Record<string, string>),
      }
      const [method, path] = at.split(' ') as [string, string] // as `Address` has it
      const response = await fetch(`${server.url}/api${path}`, { ...init, method, headers })
      return (await response.json()) as Answer // what every call answers
    })
  },
  given: async ({ server }, use) => use(givenOn(server)),
})

const mapVerbs = (make: (endpoint: Endpoint) => unknown) =>
  Object.fromEntries(
    Object.entries(contract).map(([noun, api]) => [
      noun,
      Object.fromEntries(
        Object.entries(api as Record<string, Endpoint>).map(([verb, endpoint]) => [verb, make(endpoint)]),
      ),
    ]),
  )

/** The same with a server and a database of its own, for what a server keeps in mind, and for a book with its staff. */
export const alone = test.extend({
  tidiness: [async ({}, use) => use(undefined), { scope: 'file', auto: true }],
  engine: async ({}, use) => {
    const engine = await startEngine()
    await use(engine)
    await engine.server.stop()
  },
})

/** The same where the business operates in another country. */
export const aloneIn = (country: Country) =>
  alone.extend({
    engine: async ({}, use) => {
      const engine = await startEngine(country)
      await use(engine)
      await engine.server.stop()
    },
  })
