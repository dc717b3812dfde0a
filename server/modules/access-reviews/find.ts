import { and, eq, inArray, sql } from 'drizzle-orm'
import { type AccessFinding, accessReview, findingDays } from '#contract/access-reviews.ts'
import type { Button, Right } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import { today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { accessReviewRows } from './store.ts'
import { unusedRights } from './unused-rights.ts'
import { lastUse, unusedRoles } from './unused-roles.ts'
import { type UsedRights, usedRights } from './used-rights.ts'

/** Current finding: something that is true of an account now, or of a right of a role. */
interface CurrentFinding {
  readonly finding: AccessFinding
  readonly staffId: IdOf<'staff'> | null
  readonly roleId: IdOf<'role'> | null
  readonly page: PageId | null
  readonly button: Button | null
  readonly unusedRights: readonly Right[]
  readonly lastUsedAt: string | null
}
const noRight = { page: null, button: null } as const

const dayMs = 86_400_000
const before = (now: Date, finding: AccessFinding) =>
  sql`${new Date(now.getTime() - findingDays[finding] * dayMs).toISOString()}::timestamptz`

/** Accounts that nobody has signed in with for long; one that is new has its time. */
const idleAccounts = (now: Date) => sql`
  select 'idle' as finding, s.id as staff_id, null::text as role_id, s.last_sign_in_at as last_used_at
  from ${staffRows} s where s.state <> 'disabled'
    and coalesce(s.last_sign_in_at, s.created_at) < ${before(now, 'idle')}`

/** Accounts of an agency, or of a group in one, whose contract is over. */
const ofEndedContracts = (day: string) => sql`
  select 'contractEnded', s.id, null::text, (a.contract_until + 1)::timestamp at time zone 'UTC'
  from ${staffRows} s join ${unitRows} u on u.id = s.unit_id
  join ${unitRows} a on starts_with(u.path, a.path) and a.contract_until < ${day}::date
  where s.state <> 'disabled'`

/** What is true of accounts by themselves. */
const accountsFound = (tx: Db, now: Date, day: string): Promise<CurrentFinding[]> =>
  rowsOf(
    tx,
    sql`select finding, staff_id as "staffId", role_id as "roleId", last_used_at as "lastUsedAt",
        null as page, null as button, '{}'::text[] as "unusedRights" from (${idleAccounts(now)} union all ${ofEndedContracts(day)}) found order by 1, 2`,
  )

/** Roles that are used hardly or not at all, each with when it last was. */
async function rolesFound(
  tx: Db,
  now: Date,
  used: UsedRights,
  registry: AppContext['registry'],
): Promise<CurrentFinding[]> {
  const found = await unusedRoles(tx, before(now, 'unusedRole'), used, registry)
  const keys = JSON.stringify(found.map(({ staffId, roleId }) => ({ staff_id: staffId, role_id: roleId })))
  const uses = await rowsOf<Pick<CurrentFinding, 'lastUsedAt'>>(
    tx,
    sql`select ${lastUse(sql`f.staff_id`, sql`f.role_id`)} as "lastUsedAt"
      from rows from (json_to_recordset(${keys}::json) as (staff_id text, role_id text)) with ordinality as f (staff_id, role_id, nth)
      order by nth`,
  )
  return found.map((one, i) => ({ ...one, ...noRight, lastUsedAt: uses[i]!.lastUsedAt })) // a row each
}

/** Roles that are hardly used by somebody, and rights of roles that nobody uses. */
async function unusedFound(tx: Db, now: Date, registry: AppContext['registry']): Promise<CurrentFinding[]> {
  const since = before(now, 'unusedRight')
  const used = await usedRights(tx, since, registry)
  const rights = await unusedRights(tx, since, used, registry)
  const ofRole = { finding: 'unusedRight', staffId: null, unusedRights: [], lastUsedAt: null } as const
  return [...(await rolesFound(tx, now, used, registry)), ...rights.map((right) => ({ ...ofRole, ...right }))]
}

const keyOf = ({ finding, ...of }: Pick<CurrentFinding, 'finding' | 'staffId' | 'roleId' | 'page' | 'button'>) =>
  [finding, of.staffId, of.roleId, of.page, of.button].map((part) => part ?? '').join(' ')

/** What was confirmed lately: a finding, of an account, of a role, of a right. */
async function confirmedLately(tx: Db, now: Date): Promise<ReadonlySet<string>> {
  const rows = await tx.select().from(accessReviewRows).where(eq(accessReviewRows.state, 'confirmed'))
  const lasts = ({ finding, decidedAt }: (typeof rows)[number]) =>
    now.getTime() - decidedAt!.getTime() < (findingDays[finding] || findingDays.unusedRole) * dayMs // it was decided
  return new Set(rows.filter(lasts).map(keyOf))
}

/** How many findings are new, and how many are true no longer. */
export interface ReviewTally {
  readonly found: number
  readonly settled: number
}

/** Review of access: opens what is found, and settles what is true no longer. */
export async function reviewAccess(
  tx: Db,
  { clock, registry, now }: Pick<AppContext, 'clock' | 'registry'> & { readonly now: Date },
): Promise<ReviewTally> {
  const day = today(clock, now)
  const found = [...(await accountsFound(tx, now, day)), ...(await unusedFound(tx, now, registry))]
  const open = await tx.select().from(accessReviewRows).where(eq(accessReviewRows.state, 'open'))
  const [isTrue, isOpen] = [new Set(found.map(keyOf)), new Set(open.map(keyOf))]
  const confirmed = await confirmedLately(tx, now)
  const gone = open.filter((row) => !isTrue.has(keyOf(row))).map(({ id }) => id)
  if (gone.length > 0) {
    const settled = and(inArray(accessReviewRows.id, gone), eq(accessReviewRows.state, 'open'))
    await tx.update(accessReviewRows).set({ state: 'settled', decidedAt: now }).where(settled)
  }
  const news = found.filter((one) => !isOpen.has(keyOf(one)) && !confirmed.has(keyOf(one)))
  for (const { lastUsedAt, unusedRights: rights, ...one } of news) {
    const id = await newId(tx, accessReview.ids, day)
    const at = lastUsedAt === null ? null : new Date(lastUsedAt)
    const row = { id, ...one, unusedRights: [...rights], lastUsedAt: at, state: 'open' as const, foundAt: now }
    await tx.insert(accessReviewRows).values(row).onConflictDoNothing()
  }
  return { found: news.length, settled: gone.length }
}
