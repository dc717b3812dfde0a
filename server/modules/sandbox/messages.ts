import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '#server/kernel/call/context.ts'
import { messageChannel } from '#server/modules/messages/steps/write-message.ts'
import { sandboxMessageRows } from './store.ts'

const Order = z.object({
  messageId: z.string().max(60),
  channel: z.string().max(20),
  to: z.string().regex(/^\+\d{6,18}$/),
  text: z.string().min(1).max(1_000),
})

/** Numbers that end so are not in service, for demonstrations and tests. */
const deadEnd = '0001'

/** The part of the sandbox that customers are written by: takes each message once, and knows some numbers that it cannot reach. */
export function mountMessages(fastify: FastifyInstance, { database: { db }, secrets, clock }: AppContext): void {
  fastify.post('/sandbox/messages', async (request, reply) => {
    const body = JSON.stringify(request.body)
    const signature = String(request.headers['x-signature'] ?? '')
    if (!secrets.verify(messageChannel, body, signature)) return reply.code(401).send({ error: 'bad signature' })
    const order = Order.safeParse(request.body)
    if (!order.success || order.data.to.endsWith(deadEnd))
      return reply.code(422).send({ error: 'number not in service' })
    await db
      .insert(sandboxMessageRows)
      .values({ ...order.data, at: clock.now() })
      .onConflictDoNothing()
    return reply.code(202).send({ accepted: true })
  })
}
