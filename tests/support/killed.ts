import { spawn } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { test as base, expect, inject, vi } from 'vitest'
import { freePort } from '#scripts/postgres.ts'
import { isStale } from '#scripts/stale.js'
import { systemClock, today } from '#server/kernel/base/clock.ts'
import { type Database, embedded, openDatabase } from '#server/kernel/base/database.ts'
import { root } from '#server/kernel/base/root.ts'
import { type Secrets, secretsOf } from '#server/kernel/base/secrets.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import type { Server } from '#server/server.ts'
import { openForTests, urlOf } from './database.ts'
import { type Given, givenOn } from './given.ts'

/** A database of its own, and a server in a process of its own that can be killed and started again on it. */
export interface House {
  readonly url: string
  readonly secrets: Secrets
  /** Has `work` done on the database. The embedded one is open once: only while no server runs. */
  on<Result>(work: (database: Database, given: Given) => Promise<Result>): Promise<Result>
  /** Starts the server, where it was before, and waits for its first answer. */
  start(): Promise<void>
  /** Kills it without a word, and waits until it is gone. */
  kill(): Promise<void>
}

const hour = 3_600_000
/** Where the day does not end within the hour: a midnight amid a test adds a day to what is owed. */
const clock = (['IN', 'NG'] as const)
  .map(systemClock)
  .find((one) => today(one, new Date(Date.now() + hour)) === today(one, new Date()))!

/** The business date of the house. */
export const dayOfHouse = () => today(clock, clock.now())

const secret = 'kept between two lives'
const startMaxMs = 90_000

/** How the server is started: as it was built, where the build is of these sources. */
const command = () => (isStale() ? ['--import', 'tsx', 'server/main.ts'] : ['dist/server/main.js'])

/** An empty database with the demo's staff, where a server finds it, and how to open it here. */
async function placeOf(home: string): Promise<{ env: NodeJS.ProcessEnv; open: () => Promise<Database> }> {
  const model = inject('model')
  if ('dump' in model) {
    const folder = join(home, 'pglite')
    const lite = await PGlite.create({ dataDir: folder, loadDataDir: await openAsBlob(model.dump), ...embedded })
    await lite.close()
    return { env: {}, open: () => openDatabase({ folder }) }
  }
  const database = await openForTests()
  const url = await urlOf(database)
  await database.close()
  return { env: { DATABASE_URL: url }, open: () => openDatabase({ url }) }
}

async function answers(url: string, ended: () => boolean): Promise<void> {
  const up = () =>
    fetch(`${url}/api/get/time`).then(
      ({ ok }) => ok,
      () => false,
    )
  await vi.waitUntil(
    () => {
      if (ended()) throw new Error('the server did not come up')
      return up()
    },
    { timeout: startMaxMs, interval: 20 },
  )
}

async function houseIn(home: string): Promise<House> {
  const { env, open } = await placeOf(home)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const secrets = secretsOf(secret)
  let die: () => Promise<void> = async () => {}
  const own = {
    ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: home, COUNTRY: clock.country },
    ...{ LENDLINE_DEMO: '1', LENDLINE_SECRET: secret },
  }
  return {
    url,
    secrets,
    async on(work) {
      const database = await open()
      // what is written past every rule needs no more of a server
      const app = { database, secrets, clock } as Server['app']
      try {
        return await work(database, givenOn({ app } as Server))
      } finally {
        await database.close()
      }
    },
    async start() {
      const child = spawn(process.execPath, command(), {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production', ...own, ...env },
        stdio: 'ignore',
      })
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      die = async () => {
        child.kill('SIGKILL')
        await gone
      }
      await answers(url, () => child.exitCode !== null)
    },
    kill: () => die(),
  }
}

/** Tests with a server that can be killed. */
export const test = base.extend<{ house: House }>({
  house: async ({ task }, use) => {
    const home = await mkdtemp(join(tmpdir(), `lendline-killed-${task.id}-`))
    const house = await houseIn(home)
    await use(house)
    await house.kill()
    await rm(home, { recursive: true, force: true })
  },
})

