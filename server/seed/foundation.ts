import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { count, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { addDeclaredTypes } from '#server/modules/dictionaries/steps.ts'
import { addDeclaredEntries } from '#server/modules/dictionary-entries/steps.ts'
import { addDeclaredMenu } from '#server/modules/menu-entries/steps.ts'
import { addFirstTemplates } from '#server/modules/message-templates/steps/templates.ts'
import { addDeclaredParameters } from '#server/modules/parameters/steps.ts'
import { grantRows, roleRows } from '#server/modules/roles/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { grantsOf, type RoleMark, roleId, roleMarks, roles, twoFactorRoles } from './roles.ts'
import { headOffice, type UnitId, unitOf, units } from './units.ts'

/** The password of every demo account. */
export const demoPassword = 'Lendline#1'

export const staffId = (account: string) => `S-${account}` as IdOf<'staff'> // named here, and by whoever adds staff

/** Since when there is what comes with the product: before any business began with it. */
const delivered = new Date('2026-01-01T00:00:00Z')

/** Adds the roles, and to roles that nobody has edited what pages have come since. */
async function addRoles(db: Db): Promise<void> {
  await db
    .insert(roleRows)
    .values(
      roleMarks.map((mark) => ({
        ...{ id: roleId(mark), mark, name: roles[mark].name, createdAt: delivered },
        twoFactor: twoFactorRoles.includes(mark),
      })),
    )
    .onConflictDoNothing()
  const untouched = await db.select({ id: roleRows.id }).from(roleRows).where(sql`${roleRows.version} = 1`)
  const known = new Set(untouched.map(({ id }) => id))
  const grants = roleMarks
    .filter((mark) => known.has(roleId(mark)))
    .flatMap((mark) => grantsOf(mark).map((grant) => ({ roleId: roleId(mark), ...grant })))
  await db.insert(grantRows).values(grants).onConflictDoNothing()
}

/** Somebody who is to sign in. */
export interface Person {
  readonly account: string
  readonly name: string
  readonly mark: RoleMark
  readonly unitId?: UnitId
  readonly phone?: string
}

interface Password {
  readonly passwordHash: string
  readonly mustChangePassword?: boolean
}

/** Adds members of staff, all with one password. Who is known already stays as they are. @returns how many were added. */
async function addStaff(db: Db, people: readonly Person[], password: Password, now: Date): Promise<number> {
  const rows = people.map(({ account, name, mark, unitId, phone = null }, i) => ({
    id: staffId(account),
    account,
    name,
    jobNumber: `J${String(1001 + i)}`,
    unitId: unitId ?? unitOf[mark],
    phone,
    ...password,
    createdAt: now,
  }))
  const added = await db.insert(staffRows).values(rows).onConflictDoNothing().returning({ id: staffRows.id })
  const links = people.map(({ account, mark }) => {
    return { staffId: staffId(account), roleId: roleId(mark), since: now }
  })
  await db.insert(staffRoleRows).values(links).onConflictDoNothing()
  return added.length
}

/** One account for each role. */
export const roleAccounts: readonly Person[] = roleMarks.map((mark) => {
  return { account: roles[mark].account, name: roles[mark].name, mark }
})

/** Accounts that all have the demo's password. */
export async function addDemoAccounts(db: Db, now: Date, people: readonly Person[] = roleAccounts): Promise<void> {
  await addStaff(db, people, { passwordHash: await hash(demoPassword) }, now)
}

/** Adds the first administrator where there is nobody yet. @returns a password that is good once, or null. */
export async function addAdministrator(db: Db, now: Date): Promise<string | null> {
  const [staff] = await db.select({ count: count() }).from(staffRows)
  if (Number(staff!.count) > 0) return null
  const password = `${randomBytes(6).toString('base64url')}#7a`
  const once = { passwordHash: await hash(password), mustChangePassword: true }
  // of servers that start at once one has added them: what the others have made is nobody's password
  const added = await addStaff(db, [{ account: roles.ADM.account, name: roles.ADM.name, mark: 'ADM' }], once, now)
  return added > 0 ? password : null
}

/** What every installation stands on: its units, its roles, its parameters and its dictionaries. A production business starts with its head office only. */
export async function addFoundation(db: Db, { demo }: { demo: boolean }): Promise<void> {
  await db
    .insert(unitRows)
    .values((demo ? units : [headOffice]).map((unit) => ({ ...unit, createdAt: delivered })))
    .onConflictDoNothing()
  await addRoles(db)
  await addDeclaredParameters(db, delivered)
  const translations = readTranslations()
  await addDeclaredTypes(db, translations, delivered)
  await addDeclaredEntries(db, translations, delivered)
  await addFirstTemplates(db, translations, delivered)
  await addDeclaredMenu(db, translations, delivered)
}
