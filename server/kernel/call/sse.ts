import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { ChangeEvent, Live } from './live.ts'

/** How often a silent stream shows that it is alive. */
const heartbeatMs = 20_000
/** How much may wait for a slow reader before it is told to start over, in bytes. */
const backlogMax = 262_144

const cookieOf = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((part) => part.trim().split('='))
    .find(([key]) => key === name)?.[1]

/** Finds out whose token it is, without keeping their session alive. */
type FindActor = (token: string | undefined) => Promise<Actor | null>

/**
 * The stream of changes, `GET /api/live`: server-sent events that carry ids and versions only. It authenticates by the
 * cookie, since an event source sends no headers; it ends with the session.
 */
export function mountLiveStream(fastify: FastifyInstance, live: Live, watch: FindActor, cookie: string): void {
  fastify.get('/api/live', async (request, reply) => {
    const token = cookieOf(request.headers.cookie, cookie)
    const actor = await watch(token)
    if (!actor) return reply.code(401).send()
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
    const beat = setInterval(async () => {
      if (await watch(token).catch(() => actor)) raw.write(': \n\n')
      else raw.end('event: over\ndata: {}\n\n')
    }, heartbeatMs)
    raw.on('close', () => {
      clearInterval(beat)
      leave()
    })
  })
}
