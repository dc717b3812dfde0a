import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AiCallEvent } from '#contract/ai-records.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { robotChannel } from '#server/modules/ai-records/steps/place-call.ts'
import { sampleTranscript } from '#server/modules/ai-records/steps/sample-transcript.ts'
import { sampleRecording } from '#server/modules/calls/steps/sample-recording.ts'
import { deadEnd } from './dead-end.ts'
import { postCallback, repeatMs } from './post-callback.ts'
import { robotScriptOf } from './robot-scripts.ts'
import { sandboxRobotCallRows } from './store.ts'

const Order = z.object({
  callId: z.string().max(40),
  robotId: z.string().max(60),
  to: z.string().regex(/^\+\d{6,18}$/),
  owed: z.object({ minor: z.int(), currency: z.string().max(3) }),
  callbackUrl: z.url().max(200),
})

/** What a call costs, and each second of it, in minor units. */
const [callMinor, secondMinor] = [100, 2]

type SandboxCall = typeof sandboxRobotCallRows.$inferSelect

/** What is told of a call. */
function eventOf({ callId, outcome, answeredAt, sent, script }: SandboxCall, now: Date): AiCallEvent {
  const { event } = script[sent]!
  if (event === 'answered') {
    const nothing = { outcome: null, talkSeconds: null, costMinor: null, recording: null, transcript: null }
    return { callId, event, at: toInstant(now), ...nothing }
  }
  const talkSeconds = answeredAt && Math.round((now.getTime() - answeredAt.getTime()) / 1_000)
  const name = sha256(callId).slice(0, 16)
  const files = answeredAt ? { recording: `rec-${name}`, transcript: `text-${name}` } : {}
  return {
    ...{ callId, event, at: toInstant(now), outcome, talkSeconds, recording: null, transcript: null, ...files },
    costMinor: answeredAt ? callMinor + secondMinor * talkSeconds! : 0,
  }
}

/** Tells what is due next of one call. */
async function tellOf(call: SandboxCall, app: AppContext): Promise<void> {
  const now = app.clock.now()
  const payload = JSON.stringify(eventOf(call, now))
  const signature = app.secrets.sign(robotChannel, payload)
  const taken = await postCallback(`${call.callbackUrl}/callbacks/robot-calls`, { payload, signature })
  const afterMs = taken ? (call.script[call.sent + 1]?.afterMs ?? 0) : repeatMs
  const isAnswer = call.script[call.sent]!.event === 'answered'
  await app.database.db
    .update(sandboxRobotCallRows)
    .set({
      ...{ sent: taken ? call.sent + 1 : call.sent, dueAt: new Date(now.getTime() + afterMs) },
      ...(isAnswer && { answeredAt: call.answeredAt ?? now }),
    })
    .where(and(eq(sandboxRobotCallRows.callId, call.callId), eq(sandboxRobotCallRows.sent, call.sent)))
}

/** Calls back about every call of a robot of which something is due: one thing each. */
export async function deliverRobotCallEvents(app: AppContext): Promise<void> {
  const left = sql`${sandboxRobotCallRows.sent} < jsonb_array_length(${sandboxRobotCallRows.script})`
  const due = and(left, lte(sandboxRobotCallRows.dueAt, app.clock.now()))
  const { db } = app.database
  const { dueAt, callId } = sandboxRobotCallRows
  const rows = await db.select().from(sandboxRobotCallRows).where(due).orderBy(asc(dueAt), asc(callId)).limit(50)
  await Promise.all(rows.map((row) => tellOf(row, app)))
}

/** The part of the sandbox that has robots call people: they speak, are recorded, and say what came of it. */
export function mountRobotCalls(
  fastify: FastifyInstance,
  app: AppContext,
  options: { readonly delayMs: number },
): void {
  const { clock, secrets } = app
  const signatureOf = ({ headers }: FastifyRequest) => String(headers['x-signature'] ?? '')

  fastify.post('/sandbox/robot-calls', async (request, reply) => {
    if (!secrets.verify(robotChannel, JSON.stringify(request.body), signatureOf(request)))
      return reply.code(401).send({ error: 'bad signature' })
    const { data: order } = Order.safeParse(request.body)
    if (!order || order.to.endsWith(deadEnd)) return reply.code(422).send({ error: 'number not in service' })
    const { callId, to, callbackUrl } = order
    const { outcome, steps } = robotScriptOf(callId, to, options)
    const dueAt = new Date(clock.now().getTime() + (steps[0]?.afterMs ?? 0))
    await app.database.db
      .insert(sandboxRobotCallRows)
      .values({ callId, callbackUrl, outcome, script: steps, dueAt })
      .onConflictDoNothing()
    return reply.code(202).send({ accepted: true })
  })

  type Named = { Params: { name: string } }
  fastify.get<Named>('/sandbox/robot-recordings/:name', async (request, reply) =>
    secrets.verify(robotChannel, request.params.name, signatureOf(request))
      ? reply.type('audio/wav').send(sampleRecording())
      : reply.code(401).send(),
  )
  fastify.get<Named>('/sandbox/robot-transcripts/:name', async (request, reply) =>
    secrets.verify(robotChannel, request.params.name, signatureOf(request)) ? sampleTranscript : reply.code(401).send(),
  )
}