interface Answer {
  readonly code: number
  readonly fault?: string
  readonly data: unknown
}

/** One call; null where no answer came, since nobody was there any more. */
export async function tell(
  { url }: Pick<House, 'url'>,
  path: string,
  body: object,
  token = '',
): Promise<Answer | null> {
  const headers = { 'content-type': 'application/json', authentication: token, 'idempotency-key': crypto.randomUUID() }
  return fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).then(
    async (response) => (await response.json()) as Answer, // what every call answers
    () => null,
  )
}

/** What a call answers that must not be refused. */
export type Ask = <Data = Record<string, never>>(path: string, body?: object) => Promise<Data>

/** Calls as a demo account. A session outlives the server. */
export async function asking(house: Pick<House, 'url'>, account: string): Promise<Ask> {
  const signedIn = await tell(house, '/login', { username: account, password: demoPassword })
  const { token } = signedIn!.data as { token: string } // of `session.signIn`
  return async <Data>(path: string, body?: object) => {
    const answer = body
      ? await tell(house, path, body, token)
      : ((await (await fetch(`${house.url}/api${path}`, { headers: { authentication: token } })).json()) as Answer)
    if (answer?.code !== 200) throw new Error(`${path} answered ${answer?.code} ${answer?.fault}`)
    return answer.data as Data // whoever asks knows what the contract answers
  }
}

/** How long these tests may take: servers start, die and start again, on a machine that has more to do. */
export const timeout = 300_000

/** Less than that, so that what is waited for in vain names its line. */
const untilMax = 200_000

/** Waits until `what` holds, asking again and again. */
export async function until(what: () => Promise<boolean>): Promise<void> {
  await expect.poll(what, { timeout: untilMax, interval: 25 }).toBe(true)
}

/** How many orders match. */
export const counted = (ask: Ask, q: string) => ask(`/loans/count?q=${q}`).then(({ count }) => Number(count))
/** What a statement answers, all of it numbers in one row. */
export const numbers = (house: House, select: string) =>
  house.on(async ({ query }) => (await query(`select ${select}`)).rows[0] as Record<string, number>)

/**
 * Lets pass what somebody else would have to wait for: a minute, after which the dead are given up, and as many as a channel
 * may be silent for before it is asked.
 */
export const minuteLater = (house: House) =>
  house.on(({ query }) =>
    query(
      `update outbox set next_at = now() where state = 'waiting';
       update payouts set requested_at = requested_at - interval '3 minutes' where state = 'paying';
       ${'dump' in inject('model') ? '' : `update job_progress set alive_at = alive_at - interval '2 minutes'`}`,
    ),
  )

/** Runs a task, as soon as the new server has it. */
export async function runJob(ask: Ask, id: string): Promise<void> {
  const known = () =>
    ask(`/jobs/${id}`).then(
      () => true,
      () => false,
    )
  await until(known)
  // killed meanwhile, it may not answer; where its row has changed since it was read, it is asked again
  const run = async (): Promise<boolean> => {
    const { job } = await ask<{ job: { version: number } }>(`/jobs/${id}`)
    return ask('/jobs/run', { id, version: job.version }).then(
      () => true,
      (error: Error) => !error.message.includes('stale_version'),
    )
  }
  await until(run)
}

/** Kills the server once some of the rows, but not all, are what they are to become. */
export async function killAmid(house: House, ask: Ask, q: string, all: number): Promise<void> {
  await until(async () => (await counted(ask, q)) > 0)
  await house.kill()
  const state = q.slice('state:'.length)
  const { count } = await numbers(house, `count(*)::int as count from loans where state = ${state}`)
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(all)
}

/** How many orders, plans and pay-outs are as one pay-out, and no more than one, leaves them; the same number each. */
export const paidOnce = `(select count(*)::int from loans where state = 30) as live,
  (select count(*)::int from plans) as plans, (select count(distinct loan_id)::int from plans) as planned,
  (select count(*)::int from payouts where state = 'success') as paid,
  (select count(*)::int from sandbox.payouts) as ordered,
  (select count(*)::int from loan_states where event = 'disburseOk') as told`
