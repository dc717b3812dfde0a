import { and, eq, inArray, sql } from 'drizzle-orm'
import { type AccessFinding, accessReview, findingDays } from '#contract/access-reviews.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { grantRows, roleRows } from '#server/modules/roles/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { accessReviewRows } from './store.ts'

/** Something that is true of an account now. */
interface Found {
  readonly finding: AccessFinding
  readonly staffId: IdOf<'staff'>
  readonly roleId: IdOf<'role'> | null
  readonly lastUsedAt: string | null
}

const dayMs = 86_400_000
const before = (now: Date, finding: AccessFinding) =>
  sql`${new Date(now.getTime() - findingDays[finding] * dayMs).toISOString()}::timestamptz`

/** Accounts that nobody has signed in with for long; one that is new has its time. */
const idleAccounts = (now: Date) => sql`
  select 'idle' as finding, s.id as staff_id, null as role_id, s.last_sign_in_at as last_used_at
  from ${staffRows} s where s.state <> 'disabled'
    and coalesce(s.last_sign_in_at, s.created_at) < ${before(now, 'idle')}`

/** Accounts of an agency, or of a group in one, whose contract is over. */
const ofEndedContracts = (day: string) => sql`
  select 'contractEnded', s.id, null, (a.contract_until + 1)::timestamp at time zone 'UTC'
  from ${staffRows} s join ${unitRows} u on u.id = s.unit_id
  join ${unitRows} a on starts_with(u.path, a.path) and a.contract_until < ${day}::date
  where s.state <> 'disabled'`

/**
 * Roles that an account has for long and uses no right of: no call of theirs on a page on which the role grants a button.
 * Only what is looked at leaves no trace: a role that merely shows is not found.
 */
const unusedRoles = (now: Date) => sql`
  select 'unusedRole', s.id, r.id, (select max(l.at) from ${auditRows} l where l.actor_id = s.id and l.page in
      (select g.page from ${grantRows} g where g.role_id = r.id and g.codes > 0))
  from ${staffRows} s join ${staffRoleRows} h on h.staff_id = s.id
  join ${roleRows} r on r.id = h.role_id and r.state = 'enabled'
  where s.state <> 'disabled' and s.created_at < ${before(now, 'unusedRole')}
    and exists (select from ${grantRows} g where g.role_id = r.id and g.codes > 0)
    and not exists (select from ${auditRows} l where l.actor_id = s.id and l.at >= ${before(now, 'unusedRole')}
      and l.page in (select g.page from ${grantRows} g where g.role_id = r.id and g.codes > 0))`

const foundNow = (tx: Db, now: Date, day: string): Promise<Found[]> =>
  rowsOf(
    tx,
    sql`select finding, staff_id as "staffId", role_id as "roleId", last_used_at as "lastUsedAt" from (
      ${idleAccounts(now)} union all ${ofEndedContracts(day)} union all ${unusedRoles(now)}) found
      order by 1, 2, 3`,
  )

const keyOf = ({ finding, staffId, roleId }: Omit<Found, 'lastUsedAt'>) => `${finding} ${staffId} ${roleId ?? ''}`

/** What was confirmed lately: a finding, of an account, of a role. */
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
  { clock, now }: Pick<AppContext, 'clock'> & { readonly now: Date },
): Promise<ReviewTally> {
  const day = today(clock, now)
  const found = await foundNow(tx, now, day)
  const open = await tx.select().from(accessReviewRows).where(eq(accessReviewRows.state, 'open'))
  const [isTrue, isOpen] = [new Set(found.map(keyOf)), new Set(open.map(keyOf))]
  const confirmed = await confirmedLately(tx, now)
  const gone = open.filter((row) => !isTrue.has(keyOf(row))).map(({ id }) => id)
  if (gone.length > 0) {
    const settled = and(inArray(accessReviewRows.id, gone), eq(accessReviewRows.state, 'open'))
    await tx.update(accessReviewRows).set({ state: 'settled', decidedAt: now }).where(settled)
  }
  const news = found.filter((one) => !isOpen.has(keyOf(one)) && !confirmed.has(keyOf(one)))
  for (const { lastUsedAt, ...one } of news) {
    const id = await newId(tx, accessReview.ids, day)
    const at = lastUsedAt === null ? null : new Date(lastUsedAt)
    const row = { id, ...one, lastUsedAt: at, state: 'open' as const, foundAt: now }
    await tx.insert(accessReviewRows).values(row).onConflictDoNothing()
  }
  return { found: news.length, settled: gone.length }
}
