import { eq, notInArray, sql } from 'drizzle-orm'
import { type AccessFinding, accessReview, findingDays } from '#contract/access-reviews.ts'
import type { Right } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { Registry } from '#server/kernel/call/context.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { accessReviewRows } from '#server/modules/access-reviews/store.ts'
import { unusedRights } from '#server/modules/access-reviews/unused-rights.ts'
import { usableRights, usedRights } from '#server/modules/access-reviews/used-rights.ts'
import { dataUseRows } from '#server/modules/data-use/store.ts'
import { modules } from '#server/modules/index.ts'
import { staffRoleRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { daysUsed, usedOn } from './administration/log-entries.ts'
import { staffId } from './foundation.ts'
import type { SeedContext } from './history/context.ts'
import { awayDays } from './history/sign-ins.ts'
import { grantsOf, type RoleMark, roleId, roles } from './roles.ts'
import { agencies } from './units.ts'

interface DemoReview {
  readonly account: string
  readonly finding: AccessFinding
  readonly role?: 'MGR'
  readonly state: 'open' | 'confirmed' | 'withdrawn' | 'settled'
  /** How many days ago it was found; decided two days later. */
  readonly daysAgo: number
  readonly unusedDays: number
  readonly remark?: string
}
const reviews: readonly DemoReview[] = [
  { account: 'caller', finding: 'idle', state: 'open', daysAgo: 3, unusedDays: awayDays.caller },
  { account: 'salesman', finding: 'idle', state: 'open', daysAgo: 1, unusedDays: awayDays.salesman },
  { account: 'manager3', finding: 'unusedRole', role: 'MGR', state: 'open', daysAgo: 5, unusedDays: 96 },
  { account: 'manager2', finding: 'wideRole', role: 'MGR', state: 'open', daysAgo: 5, unusedDays: 6 },
  {
    ...{ account: 'inspector', finding: 'idle', state: 'confirmed', daysAgo: 12, unusedDays: awayDays.inspector },
    remark: 'On parental leave, back next month',
  },
  { account: 'limit', finding: 'idle', state: 'settled', daysAgo: 20, unusedDays: 50 },
  // until the contract of its agency was prolonged
  { account: 'agency', finding: 'contractEnded', state: 'settled', daysAgo: 26, unusedDays: 27 },
]

/** Rights of a role that are not used: all, but of one that is too wide the first. */
function rightsUnused(role: RoleMark, finding: AccessFinding, usable: ReturnType<typeof usableRights>): Right[] {
  const rights = grantsOf(role).toSorted((a, b) => (a.page < b.page ? -1 : 1))
  return rights.flatMap(({ page, codes }) => usable(page, codes)).slice(finding === 'wideRole' ? 1 : 0)
}

const rolesGivenDaysAgo = 60
const [foundAtMinute, decidedAtMinute] = [150, 615]

async function addDataUse(db: Db, context: SeedContext): Promise<void> {
  for (const [back, date] of daysUsed(context)) {
    const used = usedOn(back).map(({ account, ...use }) => ({ staffId: staffId(account), ...use }))
    const taken = (one: (typeof used)[number]) => one.reveals + one.exportedRows
    const ranked = used.toSorted((a, b) => taken(b) - taken(a))
    const countedAt = context.at(context.after(date, 1), foundAtMinute)
    const rows = ranked.map((one, i) => {
      const id = `${date} ${one.staffId}` as IdOf<'dataUse'> // as the count names it
      return { id, date, ...one, rank: i + 1, countedAt }
    })
    await db.insert(dataUseRows).values(rows).onConflictDoNothing()
  }
}

/** Pages whose unused rights wait still; of the others somebody has said that they are needed. */
const waitingPages: readonly PageId[] = ['lines', 'adSpend']
const rightsFoundDaysAgo = 5

/** Adds the rights that nobody has used, of roles that somebody has had for long. */
async function addUnusedRights(db: Db, context: SeedContext, registry: Registry): Promise<void> {
  const from = context.at(context.after(context.today, -findingDays.unusedRight), foundAtMinute)
  const since = sql`${from.toISOString()}::timestamptz`
  const found = context.after(context.today, -rightsFoundDaysAgo)
  const confirmed = { decidedAt: context.at(context.after(found, 2), decidedAtMinute), decidedBy: roles.ADM.name }
  for (const right of await unusedRights(db, since, await usedRights(db, since, registry), registry)) {
    await db.insert(accessReviewRows).values({
      ...{ id: await newId(db, accessReview.ids, found), finding: 'unusedRight', ...right },
      foundAt: context.at(found, foundAtMinute),
      ...(waitingPages.includes(right.page)
        ? { state: 'open' }
        : { state: 'confirmed', remark: 'Managers stand in for everybody', ...confirmed }),
    })
  }
}

/** Adds what a review of access has found in a demo, the contract of an agency that ends soon, and who took data along. */
export async function addAccessReviews(db: Db, context: SeedContext): Promise<void> {
  const contractUntil = context.after(context.today, 45)
  await db.update(unitRows).set({ contractUntil }).where(eq(unitRows.id, agencies[2].id))
  // given anew lately: of no role but the one that is shown it is known that it was not used for long
  const unused = reviews.filter(({ role }) => role).map(({ account }) => staffId(account))
  const since = context.at(context.after(context.today, -rolesGivenDaysAgo), decidedAtMinute)
  await db.update(staffRoleRows).set({ since }).where(notInArray(staffRoleRows.staffId, unused))
  const registry = registryOf(modules)
  const usable = usableRights(registry)
  for (const { account, finding, role, state, daysAgo, unusedDays, remark = '' } of reviews) {
    const found = context.after(context.today, -daysAgo)
    const decided = state === 'open' ? null : context.at(context.after(found, 2), decidedAtMinute)
    const id = await newId(db, accessReview.ids, found)
    await db.insert(accessReviewRows).values({
      ...{ id, state, finding, staffId: staffId(account), roleId: role ? roleId(role) : null, remark },
      unusedRights: role ? rightsUnused(role, finding, usable) : [],
      lastUsedAt: context.at(context.after(context.today, -unusedDays), decidedAtMinute),
      ...{ foundAt: context.at(found, foundAtMinute), decidedAt: decided },
      decidedBy: decided && state !== 'settled' ? roles.ADM.name : null,
    })
  }
  await addUnusedRights(db, context, registry)
  await addDataUse(db, context)
}
