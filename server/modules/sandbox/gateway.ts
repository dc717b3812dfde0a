import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { PayoutResult } from '#contract/payouts.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { payoutChannel } from '#server/modules/payouts/steps.ts'
import { deliverCallEvents, mountCalls } from './calls.ts'
import { mountChecks } from './checks.ts'
import { deliverPaymentCallbacks, mountLinks } from './links.ts'
import { mountMessages } from './messages.ts'
import { failureTexts, simulatePayout } from './payout-outcomes.ts'
import { postCallback, repeatMs } from './post-callback.ts'
import { deliverRobotCallEvents, mountRobotCalls } from './robot-calls.ts'
import { sandboxPayoutRows } from './store.ts'

const Order = z.object({
  payoutId: z.string().max(60),
  amountMinor: z.int().min(1),
  currency: z.string().max(3),
  holder: z.string().max(120),
  account: z.string().max(40),
  ifsc: z.string().max(20).nullable(),
  callbackUrl: z.url().max(200),
})

/** How the sandbox behaves. */
export interface SandboxOptions {
  /** Decides everybody's luck. */
  readonly seed: string
  /** How long a pay-out takes at least. */
  readonly delayMs: number
}

type StoredPayout = typeof sandboxPayoutRows.$inferSelect

/** What the channel says of a pay-out once it is decided. */
const resultOf = ({ id, outcome, amountMinor, currency, failureCode }: StoredPayout): PayoutResult => {
  const ref = sha256(id).slice(0, 12).toUpperCase()
  const paid = outcome === 'paid'
  return {
    payoutId: id,
    outcome,
    amountMinor,
    currency,
    channelRef: `SB${ref}`,
    utr: paid ? String(Number.parseInt(ref, 16) % 1e12).padStart(12, '0') : null,
    failure: paid ? null : { code: failureCode ?? 'other', text: failureTexts[failureCode ?? ''] ?? 'Refused' },
  }
}

const signed = (row: StoredPayout, { secrets }: AppContext) => {
  const payload = JSON.stringify(resultOf(row))
  return { payload, signature: secrets.sign(payoutChannel, payload) }
}

/** How long an order hangs that is answered too late. */
const hangMs = 20_000

/** Calls back about what has been decided. */
async function deliverPayoutCallbacks(app: AppContext): Promise<void> {
  const { db } = app.database
  const now = app.clock.now()
  const due = and(lte(sandboxPayoutRows.dueAt, now), lt(sandboxPayoutRows.called, sandboxPayoutRows.calls))
  const rows = await db.select().from(sandboxPayoutRows).where(due).orderBy(asc(sandboxPayoutRows.dueAt)).limit(50)
  await Promise.all(
    rows.map(async (row) => {
      const taken = await postCallback(`${row.callbackUrl}/callbacks/payouts`, signed(row, app))
      const again = new Date(app.clock.now().getTime() + repeatMs)
      const called = taken ? sql`${sandboxPayoutRows.called} + 1` : row.called
      await db.update(sandboxPayoutRows).set({ called, dueAt: again }).where(eq(sandboxPayoutRows.id, row.id))
    }),
  )
}

const tickMs = 250

/** A running sandbox. */
export interface Sandbox {
  /** Calls back once about everything that is due: each payment, pay-out and call. */
  callBack(): Promise<void>
  stop(): Promise<void>
}

/**
 * A channel to play with: takes pay-outs and payment links over HTTP like a real one, decides later, calls back signed,
 * fails some, answers some too late, and repeats itself. Keeps its state through a restart. Calls back by the clock;
 * where it is not `automatic`, only by `callBack`.
 */
export function mountSandbox(
  fastify: FastifyInstance,
  app: AppContext,
  { automatic, ...options }: SandboxOptions & { readonly automatic: boolean },
): Sandbox {
  const { db } = app.database

  fastify.post('/sandbox/payouts', async (request, reply) => {
    const body = JSON.stringify(request.body)
    const signature = String(request.headers['x-signature'] ?? '')
    if (!app.secrets.verify(payoutChannel, body, signature)) return reply.code(401).send({ error: 'bad signature' })
    const order = Order.safeParse(request.body)
    if (!order.success) return reply.code(422).send({ error: 'bad order' })
    const { payoutId: id, account, amountMinor, currency, callbackUrl } = order.data
    const { outcome, failureCode, delayMs, calls, hangs } = simulatePayout(id, account, options)
    const dueAt = new Date(app.clock.now().getTime() + delayMs)
    const row = { id, amountMinor, currency, callbackUrl, outcome, failureCode, calls, dueAt }
    const taken = await db.insert(sandboxPayoutRows).values(row).onConflictDoNothing().returning()
    if (hangs && taken.length > 0) await new Promise((resolve) => setTimeout(resolve, hangMs).unref())
    return reply.code(202).send({ accepted: true })
  })

  fastify.get('/sandbox/ping', async () => ({ ok: true }))

  fastify.get<{ Params: { id: string } }>('/sandbox/payouts/:id', async ({ params, headers }, reply) => {
    if (!app.secrets.verify(payoutChannel, params.id, String(headers['x-signature'] ?? '')))
      return reply.code(401).send()
    const [row] = await db.select().from(sandboxPayoutRows).where(eq(sandboxPayoutRows.id, params.id))
    if (!row) return reply.code(404).send()
    return row.dueAt <= app.clock.now() || row.called > 0 ? signed(row, app) : { pending: true }
  })

  for (const mount of [mountLinks, mountMessages, mountChecks, mountCalls, mountRobotCalls])
    mount(fastify, app, options)

  let working: Promise<void> = Promise.resolve()
  const callBack = (): Promise<void> => {
    working = working
      .then(() => deliverPayoutCallbacks(app))
      .then(() => deliverPaymentCallbacks(app))
      .then(() => deliverCallEvents(app, options))
      .then(() => deliverRobotCallEvents(app))
      .catch((error: unknown) => app.log.error({ err: error }, 'sandbox'))
    return working
  }
  const timer = automatic ? setInterval(callBack, tickMs) : undefined
  return {
    callBack,
    async stop() {
      clearInterval(timer)
      await working
    },
  }
}
