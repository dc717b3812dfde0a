import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import { attemptRows } from './store.ts'

const minuteMs = 60_000
/** Failures are forgotten so long after the last one; being frozen lasts as long. */
const memoryMs = 15 * minuteMs

/** What failures are counted of, and how many there may be. */
export interface AttemptLimit {
  readonly key: string
  readonly address: string | null
  /** With so many it is frozen … */
  readonly failuresMax: number
  /** … and from so many on a challenge has to be solved. */
  readonly challengedFrom: number
}

const addressOf = (ip: string | null): string => sha256(`address|${ip ?? ''}`)

/** Attempts to sign in to one account from one address. */
export const attemptsOn = (account: string, ip: string | null): AttemptLimit => ({
  key: sha256(`${account.toLowerCase()}|${ip ?? ''}`),
  address: addressOf(ip),
  failuresMax: 5,
  challengedFrom: 3,
})

/** Attempts from one address, whatever the account: many people may share one. */
export const attemptsFrom = (ip: string | null): AttemptLimit => ({
  key: addressOf(ip),
  address: addressOf(ip),
  failuresMax: 100,
  challengedFrom: 20,
})

/**
 * Attempts to sign in to one account, whatever the address: who has many addresses gets no further. So many are needed
 * that nobody is locked out by a stranger's mistakes; before that a challenge keeps machines away.
 */
export const attemptsAgainst = (account: string): AttemptLimit => ({
  key: sha256(`account|${account.toLowerCase()}`),
  address: null,
  failuresMax: 50,
  challengedFrom: 10,
})

/** Attempts of somebody who is signed in to prove that it is still them. */
export const reauthentications = (staffId: string): AttemptLimit => ({
  key: sha256(`proof|${staffId}`),
  address: null,
  failuresMax: 5,
  challengedFrom: Number.POSITIVE_INFINITY,
})

/** How often it failed, and when it last did. */
export interface AttemptCount {
  readonly failures: number
  readonly at: Date
  readonly frozenUntil: Date | null
}

/** A challenge is not asked for when the last failure lies so far back: whoever cannot solve one waits instead. */
const challengedMs = minuteMs

/** How long it has to be waited until no challenge is asked for, in milliseconds; 0 where none is. */
export function challengedFor({ challengedFrom }: AttemptLimit, { failures, at }: AttemptCount, now: Date): number {
  return failures < challengedFrom ? 0 : Math.max(0, at.getTime() + challengedMs - now.getTime())
}

const fresh = (row: AttemptCount | undefined, now: Date): AttemptCount =>
  row && now.getTime() - row.at.getTime() < memoryMs ? row : { failures: 0, at: now, frozenUntil: null }

/** How often it failed lately. */
export async function countOf(tx: Db, { key }: AttemptLimit, now: Date): Promise<AttemptCount> {
  const [row] = await tx.select().from(attemptRows).where(eq(attemptRows.key, key))
  return fresh(row, now)
}

/** How often it failed lately. Whoever tries the same waits until this transaction ends: none is judged uncounted. */
export async function lockCount(tx: Db, { key, address }: AttemptLimit, now: Date): Promise<AttemptCount> {
  await tx.insert(attemptRows).values({ key, address, failures: 0, at: now }).onConflictDoNothing()
  const [row] = await tx.select().from(attemptRows).where(eq(attemptRows.key, key)).for('update')
  return fresh(row, now)
}

/** Forgets the failures: it went well. */
export const forgetFailures = (tx: Db, { key }: AttemptLimit) => tx.delete(attemptRows).where(eq(attemptRows.key, key))

/** Forgets attempts that failed last before a moment: whoever makes up accounts fills no table. */
export const forgetAttempts = (db: Db, before: Date) => db.delete(attemptRows).where(lt(attemptRows.at, before))

const frozenFor = ({ frozenUntil }: AttemptCount, now: Date): number => (frozenUntil?.getTime() ?? 0) - now.getTime()
const frozen = (forMs: number) => new Refusal('frozen', { minutes: Math.ceil(forMs / minuteMs) }, { stays: true })

/** @throws Refusal `frozen` while too many attempts have failed. */
export function mustNotBeFrozen(count: AttemptCount, now: Date): void {
  const forMs = frozenFor(count, now)
  if (forMs > 0) throw frozen(forMs)
}

/** Counts a failure. @returns how many more there may be, and the refusal once there may be none. */
async function countFailure(tx: Db, { key, address, failuresMax }: AttemptLimit, now: Date): Promise<number> {
  const longAgo = new Date(now.getTime() - memoryMs).toISOString()
  const frozenUntil = new Date(now.getTime() + memoryMs)
  const failures = sql<number>`case when ${attemptRows.at} <= ${longAgo} then 1 else ${attemptRows.failures} + 1 end`
  const [row] = await tx
    .insert(attemptRows)
    .values({ key, address, failures: 1, at: now })
    .onConflictDoUpdate({
      target: attemptRows.key,
      set: {
        failures,
        at: now,
        frozenUntil: sql`case when ${failures} >= ${failuresMax} then ${frozenUntil.toISOString()}::timestamptz end`,
      },
    })
    .returning({ failures: attemptRows.failures })
  return failuresMax - row!.failures
}

/** Counts a failure of each, and answers what to refuse it with; it says how many more there may be. */
export async function countFailures(
  tx: Db,
  fault: string,
  counted: readonly AttemptLimit[],
  now: Date,
): Promise<Refusal> {
  const left: number[] = []
  for (const one of counted) left.push(await countFailure(tx, one, now))
  const least = Math.min(...left)
  return least > 0 ? new Refusal(fault, { left: least }, { stays: true }) : frozen(memoryMs)
}

/** Whether so much failed from an address that a challenge is asked for. */
export async function challengedFromAddress(tx: Db, ip: string | null, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - challengedMs)
  const rows = await tx
    .select()
    .from(attemptRows)
    .where(and(eq(attemptRows.address, addressOf(ip)), gte(attemptRows.at, since)))
  const all = attemptsFrom(ip)
  return rows.some(({ key, failures }) => failures >= (key === all.key ? all : attemptsOn('', ip)).challengedFrom)
}
