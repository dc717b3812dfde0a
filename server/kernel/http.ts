import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Endpoint, uploadMax } from '#contract/kernel/endpoint.ts'
import { rightsOf } from '#contract/kernel/grants.ts'
import { readCall, recordRefusal, write } from './call.ts'
import { decode, parse } from './decode.ts'
import { type Envelope, failed, forbidden, invalid, refusedAs, signedOut } from './envelope.ts'
import { isFile } from './file.ts'
import type { Act, Caller, Ground } from './ground.ts'
import { Refusal } from './implement.ts'
import type { Actor } from './permit.ts'
import type { Entry } from './registry.ts'
import { stepUpDue } from './step-up.ts'
import { receive } from './upload.ts'
import { languageOf } from './words.ts'

/** Finds out whose token it is. `renewed` replaces it. Watching only does not keep a session alive. */
export type Identify = (
  token: string | undefined,
  how: { readonly watching: boolean },
) => Promise<{ actor: Actor; renewed: string | null } | null>

/** Who calls before anybody has signed in. */
const nobody: Actor = {
  id: 'nobody' as Actor['id'], // no member of staff has it
  name: '–',
  account: '',
  roles: [],
  sessionId: null,
  passwordDue: false,
  twoFactorRequired: false,
  twoFactor: false,
  provenAt: null,
  unitId: '' as Actor['unitId'], // nor any unit
  unitPath: '',
  unitIds: [],
  agencyId: null,
  ...rightsOf([]),
}

const header = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

function callerOf(request: FastifyRequest, actor: Actor, { words }: Ground): Caller {
  const language = languageOf(header(request, 'accept-language') ?? undefined)
  return {
    actor,
    ip: request.ip,
    agent: header(request, 'user-agent'),
    requestId: request.id,
    rehearse: header(request, 'x-rehearse') === '1',
    idempotencyKey: header(request, 'idempotency-key'),
    batchId: null,
    say: (key, values) => words.say(language, key, values),
  }
}

/** Money moves once: without a key, a repeated call would move it twice. */
const needsKey = ({ risk }: Endpoint, { idempotencyKey, rehearse }: Caller): boolean =>
  (risk === 'money' || risk === 'irreversible') && !idempotencyKey && !rehearse

/** What somebody has to do before this call is answered; null where nothing. */
function dueFirst({ passwordDue, twoFactorRequired, twoFactor }: Actor, { may }: Endpoint): string | null {
  if (may === 'session' || may === 'public') return null
  if (passwordDue) return 'password_change_due'
  return twoFactorRequired && !twoFactor && may !== 'enrolling' ? 'two_factor_due' : null
}

/** Finds out who asks and whether they may, reads the input, and has the call run. */
async function answer(entry: Entry, request: FastifyRequest, reply: FastifyReply, serving: Serving): Promise<Envelope> {
  const { ground, identify } = serving
  const { endpoint } = entry
  // what a console asks by itself while nobody is at it
  const watching = header(request, 'x-unattended') === '1'
  const token = header(request, 'authentication') ?? undefined
  const who = endpoint.may === 'public' ? null : await identify(token, { watching })
  if (who?.renewed) reply.header('Authentication', who.renewed)
  const caller = callerOf(request, who?.actor ?? nobody, ground)
  if (!who && endpoint.may !== 'public') return signedOut(caller)

  const given = { ...decode(endpoint.input, request), ...(request.body as object | null) }
  const { input, issues } = parse(endpoint.input, given)
  const act = { entry, input, ground, caller, started: ground.clock.now(), notes: {}, afterwards: [] }
  const due = dueFirst(caller.actor, endpoint)
  if (due) return refusedAs({ fault: due, values: undefined }, caller)
  if (!caller.actor.may(endpoint.may)) {
    await recordRefusal(act, 'forbidden')
    return forbidden(caller)
  }
  if (issues) return invalid(issues, caller)
  if (needsKey(endpoint, caller)) return refusedAs({ fault: 'idempotency_missing', values: undefined }, caller)
  const stepUp = caller.rehearse ? null : stepUpDue(endpoint, { actor: caller.actor, now: act.started })
  if (stepUp) return refusedAs(stepUp, caller)
  if (endpoint.files) return withFiles(act, endpoint.files, request, reply)
  return endpoint.risk === 'read' ? readCall(act) : write(act)
}

