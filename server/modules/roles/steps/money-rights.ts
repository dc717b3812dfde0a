import { and, eq, gt, inArray, lte, notInArray, sql } from 'drizzle-orm'
import type { Grant } from '#contract/kernel/grants.ts'
import { buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { deputyRows } from '#server/modules/account/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { staffRoleRows } from '#server/modules/staff/store.ts'
import { grantsOfRole } from '../steps.ts'
import { grantRows } from '../store.ts'
import { type RightsInUse, rightsInUse } from './rights-in-use.ts'

type ReleaseContext = Pick<Context, 'tx' | 'app' | 'now' | 'mustBeReleased'>
type Rights = Pick<Role, 'mark' | 'state'> & { readonly grants: readonly Grant[] }
type StaffId = IdOf<'staff'>
type RoleId = IdOf<'role'>

/** What a role may with money: each button that moves some, with how far it reaches, and the mark that limits go by. */
function moneyRights({ mark, state, grants }: Rights, money: RightsInUse['money']): string {
  if (state === 'disabled') return ''
  const rights = money.flatMap(({ page, code }) => {
    const grant = grants.find((one) => one.page === page && (one.codes & code) !== 0)
    return grant ? `${page} ${code} ${grant.scope}` : []
  })
  return rights.length > 0 ? [mark, ...rights].join(', ') : ''
}

/** Somebody, and those whose approvals are theirs to give now. */
async function withAway(tx: Db, staffId: StaffId, now: Date): Promise<StaffId[]> {
  const present = and(eq(deputyRows.deputyId, staffId), lte(deputyRows.since, now), gt(deputyRows.until, now))
  const away = await tx.select({ id: deputyRows.staffId }).from(deputyRows).where(present)
  return [staffId, ...away.map(({ id }) => id)]
}

/**
 * What a role may with money changes only as what a second person has released who does not have it, nor stands in for
 * somebody who does; to disable it takes nobody else.
 * @throws Refusal `second_person_needed`, `own_role`.
 */
export async function mustBeReleased(
  id: RoleId | undefined,
  [before, after]: readonly [Rights, Rights],
  { tx, app, now, mustBeReleased: released }: ReleaseContext,
): Promise<void> {
  if (after.state === 'disabled') return
  const { money } = rightsInUse(app.registry)
  if (moneyRights(before, money) === moneyRights(after, money) || !(await parameter(tx, 'roles.fourEyes'))) return
  const checker = released()
  if (!checker || !id) return
  const has = and(inArray(staffRoleRows.staffId, await withAway(tx, checker, now)), eq(staffRoleRows.roleId, id))
  if ((await tx.$count(staffRoleRows, has)) > 0) throw new Refusal('own_role')
}

/** Whether there is anybody who releases requests, beside somebody; disabled or not: that is no way around them. */
async function hasApprover(tx: Db, but: StaffId | null): Promise<boolean> {
  const releases = sql`${grantRows.page} = 'approvals' and (${grantRows.codes} & ${buttons.approve}) <> 0`
  const [one] = await tx
    .select({ id: staffRoleRows.staffId })
    .from(staffRoleRows)
    .innerJoin(grantRows, eq(grantRows.roleId, staffRoleRows.roleId))
    .where(and(releases, but === null ? undefined : notInArray(staffRoleRows.staffId, [but])))
    .limit(1)
  return one !== undefined
}

/** Whether somebody gets money rights with one of these roles, by grants that count, that a second person has to release. */
export async function needsRelease(
  roleIds: readonly RoleId[],
  to: StaffId | null,
  { tx, app }: Pick<ReleaseContext, 'tx' | 'app'>,
  counts: (grant: Grant) => boolean = () => true,
): Promise<boolean> {
  const { money } = rightsInUse(app.registry)
  const moving = await Promise.all(
    roleIds.map(async (id) => {
      const grants = (await grantsOfRole(tx, id)).filter(counts)
      return moneyRights({ mark: '', state: 'enabled', grants }, money) !== ''
    }),
  )
  // the first who releases anything is added by whoever is there
  return moving.includes(true) && (await parameter(tx, 'roles.fourEyes')) && (await hasApprover(tx, to))
}

/**
 * Whoever gets a role that moves money gets it only as what a second person has released: somebody else than they, or
 * their deputy. `to`: none of somebody who is new.
 * @throws Refusal `second_person_needed`, `own_role`.
 */
export async function mustBeReleasedTo(
  roleIds: readonly RoleId[],
  to: StaffId | null,
  context: ReleaseContext,
  counts?: (grant: Grant) => boolean,
): Promise<void> {
  if (!(await needsRelease(roleIds, to, context, counts))) return
  const checker = context.mustBeReleased()
  if (checker && to && (await withAway(context.tx, checker, context.now)).includes(to)) throw new Refusal('own_role')
}
