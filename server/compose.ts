import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Country } from '#contract/kernel/calendar.ts'
import { tokenCookie } from '#contract/session.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import type { Database } from './kernel/database.ts'
import type { Ground } from './kernel/ground.ts'
import { type Identify, serve } from './kernel/http.ts'
import { type Jobs, startJobs } from './kernel/jobs.ts'
import { startLive } from './kernel/live.ts'
import { type Dispatcher, startDispatcher } from './kernel/outbox.ts'
import { registryOf } from './kernel/registry.ts'
import { secretsOf } from './kernel/secrets.ts'
import { mountStream } from './kernel/stream.ts'
import { mountWeb } from './kernel/web.ts'
import { readWords } from './kernel/words.ts'
import { resumeBatches, settled } from './modules/batches/start.ts'
import { exportsSettled } from './modules/exports/run.ts'
import { endInterruptedImports, importsSettled } from './modules/imports/start.ts'
import { modules } from './modules/index.ts'
import { jobsSettled, tend } from './modules/jobs/runner.ts'
import { addStandingJobs } from './modules/jobs/steps.ts'
import type { GatewayAddress } from './modules/payouts/gateway.ts'
import { mountSandbox, type SandboxOptions } from './modules/sandbox/gateway.ts'
import { identify } from './modules/session/steps.ts'
import { housekeeping, portsOf, worksOf } from './wiring.ts'

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

function groundOf(options: ServerOptions, app: () => FastifyInstance, works: Ground['works']): Ground {
  return {
    database: options.database,
    clock: options.clock ?? systemClock(options.country),
    secrets: secretsOf(options.secret),
    words: readWords(),
    registry: registryOf(modules),
    works,
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
const addressOf = ({ gatewayUrl, publicUrl }: ServerOptions, url: string): GatewayAddress => ({
  url: gatewayUrl ?? `${url}/sandbox`,
  callbackUrl: `${publicUrl ?? url}/api`,
})

/** Has what a crash or a stop has left in the middle go on. */
async function resume(ground: Ground, jobs: Jobs | null): Promise<void> {
  await endInterruptedImports(ground)
  await addStandingJobs(ground)
  const log = (error: unknown) => ground.log.error({ err: error }, 'resume')
  resumeBatches.run(ground, {}).catch(log)
  if (jobs) tend(ground, { anew: true }).catch(log)
}

/** Puts the server together and listens. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { database, port, host = '127.0.0.1' } = options
  let app: FastifyInstance
  let url = ''
  const address = () => addressOf(options, url)
  const ground = groundOf(options, () => app, worksOf(address))
  const known: Identify = (token, how) => identify(ground, token, how)
  app = await serve({ ground, identify: known }, { logger: options.logger ?? false })

  const live = await startLive(ground)
  mountStream(app, live, async (token) => (await known(token, { watching: true }))?.actor ?? null, tokenCookie)
  const sandbox = options.sandbox && mountSandbox(app, ground, options.sandbox)
  if (options.web) await mountWeb(app, options.web)
  await app.listen({ port, host })
  const { port: bound } = app.server.address() as AddressInfo // it listens on a port, not on a pipe
  url = `http://127.0.0.1:${bound}`

  const dispatcher = await startDispatcher(ground, portsOf(ground, address))
  const jobs = options.jobs === false ? null : await startJobs(ground, housekeeping)
  await resume(ground, jobs)

  return {
    app,
    ground,
    url,
    dispatcher,
    jobs,
    still: (work) => dispatcher.still(() => (sandbox ? sandbox.still(work) : work())),
    async stop() {
      await jobs?.stop()
      await jobsSettled()
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
