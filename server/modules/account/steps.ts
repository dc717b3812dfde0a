import { randomInt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { pictureRows, recoveryCodeRows, twoFactorRows } from './store.ts'

type Id = IdOf<'staff'>
/** Source: RFC 6238, with what every authenticator takes for granted. */
const [issuer, digits, period, algorithm] = ['Lendline', 6, 30, 'SHA1']
/** So many periods before and after the present one are good: clocks differ. */
const window = 1
/** How long a secret waits for its first code. */
const begunMs = 15 * 60_000
const codesCount = 10
/** Letters and digits that nobody takes for one another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 10

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, algorithm, digits, period, secret: Secret.fromBase32(secret) })

/** The period of thirty seconds that a code is of; null where it is of none near `now`. */
function periodOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window })
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta
}

type TwoFactorContext = Pick<Context, 'now'> & { readonly secrets: Secrets }

/** Codes as they are compared: without the blanks and dashes they are written with. */
const normalizeCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()
const hashOf = (staffId: Id, code: string, { secrets }: TwoFactorContext) =>
  secrets.blindIndex(`recovery ${staffId} ${normalizeCode(code)}`)

async function lock(tx: Db, staffId: Id) {
  const [row] = await tx.select().from(twoFactorRows).where(eq(twoFactorRows.staffId, staffId)).for('update')
  return row
}

async function spendRecoveryCode(tx: Db, staffId: Id, hash: string): Promise<boolean> {
  const of = and(
    eq(recoveryCodeRows.staffId, staffId),
    eq(recoveryCodeRows.hash, hash),
    eq(recoveryCodeRows.used, false),
  )
  const spent = await tx
    .update(recoveryCodeRows)
    .set({ used: true })
    .where(of)
    .returning({ hash: recoveryCodeRows.hash })
  return spent.length > 0
}

/** Whether this is a one-time code or a recovery code of somebody who has two-factor. Either is good once. */
export async function spendCode(tx: Db, staffId: Id, typed: string, keeping: TwoFactorContext): Promise<boolean> {
  const row = await lock(tx, staffId)
  if (!row?.secret) return false
  const code = normalizeCode(typed)
  if (code.length !== digits) return spendRecoveryCode(tx, staffId, hashOf(staffId, code, keeping))
  const of = periodOf(keeping.secrets.decrypt(row.secret), code, keeping.now)
  if (of === null || of <= row.lastPeriod) return false
  await tx.update(twoFactorRows).set({ lastPeriod: of }).where(eq(twoFactorRows.staffId, staffId))
  return true
}

/** Makes a secret that counts once it is confirmed. */
export async function beginTwoFactor(tx: Db, staffId: Id, account: string, { secrets, now }: TwoFactorContext) {
  const secret = new Secret({ size: 20 }).base32
  const begun = { begun: secrets.encrypt(secret), begunAt: now }
  await tx
    .insert(twoFactorRows)
    .values({ staffId, ...begun })
    .onConflictDoUpdate({ target: twoFactorRows.staffId, set: begun })
  return { secret, address: totpOf(secret, account).toString() }
}

/** Puts the secret that was made last in force. @returns whether it was, or why not. */
export async function confirmTwoFactor(tx: Db, staffId: Id, typed: string, { secrets, now }: TwoFactorContext) {
  const row = await lock(tx, staffId)
  if (!row?.begun || now.getTime() - row.begunAt!.getTime() > begunMs) return 'two_factor_not_begun'
  const lastPeriod = periodOf(secrets.decrypt(row.begun), normalizeCode(typed), now)
  if (lastPeriod === null) return 'wrong_code'
  await tx
    .update(twoFactorRows)
    .set({ secret: row.begun, since: now, lastPeriod, begun: null, begunAt: null })
    .where(eq(twoFactorRows.staffId, staffId))
  return 'confirmed'
}

const newCode = (): string => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Gives somebody new recovery codes in place of the old ones, and tells them, as they are written down. */
export async function renewRecoveryCodes(tx: Db, staffId: Id, keeping: TwoFactorContext): Promise<string[]> {
  const codes = Array.from({ length: codesCount }, newCode)
  await tx.delete(recoveryCodeRows).where(eq(recoveryCodeRows.staffId, staffId))
  await tx.insert(recoveryCodeRows).values(codes.map((code) => ({ staffId, hash: hashOf(staffId, code, keeping) })))
  return codes.map((code) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`)
}

/** Turns two-factor off, and forgets everything that belongs to it. @returns whether it was on. */
export async function endTwoFactor(tx: Db, staffId: Id): Promise<boolean> {
  await tx.delete(recoveryCodeRows).where(eq(recoveryCodeRows.staffId, staffId))
  const [row] = await tx.delete(twoFactorRows).where(eq(twoFactorRows.staffId, staffId)).returning()
  return row?.secret != null
}

/** How it stands with somebody's two-factor. */
export async function twoFactorOf(
  tx: Db,
  staffId: Id,
): Promise<{ on: boolean; since: Date | null; codesLeft: number }> {
  const [row] = await tx
    .select({
      on: sql<boolean>`${twoFactorRows.secret} is not null`,
      since: twoFactorRows.since,
      codesLeft: sql<number>`(select count(*)::int from ${recoveryCodeRows} c where c.staff_id = ${staffId} and not c.used)`,
    })
    .from(twoFactorRows)
    .where(eq(twoFactorRows.staffId, staffId))
  return row?.on ? row : { on: false, since: null, codesLeft: 0 }
}

/** How somebody shows themselves, as an address that a browser draws; empty for none. */
export async function pictureOf(tx: Db, id: Id): Promise<string> {
  const [row] = await tx.select({ picture: pictureRows.picture }).from(pictureRows).where(eq(pictureRows.staffId, id))
  return row ? `data:image/png;base64,${row.picture}` : ''
}
