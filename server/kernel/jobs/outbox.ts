import { and, eq, sql } from 'drizzle-orm'
import { type Database, type Db, rowsOf } from '#server/kernel/base/database.ts'
import { safeMessage } from '#server/kernel/base/error-serializer.ts'
import { outboxRows } from '#server/kernel/base/tables.ts'
import type { AppContext } from '#server/kernel/call/context.ts'

/** Outbox message: something that is to leave the building. The receiver may get it more than once and knows it by `key`. */
export interface Message {
  readonly topic: string
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Port: carries messages of one topic out. What it throws is written down, and the message tried again later. */
export type Port = (message: Message) => Promise<void>

/** Posts a message into the outbox, in the transaction that decides it. */
export async function post(tx: Db, message: Message, now: Date): Promise<void> {
  await tx.insert(outboxRows).values({ ...message, nextAt: now, at: now })
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

/** Takes what is due. Many servers may do so at once: each gets others, and a crash gives them back. */
const claimDue = (db: Db, now: Date): Promise<Claimed[]> =>
  rowsOf<Claimed>(
    db,
    sql`update outbox set attempts = attempts + 1, next_at = ${new Date(now.getTime() + leaseMs).toISOString()}
        where id in (select id from outbox where state = 'waiting' and next_at <= ${now.toISOString()}
                     order by next_at limit ${atOnce} for update skip locked)
        returning id, topic, key, body, attempts`,
  )

async function deliver(
  message: Claimed,
  ports: Readonly<Record<string, Port>>,
  { database, clock, log }: AppContext,
): Promise<void> {
  const port = ports[message.topic]
  const of = and(eq(outboxRows.id, message.id), eq(outboxRows.state, 'waiting'))
  try {
    if (!port) throw new Error(`nobody delivers ${message.topic}`)
    await port(message)
    await database.db.update(outboxRows).set({ state: 'sent', sentAt: clock.now(), error: null }).where(of)
  } catch (error) {
    const dead = message.attempts >= attemptsMax
    const nextAt = new Date(clock.now().getTime() + backoffMs(message.attempts))
    const text = safeMessage(error)
    log.warn({ topic: message.topic, key: message.key, attempts: message.attempts }, text)
    await database.db
      .update(outboxRows)
      .set({ state: dead ? 'dead' : 'waiting', nextAt, error: text })
      .where(of)
  }
}

/** The delivery of what is in the outbox. */
export interface Dispatcher {
  /** Delivers everything that is due now. */
  flush(): Promise<void>
  stop(): Promise<void>
}

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
    do {
      again = false
      for (;;) {
        const due = await claimDue(database.db, app.clock.now())
        await Promise.all(due.map((message) => deliver(message, ports, app)))
        if (due.length < atOnce) break
      }
    } while (again)
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
