import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/kernel/base/database.ts'

/** How long the database may take to answer a probe, in ms: whoever probes waits a few seconds at most. */
const answerMaxMs = 2_000

/** Whether the database answers in time. Asked once for all who probe meanwhile: they hold no more than one connection. */
function databaseProbe({ query }: Database): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null
  const ask = () =>
    query('select 1', [])
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = null
      })
  return () => {
    asking ??= ask()
    return Promise.race([asking, delay(answerMaxMs, false, { ref: false })])
  }
}

/** What a server is about: it serves while it is ready only. */
export type Phase = 'starting' | 'ready' | 'stopping'

/**
 * Health endpoints: `/livez` answers while the process does, `/readyz` with 200 while it can serve. Without a session, and
 * counted by no limiter: whoever probes has the address of everybody behind the same proxy.
 */
export function mountHealth(fastify: FastifyInstance, database: Database, phase: () => Phase): void {
  const answers = databaseProbe(database)
  const statusNow = async () => {
    const now = phase()
    return now !== 'ready' || (await answers()) ? now : 'database_away'
  }
  fastify.get('/livez', (_, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'alive' }))
  fastify.get('/readyz', async (_, reply) => {
    const status = await statusNow()
    return reply
      .code(status === 'ready' ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status })
  })
}
