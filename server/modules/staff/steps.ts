import { and, count, desc, eq, gte, inArray } from 'drizzle-orm'
import { startOfDay } from '#contract/kernel/calendar.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { pastPasswordRows, staffRows } from './store.ts'

type Id = IdOf<'staff'>

/** Somebody by the account they sign in with. */
export async function staffByAccount(tx: Db, account: string) {
  const [person] = await tx.select().from(staffRows).where(eq(staffRows.account, account.toLowerCase()))
  return person
}

/** Somebody by id. */
export async function staffById(tx: Db, id: Id) {
  const [person] = await tx.select().from(staffRows).where(eq(staffRows.id, id))
  return person
}

/** Reads a member of staff and keeps them from other writers until the transaction ends. */
export async function lockStaff(tx: Db, id: Id) {
  const [person] = await tx.select().from(staffRows).where(eq(staffRows.id, id)).for('update')
  return person
}

/**
 * Daily quota: how often the caller has done something today. Those who ask at the same time wait for one another, so
 * that none of them is above it.
 */
export async function doneToday(
  endpoints: readonly Pick<Endpoint, 'id'>[],
  { tx, actor, today, app }: Pick<Context, 'tx' | 'actor' | 'today' | 'app'>,
): Promise<number> {
  const ids = endpoints.map(({ id }) => id)
  await lockStaff(tx, actor.id)
  const since = new Date(startOfDay(today, app.clock.country))
  const mine = and(eq(auditRows.actorId, actor.id), gte(auditRows.at, since))
  const [row] = await tx
    .select({ done: count() })
    .from(auditRows)
    .where(and(mine, inArray(auditRows.command, ids), eq(auditRows.outcome, 'done')))
  return row!.done
}

/** Writes down that somebody signed in. */
export async function recordSignIn(tx: Db, id: Id, at: Date): Promise<void> {
  await tx.update(staffRows).set({ lastSignInAt: at }).where(eq(staffRows.id, id))
}

/** The language somebody reads. */
export async function setLanguage(tx: Db, id: Id, language: string): Promise<void> {
  await tx.update(staffRows).set({ language }).where(eq(staffRows.id, id))
}

/** Moves somebody to another unit; with a phone, that is theirs from then on. */
export async function setUnit(
  tx: Db,
  id: Id,
  { unitId, phone }: { readonly unitId: IdOf<'unit'>; readonly phone?: string | null },
): Promise<void> {
  await tx
    .update(staffRows)
    .set({ unitId, ...(phone !== undefined && { phone }) })
    .where(eq(staffRows.id, id))
}

/** What somebody says of themselves. */
export async function setProfile(tx: Db, id: Id, told: { email: string | null; introduction: string }): Promise<void> {
  await tx.update(staffRows).set(told).where(eq(staffRows.id, id))
}

/** Passwords that may not be used again, beside the present one. */
const rememberedMax = 5

/** The hashes of somebody's last passwords, the newest first. */
export async function pastPasswords(tx: Db, id: Id): Promise<string[]> {
  const past = await tx
    .select({ hash: pastPasswordRows.passwordHash })
    .from(pastPasswordRows)
    .where(eq(pastPasswordRows.staffId, id))
    .orderBy(desc(pastPasswordRows.at))
    .limit(rememberedMax)
  return past.map(({ hash }) => hash)
}

/** Gives somebody a new password and remembers the one before. */
export async function setPassword(tx: Db, id: Id, hashes: { before: string; now: string }, at: Date): Promise<void> {
  await tx.insert(pastPasswordRows).values({ staffId: id, passwordHash: hashes.before, at })
  await tx.update(staffRows).set({ passwordHash: hashes.now, mustChangePassword: false }).where(eq(staffRows.id, id))
}
