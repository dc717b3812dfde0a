import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Country } from '#contract/kernel/calendar.ts'
import { housekeeping, portsOf, taskRunners } from './jobs-and-ports.ts'
import { type Clock, systemClock } from './kernel/base/clock.ts'
import type { Database } from './kernel/base/database.ts'
import { secretsOf } from './kernel/base/secrets.ts'
import { readTranslations } from './kernel/base/translations.ts'
import { witnessAt } from './kernel/base/witness.ts'
import { wordsOf } from './kernel/base/words.ts'
import type { AppContext } from './kernel/call/context.ts'
import type { Identify } from './kernel/call/handle-call.ts'
import { mountHealth, type Phase } from './kernel/call/health.ts'
import { buildServer, type HttpOptions } from './kernel/call/http.ts'
import { startLive } from './kernel/call/live.ts'
import { registryOf } from './kernel/call/registry.ts'
import { mountLiveStream } from './kernel/call/sse.ts'
import { mountStaticFiles } from './kernel/call/static-files.ts'
import { bucketStore } from './kernel/files/bucket-store.ts'
import { encryptedStore, memoryStore } from './kernel/files/file-store.ts'
import { folderStore } from './kernel/files/folder-store.ts'
import { type Jobs, startJobs } from './kernel/jobs/jobs.ts'
import { type Dispatcher, startDispatcher } from './kernel/jobs/outbox.ts'
import { type MailSettings, mailerAt } from './kernel/mail/mailer.ts'
import { batchesSettled, resumeBatches } from './modules/batches/start.ts'
import { recordRefusedCall } from './modules/contact-refusals/steps/record-refusal.ts'
import { wordSource } from './modules/dictionary-entries/steps.ts'
import { exportsSettled } from './modules/exports/worker.ts'
import { addFirstHolidays, quietDays } from './modules/holidays/steps.ts'
import { endInterruptedImports, importsSettled } from './modules/imports/background.ts'
import { modules } from './modules/index.ts'
import { jobsSettled, runScheduler } from './modules/jobs/runner.ts'
import { addStandingJobs } from './modules/jobs/steps.ts'
import { menuWords } from './modules/menu-entries/steps.ts'
import { parameter } from './modules/parameters/steps.ts'
import { addEnvironmentConfigs } from './modules/provider-configs/steps.ts'
import { mountSandbox, type SandboxOptions } from './modules/sandbox/gateway.ts'
import { identify } from './modules/session/steps/sessions.ts'

/** What a server is made of. */
export interface ServerOptions {
  /** Open, and migrated. Closed with the server. */
  readonly database: Database
  readonly country: Country
  /** What personal data is encrypted under and messages are signed with. */
  readonly secret: string
  /** Where the newest checkpoint of the audit log is kept: a file, or an http address; without it, nowhere. */
  readonly auditWitness?: string | undefined
  /** The folder of this installation, which keeps files; … */
  readonly folder?: string
  /** … an S3 bucket does where there is one. Without either they last as long as the server. */
  readonly filesUrl?: string | undefined
  /** The mail server that e-mail to staff leaves by; without it, none is offered. */
  readonly mail?: MailSettings | undefined
  readonly port: number
  readonly host?: string
  /** The gateway that providers without an address of their own are reached at; without it, the sandbox. */
  readonly gatewayUrl?: string | undefined
  /** Where this server is reached from the channel; without it, on this machine. */
  readonly publicUrl?: string | undefined
  /** Whether providers may be inside the house: on this machine, in private networks. */
  readonly internalProviders?: boolean
  readonly sandbox?: SandboxOptions | undefined
  /** The console's build. */
  readonly web?: string | undefined
  readonly logger?: HttpOptions['logger']
  /** How long requests may take to arrive. */
  readonly timeouts?: HttpOptions['timeouts']
  /** Whether a proxy in front ends TLS. */
  readonly https?: HttpOptions['https']
  /** How many proxies stand in front, or their networks. */
  readonly trustedProxies?: HttpOptions['trustedProxies']
  readonly clock?: Clock
  /** Whether this server runs scheduled work. */
  readonly jobs?: boolean
  /** `manual`: nothing leaves the server, and the sandbox calls nobody back, but when `deliver` is called. */
  readonly delivery?: 'automatic' | 'manual'
  readonly checkAnswers?: boolean
  /** Whether roles that nobody has without two-factor are held to it. */
  readonly asksTwoFactor?: boolean
}

