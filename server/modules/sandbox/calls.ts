import { and, asc, eq, lte, or, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CallEvent } from '#contract/calls.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { sampleRecording } from '#server/modules/calls/steps/sample-recording.ts'
import { diallerChannel } from '#server/modules/lines/steps.ts'
import { type CallStep, callBackScript, callScriptOf } from './call-scripts.ts'
import { deadEnd } from './dead-end.ts'
import { postCallback, repeatMs } from './post-callback.ts'
import { sandboxCallRows } from './store.ts'

const Order = z.object({
  callId: z.string().max(40),
  seat: z.string().max(80),
  to: z.string().regex(/^\+\d{6,18}$/),
  callbackUrl: z.url().max(200),
})
const HangUp = z.object({ callId: z.string().max(40), ref: z.string().max(120).nullable() })

type SandboxCall = typeof sandboxCallRows.$inferSelect

const isSigned = ({ body, headers }: FastifyRequest, { secrets }: Pick<AppContext, 'secrets'>): boolean =>
  secrets.verify(diallerChannel, JSON.stringify(body), String(headers['x-signature'] ?? ''))

/** What is told of a call: of one that we were given by its id, of one that somebody makes by the line that rings. */
function eventOf(call: SandboxCall, { event, talkSeconds }: CallStep, now: Date): CallEvent {
  const { callId, ref, seat, number, answeredAt } = call
  const spoken = talkSeconds ?? (answeredAt && Math.round((now.getTime() - answeredAt.getTime()) / 1_000))
  const ended = event === 'ended'
  return {
    ...{ callId, ref, event, at: toInstant(now), failure: null },
    ...(callId === null ? { line: seat, from: number } : { line: null, from: null }),
    ...{ talkSeconds: ended ? spoken : null, recording: ended && spoken !== null ? `rec-${ref}` : null },
  }
}

/** A call back by somebody who was not reached. */
function customerCallsBack(call: SandboxCall, { delayMs, now }: { readonly delayMs: number; readonly now: Date }) {
  const { seat, number, callbackUrl } = call
  const script = callBackScript({ delayMs })
  const dueAt = new Date(now.getTime() + script[0]!.afterMs)
  return { ref: `${call.ref}-back`, callId: null, seat, number, callbackUrl, script, callsBack: false, dueAt }
}

interface SandboxClock {
  readonly delayMs: number
}

/** Tells what is due next of one call. */
async function tellOf(call: SandboxCall, app: AppContext, options: SandboxClock): Promise<void> {
  const { db } = app.database
  const now = app.clock.now()
  const step = call.script[call.sent]!
  const payload = JSON.stringify(eventOf(call, step, now))
  const signature = app.secrets.sign(diallerChannel, payload)
  const taken = await postCallback(`${call.callbackUrl}/callbacks/calls`, { payload, signature })
  const next = call.script[call.sent + 1]
  const afterMs = taken ? (next?.afterMs ?? 0) : repeatMs
  const told = {
    ...{ sent: taken ? call.sent + 1 : call.sent, dueAt: new Date(now.getTime() + afterMs) },
    ...(step.event === 'answered' && { answeredAt: call.answeredAt ?? now }),
  }
  // unless it was hung up meanwhile
  const same = and(eq(sandboxCallRows.ref, call.ref), eq(sandboxCallRows.sent, call.sent))
  const [kept] = await db.update(sandboxCallRows).set(told).where(same).returning()
  if (kept && taken && !next && call.callsBack)
    await db
      .insert(sandboxCallRows)
      .values(customerCallsBack(call, { ...options, now }))
      .onConflictDoNothing()
}

/** Calls back about every call of which something is due: one thing each. */
export async function deliverCallEvents(app: AppContext, options: SandboxClock): Promise<void> {
  const left = sql`${sandboxCallRows.sent} < jsonb_array_length(${sandboxCallRows.script})`
  const due = and(left, lte(sandboxCallRows.dueAt, app.clock.now()))
  const { db } = app.database
  const rows = await db.select().from(sandboxCallRows).where(due).orderBy(asc(sandboxCallRows.dueAt)).limit(50)
  await Promise.all(rows.map((row) => tellOf(row, app, options)))
}

/** The part of the sandbox that calls people: a dialler that rings, speaks, records, and is hung up. */
export function mountCalls(fastify: FastifyInstance, app: AppContext, options: SandboxClock): void {
  const { clock, secrets } = app
  const { db } = app.database

  fastify.post('/sandbox/calls', async (request, reply) => {
    if (!isSigned(request, app)) return reply.code(401).send({ error: 'bad signature' })
    const { data: order } = Order.safeParse(request.body)
    if (!order || order.to.endsWith(deadEnd)) return reply.code(422).send({ error: 'number not in service' })
    const { callId, seat, to, callbackUrl } = order
    const { steps, callsBack = false } = callScriptOf(callId, to, options)
    const ref = sha256(callId).slice(0, 16)
    const dueAt = new Date(clock.now().getTime() + (steps[0]?.afterMs ?? 0))
    await db
      .insert(sandboxCallRows)
      .values({ ref, callId, seat, number: to, callbackUrl, script: steps, callsBack, dueAt })
      .onConflictDoNothing()
    return reply.code(202).send({ accepted: true })
  })

  fastify.post('/sandbox/calls/hang-up', async (request, reply) => {
    if (!isSigned(request, app)) return reply.code(401).send({ error: 'bad signature' })
    const { data: asked } = HangUp.safeParse(request.body)
    const is = or(eq(sandboxCallRows.callId, asked?.callId ?? ''), eq(sandboxCallRows.ref, asked?.ref ?? ''))
    const [call] = await db.select().from(sandboxCallRows).where(is)
    if (!call) return reply.code(404).send({ error: 'unknown call' })
    const told = call.script.slice(0, call.sent)
    if (told.some(({ event }) => event === 'ended')) return reply.code(202).send({ accepted: true })
    const script = [...told, { event: 'ended' as const, afterMs: 0 }]
    await db
      .update(sandboxCallRows)
      .set({ script, callsBack: false, dueAt: clock.now() })
      .where(eq(sandboxCallRows.ref, call.ref))
    return reply.code(202).send({ accepted: true })
  })

  fastify.get<{ Params: { name: string } }>(
    '/sandbox/recordings/:name',
    async ({ params: { name }, headers }, reply) =>
      secrets.verify(diallerChannel, name, String(headers['x-signature'] ?? ''))
        ? reply.type('audio/wav').send(sampleRecording())
        : reply.code(401).send(),
  )
}
