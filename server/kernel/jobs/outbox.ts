import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { prepared, type ValueOf } from '#server/kernel/base/client/prepared-query.ts'
import { type Database, type Db, rowsOf } from '#server/kernel/base/database.ts'
import { safeMessage } from '#server/kernel/base/error-serializer.ts'
import { failedMessageRows, outboxRows } from '#server/kernel/base/tables.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { forgetRecords } from './retention.ts'

/** Outbox message: something that is to leave the building. The receiver may get it more than once and knows it by `key`. */
export interface Message {
  readonly topic: string
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Port: carries messages of one topic out. What it throws is written down, and the message tried again later. */
export type Port = (message: Message) => Promise<void>

const insertMessage = prepared((db, value: ValueOf<Message & { now: Date }>) =>
  db.insert(outboxRows).values({
    ...{ topic: value('topic'), key: value('key'), body: value('body') },
    ...{ nextAt: value('now'), at: value('now') },
  }),
)

/** Posts a message into the outbox, in the transaction that decides it. */
export async function post(tx: Db, message: Message, now: Date): Promise<void> {
  await insertMessage(tx, { ...message, now })
}

/** Posts messages into the outbox, in the transaction that decides them. */
export async function postAll(tx: Db, messages: readonly Message[], now: Date): Promise<void> {
  if (messages.length === 0) return
  await tx.insert(outboxRows).values(messages.map((message) => ({ ...message, nextAt: now, at: now })))
}

const atOnce = 20
/** How long one delivery may take before somebody else may try it. */
const leaseMs = 60_000
/** Then a person has to look at it. */
const attemptsMax = 14
const backoffMs = (attempts: number): number => Math.min(2 ** attempts * 500, 600_000)

interface Claimed extends Message {
  readonly id: number
  readonly attempts: number
}

/**
 * Takes what is due. Many servers may do so at once: each gets others, and a crash gives them back. As an array they are found
 * once, whatever the planner believes of a table that was empty a moment ago.
 */
const claimDue = (db: Db, now: Date): Promise<Claimed[]> =>
  rowsOf<Claimed>(
    db,
    sql`update outbox set attempts = attempts + 1, next_at = ${new Date(now.getTime() + leaseMs).toISOString()}
        where id = any(array(select id from outbox where state = 'waiting' and next_at <= ${now.toISOString()}
                             order by next_at limit ${atOnce} for update skip locked))
        returning id, topic, key, body, attempts`,
  )

/** Notes that a message could not be delivered, for whoever looks after it. */
async function recordFailed(tx: Db, messageId: number, failedAt: Date): Promise<void> {
  const id = String(messageId) as IdOf<'failedMessage'> // one for each message
  await tx
    .insert(failedMessageRows)
    .values({ id, messageId, failedAt })
    .onConflictDoUpdate({ target: failedMessageRows.id, set: { failedAt } })
}

/** Has a failed message tried again at once, as often as a new one. */
export async function repost(tx: Db, id: IdOf<'failedMessage'>, now: Date): Promise<void> {
  const again = { state: 'waiting' as const, attempts: 0, nextAt: now }
  await tx
    .update(outboxRows)
    .set(again)
    .where(and(eq(outboxRows.id, Number(id)), ne(outboxRows.state, 'sent')))
  await tx.update(failedMessageRows).set({ failedAt: now }).where(eq(failedMessageRows.id, id))
}

/** Delivers a message. Answers whether it has left; where it has not, that is written down. */
async function deliver(
  message: Claimed,
  ports: Readonly<Record<string, Port>>,
  { database, clock, log }: AppContext,
): Promise<boolean> {
  try {
    const port = ports[message.topic]
    if (!port) throw new Error(`nobody delivers ${message.topic}`)
    await port(message)
    return true
  } catch (error) {
    const dead = message.attempts >= attemptsMax
    const nextAt = new Date(clock.now().getTime() + backoffMs(message.attempts))
    const text = safeMessage(error)
    log.warn({ topic: message.topic, key: message.key, attempts: message.attempts }, text)
    await database.db.transaction(async (tx) => {
      const kept = await tx
        .update(outboxRows)
        .set({ state: dead ? 'dead' : 'waiting', nextAt, error: text })
        .where(and(eq(outboxRows.id, message.id), eq(outboxRows.state, 'waiting')))
        .returning({ id: outboxRows.id })
      // another server may have delivered it meanwhile
      if (kept.length > 0) await recordFailed(tx, message.id, clock.now())
    })
    return false
  }
}

/** Writes down which messages have left: those that were taken together, at once. */
async function settle(db: Db, sent: readonly Claimed[], now: Date): Promise<void> {
  if (sent.length === 0) return
  const ids = sent.map(({ id }) => id)
  await db.execute(
    sql`update ${outboxRows} set state = 'sent', sent_at = ${now.toISOString()}, error = null
        where id = any(${sql.param(ids)}::bigint[]) and state = 'waiting'`,
  )
  await db.delete(failedMessageRows).where(inArray(failedMessageRows.messageId, ids))
}

/** Forgets messages that have left and were posted before a moment: nobody asks for them again, and they hold personal data. */
export const forgetSent = (db: Db, before: Date): Promise<void> =>
  forgetRecords(db, { table: outboxRows, at: outboxRows.at, over: sql`${outboxRows.state} = 'sent'` }, before)

/** The delivery of what is in the outbox. */
export interface Dispatcher {
  /** Delivers everything that is due now. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** While more is posted than it has taken, it lets that gather: a hundred commits a second are not a hundred looks. */
const gatherMs = 25
/** How often it looks without being woken: for retries, and for what another server left behind. */
const idleMs = 2_000

/**
 * Starts delivering, through the port of each topic: woken by every commit that put something there, and by the clock;
 * where it is not `automatic`, only by `flush`.
 */
export async function startDispatcher(
  app: AppContext,
  ports: Readonly<Record<string, Port>>,
  automatic: boolean,
): Promise<Dispatcher> {
  const database: Database = app.database
  let running: Promise<unknown> | null = null
  let again = false

  const drain = async () => {
    for (;;) {
      again = false
      for (;;) {
        const due = await claimDue(database.db, app.clock.now())
        const left = await Promise.all(due.map((message) => deliver(message, ports, app)))
        const sent = due.filter((_, i) => left[i])
        await settle(database.db, sent, app.clock.now())
        if (due.length < atOnce) break
      }
      if (!again) return
      if (automatic) await delay(gatherMs)
    }
  }
  const flush = async (): Promise<void> => {
    again = true
    running ??= drain().finally(() => {
      running = null
    })
    await running
  }
  // it looks every two seconds: that a database is away, or a disk full, is said once
  let failing = false
  const wake = () =>
    void flush().then(
      () => {
        failing = false
      },
      (error: unknown) => {
        if (!failing) app.log.error({ err: error }, 'outbox')
        failing = true
      },
    )
  const unlisten = automatic ? await database.listen('outbox', wake) : undefined
  const timer = automatic ? setInterval(wake, idleMs) : undefined
  if (automatic) wake()
  return {
    flush,
    async stop() {
      clearInterval(timer)
      await unlisten?.()
      await running?.catch(() => {})
    },
  }
}