/** A running server. */
export interface Server {
  readonly fastify: FastifyInstance
  readonly app: AppContext
  readonly url: string
  readonly dispatcher: Dispatcher
  readonly jobs: Jobs | null
  /** Delivers what is due: the outbox, then what the sandbox calls back with, then what that has put into the outbox. */
  deliver(): Promise<void>
  /** Waits for what calls have begun and did not wait for: runs, jobs, imports, exports. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Where files are kept, encrypted. */
function filesOf({ folder, filesUrl, secret }: ServerOptions): AppContext['files'] {
  const place = filesUrl ? bucketStore(filesUrl) : folder ? folderStore(join(folder, 'files')) : memoryStore()
  return encryptedStore(place, secretsOf(secret))
}

function appContextOf(
  options: ServerOptions,
  fastify: () => FastifyInstance,
  own: Pick<AppContext, 'environmentGateway' | 'stopping'>,
): AppContext {
  const translations = readTranslations(options.country)
  const log: AppContext['log'] = {
    error: (context, message) => fastify().log.error(context, message),
    warn: (context, message) => fastify().log.warn(context, message),
    info: (context, message) => fastify().log.info(context, message),
  }
  return {
    database: options.database,
    clock: options.clock ?? systemClock(options.country),
    secrets: secretsOf(options.secret),
    translations,
    words: wordsOf({ source: everyWord, db: options.database.db, translations, log }),
    registry: registryOf(modules),
    quietDays,
    contactRefused: recordRefusedCall,
    stepUpAbove: (tx) => parameter(tx, 'stepUp.aboveMinor'),
    witness: witnessAt(options.auditWitness),
    files: filesOf(options),
    mailer: options.mail ? mailerAt(options.mail) : null,
    taskRunners,
    ...own,
    internalProviders: options.internalProviders ?? false,
    checkAnswers: options.checkAnswers ?? false,
    asksTwoFactor: options.asksTwoFactor ?? false,
    log,
  }
}

/** Words of dictionaries, and titles of the menu. */
const everyWord: typeof wordSource = {
  ...wordSource,
  read: async (db) => [...(await wordSource.read(db)), ...(await menuWords(db))],
}

/** Where the channel and this server, which listens at `url`, reach one another. */
const addressOf = ({ gatewayUrl, publicUrl }: ServerOptions, url: string) => ({
  url: gatewayUrl ?? `${url}/sandbox`,
  callbackUrl: `${publicUrl ?? url}/api`,
})

/** Has what a crash or a stop has left in the middle go on. */
async function resumeInterrupted(app: AppContext, jobs: Jobs | null): Promise<void> {
  await endInterruptedImports(app)
  await addStandingJobs(app)
  await addFirstHolidays(app)
  await addEnvironmentConfigs(app.database.db, app)
  const log = (error: unknown) => app.log.error({ err: error }, 'resume')
  resumeBatches.run(app).catch(log)
  if (jobs) runScheduler(app, { anew: true }).catch(log)
}

async function settled(): Promise<void> {
  await jobsSettled()
  await batchesSettled()
  await importsSettled()
  await exportsSettled()
}

/** How long what is under way may take to where it can be broken off, in ms; what takes longer goes on as after a crash. */
const settleMaxMs = 5_000
/** How long calls that are under way may take to be answered then, and after them connections to be closed. */
const closeMaxMs = 3_000

/** How often connections that nobody uses are closed meanwhile. */
const leavingMs = 50

const within = (ms: number, work: Promise<unknown>) => Promise.race([work, delay(ms, undefined, { ref: false })])

/** Listens to calls, and to whoever follows what changes; as the sandbox, and with the console, where they are asked for. */
async function listen(fastify: FastifyInstance, app: AppContext, callerOf: Identify, options: ServerOptions) {
  const live = await startLive(app)
  const actorOf = async (token?: string) => (await callerOf(token, { watching: true }))?.actor ?? null
  const unlistenSessions = await app.database.listen('sessions', mountLiveStream(fastify, live, actorOf))
  const automatic = options.delivery !== 'manual'
  const sandbox = options.sandbox && mountSandbox(fastify, app, { ...options.sandbox, automatic })
  if (options.web) await mountStaticFiles(fastify, options.web)
  await fastify.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = fastify.server.address() as AddressInfo // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    sandbox,
    async close() {
      await sandbox?.stop()
      await live.stop()
      await unlistenSessions()
      // a connection is kept open for further calls once one is answered
      const leaving = setInterval(() => fastify.server.closeIdleConnections(), leavingMs)
      await within(closeMaxMs, fastify.close())
      clearInterval(leaving)
      fastify.server.closeAllConnections()
    },
  }
}

/** Puts the server together and listens. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { database } = options
  const stopping = new AbortController()
  let fastify: FastifyInstance
  let [url, phase]: [string, Phase] = ['', 'starting']
  const app = appContextOf(options, () => fastify, {
    environmentGateway: () => addressOf(options, url),
    stopping: stopping.signal,
  })
  const callerOf: Identify = (token, how) => identify(app, token, how)
  fastify = await buildServer({ app, identify: callerOf }, { ...options, logger: options.logger ?? false })
  mountHealth(fastify, database, () => phase)
  const listening = await listen(fastify, app, callerOf, options)
  url = listening.url

  const dispatcher = await startDispatcher(app, portsOf(app), options.delivery !== 'manual')
  const jobs = options.jobs === false ? null : await startJobs(app, housekeeping)
  await resumeInterrupted(app, jobs)
  phase = 'ready'

  return {
    fastify,
    app,
    url,
    dispatcher,
    jobs,
    async deliver() {
      await dispatcher.flush()
      await listening.sandbox?.callBack()
      await dispatcher.flush()
    },
    settled,
    async stop() {
      phase = 'stopping'
      stopping.abort()
      await within(settleMaxMs, Promise.all([jobs?.stop(), settled(), dispatcher.stop()]))
      await listening.close()
      await within(closeMaxMs, database.close())
    },
  }
}