/** Takes the files of a call in before it runs. Of a form that is refused the rest is not waited for. */
async function withFiles(act: Act, names: readonly string[], request: FastifyRequest, reply: FastifyReply) {
  const uploads = await receive(request, names).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  if (uploads instanceof Refusal) {
    reply.header('Connection', 'close')
    await recordRefusal(act, uploads.fault)
    return refusedAs(uploads, act.caller)
  }
  return write({ ...act, uploads }).finally(() => uploads.over())
}

interface Serving {
  readonly ground: Ground
  readonly identify: Identify
}

/** Sends a file as it comes; a refusal before its first byte has an error status, so that nobody must look inside. */
function send(reply: FastifyReply, envelope: Envelope): FastifyReply {
  if (isFile(envelope.data)) {
    const { name, type, body } = envelope.data
    return reply
      .type(type)
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .send(body)
  }
  return reply.send(envelope)
}

const mount = (app: FastifyInstance, entry: Entry, serving: Serving): void => {
  const { at } = entry.endpoint
  const [method, path] = at.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string] // as `Address` has it
  const isFileCall = 'file' in entry.endpoint
  app.route({
    method,
    url: `/api${path.replaceAll(/{(\w+)}/g, ':$1')}`,
    async handler(request, reply) {
      const envelope = await answer(entry, request, reply, serving)
      reply.header('Cache-Control', 'no-store')
      if (isFileCall && envelope.code !== 200 && envelope.code !== 401) reply.code(envelope.code)
      return send(reply, envelope)
    },
  })
}

const csp = {
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
}

/** Largest body of an ordinary call, in bytes. Uploads have a limit of their own. */
const bodyMax = 1_048_576

const readerOf = (request: FastifyRequest, { words }: Ground) => {
  const language = languageOf(header(request, 'accept-language') ?? undefined)
  return { requestId: request.id, say: (key: string, values = {}) => words.say(language, key, values) }
}

/** Trouble before a call could run: the transport's own status beside the usual envelope. */
function transportError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  ground: Ground,
): FastifyReply {
  const status = error.statusCode ?? 500
  const reader = readerOf(request, ground)
  if (status >= 500) {
    ground.log.error({ err: error, requestId: request.id }, 'transport')
    return reply.code(status).send(failed(reader))
  }
  const fault = status === 413 ? 'too_large' : status === 429 ? 'too_many' : 'invalid'
  return reply
    .code(status === 400 ? 200 : status)
    .send({ ...refusedAs({ fault, values: undefined }, reader), code: status })
}

/** The server of these endpoints, ready to listen or to be injected. */
export async function serve(serving: Serving, options: { logger: boolean }): Promise<FastifyInstance> {
  const { ground } = serving
  const app = Fastify({
    // no line ever holds a query string, nor what stands in a path: some carry secrets
    logger: options.logger && {
      level: 'warn',
      serializers: { req: ({ method, routeOptions }: FastifyRequest) => ({ method, path: routeOptions.url ?? '–' }) },
    },
    bodyLimit: bodyMax,
    genReqId: () => randomUUID(),
    trustProxy: process.env.TRUST_PROXY === '1',
    routerOptions: { maxParamLength: 200 },
  })
  await app.register(helmet, { contentSecurityPolicy: csp, hsts: process.env.HTTPS === '1' })
  await app.register(compress, { encodings: ['gzip'], threshold: 4_096, zlibOptions: { level: 1 } })
  await app.register(rateLimit, { global: false })
  await app.register(multipart, { limits: { fileSize: uploadMax, files: 2, fields: 10 } })
  app.setErrorHandler<FastifyError>((error, request, reply) => transportError(error, request, reply, ground))
  for (const entry of ground.registry.entries.values()) mount(app, entry, serving)
  return app
}
