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

/** Stream of one window. */
interface Stream {
  readonly actor: Actor
  /** Ends it where its session has ended, else shows that it is alive. */
  check(): Promise<void>
}

/**
 * The stream of changes, `GET /api/live`: server-sent events that carry ids and versions only. It authenticates by the
 * cookie, since an event source sends no headers; it ends with the session. Answers who is to hear that a session has
 * ended; '' where some may have.
 */
export function mountLiveStream(fastify: FastifyInstance, live: Live, watch: FindActor): (sessionId: string) => void {
  const streams = new Set<Stream>()
  fastify.get('/api/live', async (request, reply) => {
    const token = cookieOf(request.headers.cookie, tokenCookie)
    const actor = await watch(token)
    if (!actor) return reply.code(401).send()
    const held = [...streams].filter((stream) => stream.actor.id === actor.id)
    if (held.length >= streamsMax) return reply.code(429).send()
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'Content-Encoding': 'identity',
    })
    raw.write('retry: 2000\n\n')
    const leave = live.join({
      actor,
      tell(changed: ChangeEvent) {
        if (raw.writableLength > backlogMax) raw.destroy()
        else raw.write(`data: ${JSON.stringify(changed)}\n\n`)
      },
    })
    const stream: Stream = {
      actor,
      async check() {
        const present = await watch(token).catch(() => actor)
        if (raw.writableEnded) return
        if (present) return void raw.write(': \n\n')
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
  return (sessionId) => {
    for (const stream of streams) if (!sessionId || stream.actor.sessionId === sessionId) void stream.check()
  }
}
