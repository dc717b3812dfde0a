import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Country } from '#contract/kernel/calendar.ts'
import { tokenCookie } from '#contract/session.ts'
import { seal } from './kernel/audit.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import type { Database } from './kernel/database.ts'
import type { Ground } from './kernel/ground.ts'
import { serve } from './kernel/http.ts'
import { forget } from './kernel/idempotency.ts'
import { type Job, type Jobs, startJobs } from './kernel/jobs.ts'
import { startLive } from './kernel/live.ts'
import { type Dispatcher, type Port, startDispatcher } from './kernel/outbox.ts'
import { registryOf } from './kernel/registry.ts'
import { forgetSealed } from './kernel/sealed.ts'
import { secretsOf } from './kernel/secrets.ts'
import { mountStream } from './kernel/stream.ts'
import { mountWeb } from './kernel/web.ts'
import { readWords } from './kernel/words.ts'
import { resumeBatches, settled } from './modules/batches/start.ts'
import { exportsSettled, tendExports } from './modules/exports/run.ts'
import { endInterruptedImports, importsSettled } from './modules/imports/start.ts'
import { modules } from './modules/index.ts'
import { decisionPort, decisionTopic } from './modules/loans/decision/decide.ts'
import { decisionTable } from './modules/loans/decision/table.ts'
import { type GatewayAddress, payoutPort } from './modules/payouts/gateway.ts'
import { queryPayouts } from './modules/payouts/query.ts'
import { payoutTopic } from './modules/payouts/steps.ts'
import { mountSandbox, type SandboxOptions } from './modules/sandbox/gateway.ts'
import { identify } from './modules/session/steps.ts'

/** What a server is made of. */
export interface ServerOptions {
  /** Open, and migrated. Closed with the server. */
  readonly database: Database
  readonly country: Country
  /** What personal data is encrypted under and messages are signed with. */
  readonly secret: string
  readonly port: number
  readonly host?: string
  /** The channel that pays out; without it, the sandbox. */
  readonly gatewayUrl?: string | undefined
  /** Where this server is reached from the channel; without it, on this machine. */
  readonly publicUrl?: string | undefined
  readonly sandbox?: SandboxOptions | undefined
  /** The console's build. */
  readonly web?: string | undefined
  readonly logger?: boolean
  readonly clock?: Clock
  /** Whether this server runs scheduled work. */
  readonly jobs?: boolean
  readonly checkAnswers?: boolean
  /** Marks of the roles that nobody has without two-factor; without it, none. */
  readonly twoFactorFor?: readonly string[]
}

/** A running server. */
export interface Server {
  readonly app: FastifyInstance
  readonly ground: Ground
  readonly url: string
  readonly dispatcher: Dispatcher
  readonly jobs: Jobs | null
  /** Has `work` done while nothing leaves the server and the sandbox calls nobody back. */
  still<Result>(work: () => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

const dayMs = 86_400_000

/** Work of the kernel itself. */
const housekeeping: readonly Job[] = [
  {
    id: 'sealAudit',
    cron: '* * * * *',
    async run({ database }) {
      while ((await seal(database.db)) > 0);
    },
  },
  {
    id: 'forget',
    cron: '20 * * * *',
    async run({ database: { db }, clock }) {
      const before = new Date(clock.now().getTime() - dayMs)
      await forget(db, before)
      await forgetSealed(db, new Date(before.getTime() - 29 * dayMs))
    },
  },
]

function groundOf(options: ServerOptions, app: () => FastifyInstance): Ground {
  return {
    database: options.database,
    clock: options.clock ?? systemClock(options.country),
    secrets: secretsOf(options.secret),
    words: readWords(),
    registry: registryOf(modules),
    checkAnswers: options.checkAnswers ?? false,
    twoFactorFor: options.twoFactorFor ?? [],
    log: {
      error: (context, message) => app().log.error(context, message),
      warn: (context, message) => app().log.warn(context, message),
      info: (context, message) => app().log.info(context, message),
    },
  }
}

/** Where the channel and this server, which listens at `url`, reach one another. */
const addressOf =
  ({ gatewayUrl, publicUrl }: ServerOptions, url: string) =>
  (): GatewayAddress => ({ url: gatewayUrl ?? `${url}/sandbox`, callbackUrl: `${publicUrl ?? url}/api` })

/** How what is in the outbox leaves the building, by topic. */
const portsOf = (ground: Ground, address: () => GatewayAddress): Readonly<Record<string, Port>> => ({
  [payoutTopic]: payoutPort(ground, address),
  [decisionTopic]: decisionPort(ground, decisionTable),
})

/** Puts the server together and listens. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { database, port, host = '127.0.0.1' } = options
  let app: FastifyInstance
  const ground = groundOf(options, () => app)
  app = await serve({ ground, identify: (token) => identify(ground, token) }, { logger: options.logger ?? false })

  const live = await startLive(ground)
  mountStream(
    app,
    live,
    async (token) => (await identify(ground, token, { watching: true }))?.actor ?? null,
    tokenCookie,
  )
  const sandbox = options.sandbox && mountSandbox(app, ground, options.sandbox)
  if (options.web) await mountWeb(app, options.web)
  await app.listen({ port, host })
  const { port: bound } = app.server.address() as AddressInfo // it listens on a port, not on a pipe
  const url = `http://127.0.0.1:${bound}`

  const address = addressOf(options, url)
  const dispatcher = await startDispatcher(ground, portsOf(ground, address))
  const scheduled = [...housekeeping, resumeBatches, tendExports, queryPayouts(address)]
  const jobs = options.jobs === false ? null : await startJobs(ground, scheduled)
  await endInterruptedImports(ground)
  resumeBatches.run(ground, {}).catch((error: unknown) => ground.log.error({ err: error }, 'batches'))

  return {
    app,
    ground,
    url,
    dispatcher,
    jobs,
    still: (work) => dispatcher.still(() => (sandbox ? sandbox.still(work) : work())),
    async stop() {
      await jobs?.stop()
      await settled()
      await importsSettled()
      await exportsSettled()
      await sandbox?.stop()
      await dispatcher.stop()
      await live.stop()
      app.server.closeAllConnections()
      await app.close()
      await database.close()
    },
  }
}
