import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { uploadMax } from '#contract/kernel/endpoint.ts'
import { isAway } from '#server/kernel/base/database.ts'
import { serializeError } from '#server/kernel/base/error-serializer.ts'
import { contentDisposition, isFileResponse } from '#server/kernel/base/file-response.ts'
import type { AppContext, RegistryEntry } from './context.ts'
import { databaseAway, type Envelope, failed, refusedAs } from './envelope.ts'
import { handleCall, readerOf, type ServerParts } from './handle-call.ts'
import { bodyFault, mountJsonParser } from './json-body.ts'
import { pageUrl } from './static-files.ts'

/** Sends a file as it comes; a refusal before its first byte has an error status, so that nobody must look inside. */
function sendEnvelope(reply: FastifyReply, envelope: Envelope): FastifyReply {
  if (isFileResponse(envelope.data)) {
    const { name, type, body } = envelope.data
    return reply.type(type).header('Content-Disposition', contentDisposition(name)).send(body)
  }
  return reply.send(envelope)
}

/** Timeouts, in ms: how long a request may take to arrive. Who is slower holds a connection that others need. */
export interface Timeouts {
  readonly headersMs: number
  readonly bodyMs: number
  /** A whole upload. */
  readonly uploadMs: number
}
const defaultTimeouts: Timeouts = { headersMs: 10_000, bodyMs: 15_000, uploadMs: 120_000 }

/** How often Node looks for requests that are late: its own 30 s would be most of the time they have. */
const checksPerTimeout = 5

/** Body timeout: ends a request whose body is not there in time. Node's own is for the longest, an upload. */
function mountBodyTimeout(fastify: FastifyInstance, bodyMs: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const stop = async (request: FastifyRequest) => clearTimeout(timers.get(request))
  fastify.addHook('preParsing', async (request, reply) => {
    const type = request.headers['content-type'] ?? ''
    if (request.method === 'GET' || type.startsWith('multipart/')) return
    const late = () => {
      reply.header('Connection', 'close')
      reply.send(Object.assign(new Error('the body is late'), { statusCode: 408 }))
      request.raw.destroy()
    }
    timers.set(request, setTimeout(late, bodyMs))
  })
  fastify.addHook('preValidation', stop)
  fastify.addHook('onResponse', stop)
  fastify.addHook('onRequestAbort', stop)
}

const minuteMs = 60_000

const mountEndpoint = (fastify: FastifyInstance, entry: RegistryEntry, serving: ServerParts): void => {
  const { at, perMinute, byCookie } = entry.endpoint
  const [method, path] = at.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string] // as `Address` has it
  const isFileCall = 'file' in entry.endpoint
  fastify.route({
    method,
    url: `/api${path.replaceAll(/{(\w+)}/g, ':$1')}`,
    ...(perMinute && { config: { rateLimit: { max: perMinute, timeWindow: minuteMs } } }),
    async handler(request, reply) {
      const envelope = await handleCall(entry, request, reply, serving)
      reply.header('Cache-Control', 'no-store')
      if (isFileCall && envelope.code !== 200 && (byCookie || envelope.code !== 401)) reply.code(envelope.code)
      return sendEnvelope(reply, envelope)
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
    'media-src': ["'self'", 'blob:'],
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

const transportFaults: Readonly<Record<number, string>> = { 408: 'too_slow', 413: 'too_large', 429: 'too_many' }

/** Trouble before a call could run: the transport's own status beside the usual envelope. */
function transportError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  app: AppContext,
): FastifyReply {
  const status = error.statusCode ?? 500
  const reader = readerOf(request, app)
  if (isAway(error)) return reply.code(503).send(databaseAway(reader))
  if (status >= 500) {
    app.log.error({ err: error, requestId: request.id }, 'transport')
    return reply.code(status).send(failed(reader))
  }
  const fault = bodyFault(error) ?? transportFaults[status] ?? 'invalid'
  return reply
    .code(status === 400 ? 200 : status)
    .send({ ...refusedAs({ fault, values: undefined }, reader), code: status })
}

/**
 * Compression at once, up to so many bytes: a page of a list (200 kB) takes 0.2 ms. Handed to another thread in pieces,
 * it takes the event loop five times that.
 */
const compressedAtOnceMax = 2 ** 20

/** Options of the HTTP server. */
export interface HttpOptions {
  /** Whether it logs; a stream is logged into. */
  readonly logger: boolean | Writable
  readonly timeouts?: Timeouts | undefined
  /** Whether a proxy in front ends TLS: browsers are told to use nothing else. */
  readonly https?: boolean | undefined
  /** How many proxies stand in front, or their networks: whose word counts for the address of a caller. */
  readonly trustedProxies?: number | readonly string[] | undefined
}

/** The server of these endpoints, ready to listen or to be injected. */
export async function buildServer(serving: ServerParts, options: HttpOptions): Promise<FastifyInstance> {
  const { app } = serving
  const proxies = options.trustedProxies ?? 0
  const { headersMs, bodyMs, uploadMs } = options.timeouts ?? defaultTimeouts
  const fastify = Fastify({
    // no line ever holds a query string, nor what stands in a path: some carry secrets
    logger: options.logger && {
      level: 'warn',
      ...(options.logger !== true && { stream: options.logger }),
      serializers: {
        err: (error) => ({ ...serializeError(error) }),
        req: ({ method, routeOptions }: FastifyRequest) => ({ method, path: routeOptions.url ?? '–' }),
      },
    },
    requestTimeout: uploadMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: headersMs / checksPerTimeout },
    bodyLimit: bodyMax,
    genReqId: () => randomUUID(),
    trustProxy: typeof proxies === 'number' ? (_, hop) => hop < proxies : [...proxies],
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: pageUrl,
    // an address that is none
    frameworkErrors: (error, request, reply) => void transportError(error, request, reply, app),
  })
  mountJsonParser(fastify)
  mountBodyTimeout(fastify, bodyMs)
  await fastify.register(helmet, { contentSecurityPolicy: csp, hsts: options.https ?? false })
  await fastify.register(compress, {
    ...{ encodings: ['gzip'], threshold: 4_096, zlibOptions: { level: 1 } },
    syncThreshold: compressedAtOnceMax,
  })
  await fastify.register(rateLimit, { global: false })
  await fastify.register(multipart, { limits: { fileSize: uploadMax, files: 2, fields: 10 } })
  fastify.setErrorHandler<FastifyError>((error, request, reply) => transportError(error, request, reply, app))
  for (const entry of app.registry.entries.values()) mountEndpoint(fastify, entry, serving)
  return fastify
}
