import { asc, eq, lte, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toInstant } from '#contract/kernel/calendar.ts'
import { mulPpm } from '#contract/kernel/money.ts'
import type { PaymentEvent } from '#contract/payments.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { paymentChannel } from '#server/modules/payments/steps/links.ts'
import { scenarioOf } from './payment-scenarios.ts'
import { postCallback } from './post-callback.ts'
import { sandboxLinkRows } from './store.ts'

const Order = z.object({
  linkId: z.string().max(60),
  loanId: z.string().max(60),
  amountMinor: z.int().min(1),
  currency: z.string().max(3),
  callbackUrl: z.url().max(200),
})

type StoredLink = typeof sandboxLinkRows.$inferSelect
type Outcome = PaymentEvent['outcome']

/** What the channel keeps, in ppm. */
const costPpm = 20_000

/** What the channel says of a payment. */
function eventOf(
  { ref, linkId, loanId, amountMinor, currency, decidedAt }: StoredLink,
  outcome: Outcome,
): PaymentEvent {
  const digits = Number.parseInt(sha256(ref).slice(0, 12), 16) % 1e12
  const paid = outcome === 'success'
  return {
    ...{ ref, linkId, loanId, by: 'eWallet', outcome, amountMinor, currency, at: toInstant(decidedAt) },
    paymentNo: `PN${ref.slice(2)}`,
    utr: paid ? String(digits).padStart(12, '0') : null,
    upi: paid ? 'payer@sandbox' : null,
    costMinor: paid ? mulPpm(amountMinor, costPpm) : 0,
    failure: outcome === 'fail' ? 'Declined by the bank' : null,
  }
}

const signed = (row: StoredLink, outcome: Outcome, { secrets }: AppContext) => {
  const payload = JSON.stringify(eventOf(row, outcome))
  return { payload, signature: secrets.sign(paymentChannel, payload) }
}

/** So long lies between what it calls back with; a callback that was not taken is repeated after the same time. */
const stepMs = 1_000

/** Calls back about what has happened to links. */
export async function deliverPaymentCallbacks(app: AppContext): Promise<void> {
  const { db } = app.database
  const now = app.clock.now()
  const left = sql`${sandboxLinkRows.sent} < jsonb_array_length(${sandboxLinkRows.script}) and ${lte(sandboxLinkRows.dueAt, now)}`
  const rows = await db.select().from(sandboxLinkRows).where(left).orderBy(asc(sandboxLinkRows.dueAt)).limit(50)
  await Promise.all(
    rows.map(async (row) => {
      const told = signed(row, row.script[row.sent]!, app)
      const taken = await postCallback(`${row.callbackUrl}/callbacks/payments`, told)
      const sent = taken ? row.sent + 1 : row.sent
      const dueAt = new Date(app.clock.now().getTime() + stepMs)
      await db.update(sandboxLinkRows).set({ sent, dueAt }).where(eq(sandboxLinkRows.linkId, row.linkId))
    }),
  )
}

/** The part of the sandbox that customers pay through: makes links, and tells what became of them when it is asked. */
export function mountLinks(
  fastify: FastifyInstance,
  app: AppContext,
  options: { seed: string; delayMs: number },
): void {
  const { db } = app.database

  fastify.post('/sandbox/links', async (request, reply) => {
    const body = JSON.stringify(request.body)
    const signature = String(request.headers['x-signature'] ?? '')
    if (!app.secrets.verify(paymentChannel, body, signature)) return reply.code(401).send({ error: 'bad signature' })
    const order = Order.safeParse(request.body)
    if (!order.success) return reply.code(422).send({ error: 'bad order' })
    const { linkId, amountMinor, callbackUrl } = order.data
    const ref = `SP${sha256(linkId).slice(0, 16).toUpperCase()}`
    const at = new Date(app.clock.now().getTime() + options.delayMs)
    const story = scenarioOf(linkId, amountMinor, options)
    const row = { ...order.data, ...story, ref, dueAt: at, decidedAt: at }
    await db.insert(sandboxLinkRows).values(row).onConflictDoNothing()
    return reply.code(201).send({ url: `${new URL(callbackUrl).origin}/sandbox/pay/${ref}` })
  })

  fastify.get<{ Params: { ref: string } }>('/sandbox/payments/:ref', async ({ params, headers }, reply) => {
    if (!app.secrets.verify(paymentChannel, params.ref, String(headers['x-signature'] ?? '')))
      return reply.code(401).send()
    const [row] = await db.select().from(sandboxLinkRows).where(eq(sandboxLinkRows.ref, params.ref))
    if (!row) return reply.code(404).send()
    const decided = row.outcome && row.decidedAt <= app.clock.now()
    return decided ? signed(row, row.outcome!, app) : { pending: true }
  })

  fastify.get<{ Params: { ref: string } }>('/sandbox/pay/:ref', async ({ params }, reply) => {
    const [row] = await db.select().from(sandboxLinkRows).where(eq(sandboxLinkRows.ref, params.ref))
    if (!row) return reply.code(404).type('text/plain').send('There is no such link')
    return reply.type('text/plain').send(`A customer would pay here for order ${row.loanId}`)
  })
}
