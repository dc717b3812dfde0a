import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '#server/kernel/call/context.ts'
import { diallerChannel } from '#server/modules/lines/steps.ts'
import { messageChannel } from '#server/modules/messages/steps/write-message.ts'
import { deadEnd } from './dead-end.ts'
import { sandboxMessageRows } from './store.ts'

const Order = z.object({
  messageId: z.string().max(60),
  channel: z.string().max(20),
  to: z.string().min(3).max(120),
  subject: z.string().max(200).optional(),
  text: z.string().min(1).max(1_000),
})

const phoneShape = /^\+\d{6,18}$/
/** Of numbers that end so phones warn. */
const warnedOf = '0009'

/**
 * The part of the sandbox that customers are written and called by: takes each message once, knows some numbers that it
 * cannot reach, and tells of lines whether calls go out by them.
 */
export function mountMessages(fastify: FastifyInstance, { database: { db }, secrets, clock }: AppContext): void {
  fastify.post('/sandbox/messages', async (request, reply) => {
    const body = JSON.stringify(request.body)
    const signature = String(request.headers['x-signature'] ?? '')
    if (!secrets.verify(messageChannel, body, signature)) return reply.code(401).send({ error: 'bad signature' })
    const order = Order.safeParse(request.body)
    const isPhone = order.success && ['sms', 'whatsapp'].includes(order.data.channel)
    const isWrong = isPhone && (!phoneShape.test(order.data.to) || order.data.to.endsWith(deadEnd))
    if (!order.success || isWrong) return reply.code(422).send({ error: 'number not in service' })
    await db
      .insert(sandboxMessageRows)
      .values({ ...order.data, at: clock.now() })
      .onConflictDoNothing()
    return reply.code(202).send({ accepted: true })
  })

  fastify.get<{ Params: { number: string } }>(
    '/sandbox/lines/:number',
    async ({ params: { number }, headers }, reply) => {
      if (!secrets.verify(diallerChannel, number, String(headers['x-signature'] ?? ''))) return reply.code(401).send()
      return { inService: !number.endsWith(deadEnd), spam: number.endsWith(warnedOf) }
    },
  )
}
