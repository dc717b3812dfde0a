import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { tokenCookie } from '#contract/session.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { cookieOf } from './cookies.ts'
import type { ChangeEvent, Live } from './live.ts'

/** How often a silent stream shows that it is alive. */
const heartbeatMs = 20_000
/** How much may wait for a slow reader before it is told to start over, in bytes. */
const backlogMax = 262_144

/** Streams that one person may hold at once: the windows of a browser share one. */
const streamsMax = 20

/** Finds out whose token it is, without keeping their session alive. */
type FindActor = (token: string | undefined) => Promise<Actor | null>

/** Rights are looked up anew so long after they have changed, once for all changes until then. */
const rightsDelayMs = 100

/** What whoever listens is told when their own rights are others. */
const rightsEvent: ChangeEvent = { noun: 'rights', rows: null }

const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  'Content-Encoding': 'identity',
} as const

/** Stream of one window. */
interface Stream {
  /** With the rights that its owner had when they were looked up last. */
  readonly actor: Actor
  /** Ends it where its session has ended, else shows that it is alive. */
  check(): Promise<void>
  readonly raw: ServerResponse
}

/** Checks the streams of whoever may have other rights since a change, many changes at once. */
function checkWhoseRightsChange(live: Live, streams: ReadonlySet<Stream>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: Set<string> | null = new Set()
  live.onRightsChanged((staffIds) => {
    waiting = staffIds && waiting && new Set([...waiting, ...staffIds])
    timer ??= setTimeout(() => {
      const whose = waiting
      timer = undefined
      waiting = new Set()
      for (const stream of streams) if (!whose || whose.has(stream.actor.id)) void stream.check()
    }, rightsDelayMs)
    timer.unref()
  })
}

/** Streams of a server, which end before it waits for the calls that are under way: they are opened again, here or elsewhere. */
function streamsOf(fastify: FastifyInstance): Set<Stream> {
  const streams = new Set<Stream>()
  fastify.addHook('preClose', async () => {
    for (const { raw } of streams) raw.end()
  })
  return streams
}

/**
 * The stream of changes, `GET /api/live`: server-sent events that carry ids and versions only. It authenticates by the
 * cookie, since an event source sends no headers; it ends with the session. Answers who is to hear that a session has
 * ended; '' where some may have.
 */
export function mountLiveStream(fastify: FastifyInstance, live: Live, watch: FindActor): (sessionId: string) => void {
  const streams = streamsOf(fastify)
  fastify.get('/api/live', async (request, reply) => {
    const token = cookieOf(request.headers.cookie, tokenCookie)
    const actor = await watch(token)
    if (!actor) return reply.code(401).send()
    const held = [...streams].filter((stream) => stream.actor.id === actor.id)
    if (held.length >= streamsMax) return reply.code(429).send()
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, streamHeaders)
    raw.write('retry: 2000\n\n')
    const listener = {
      actor,
      tell(changed: ChangeEvent) {
        if (raw.writableLength > backlogMax) raw.destroy()
        else raw.write(`data: ${JSON.stringify(changed)}\n\n`)
      },
    }
    const leave = live.join(listener)
    const stream: Stream = {
      raw,
      get actor() {
        return listener.actor
      },
      async check() {
        const before = listener.actor
        const present = await watch(token).catch(() => before)
        if (raw.writableEnded) return
        if (present) {
          listener.actor = present
          if (present.rightsVersion === before.rightsVersion) return void raw.write(': \n\n')
          return listener.tell(rightsEvent)
        }
        leave() // what changes now is for nobody here
        raw.end('event: over\ndata: {}\n\n')
      },
    }
    streams.add(stream)
    const beat = setInterval(() => void stream.check(), heartbeatMs)
    raw.on('close', () => {
      clearInterval(beat)
      streams.delete(stream)
      leave()
    })
  })
  checkWhoseRightsChange(live, streams)
  return (sessionId) => {
    for (const stream of streams) if (!sessionId || stream.actor.sessionId === sessionId) void stream.check()
  }
}
