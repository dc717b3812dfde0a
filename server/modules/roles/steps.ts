import { and, count, eq, gt, inArray, ne } from 'drizzle-orm'
import type { Grant } from '#contract/kernel/grants.ts'
import { type Button, buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import type { Limits } from '#contract/parameters/declared.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { deputyRows } from '#server/modules/account/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { grantRows, roleRows } from './store.ts'

/** How much somebody may by the most generous of their roles, and of those they stand in for; null: as much as there is. */
export async function limitFor(
  tx: Db,
  { roles, standsInFor }: Pick<Actor, 'roles' | 'standsInFor'>,
  limits: Limits,
): Promise<number | null> {
  const ids = [...roles, ...standsInFor.flatMap((away) => away.roles)]
  const held = ids.length > 0 ? await tx.select().from(roleRows).where(inArray(roleRows.id, ids)) : []
  const theirs = held.map(({ mark }) => limits[mark] ?? (mark in limits ? null : 0))
  return theirs.includes(null) ? null : Math.max(0, ...(theirs as number[])) // none of them is null
}

/** The role that keeps staff and roles: it grants what it does not hold itself, and somebody always has it. */
export const administratorMark = 'ADM'

/** What the administrator always grants, so that somebody can mend what others have broken. */
export const neededByAdministrator = ['staff', 'roles'] as const satisfies readonly PageId[]
const keeping = ['add', 'edit', 'remove'] as const satisfies readonly Button[]
/** The codes of the buttons that it takes to keep them. */
export const keepingCodes = keeping.reduce((sum, button) => sum | buttons[button], 0)

/** Whether a right of a role is one that the administrator always has. */
export const isNeededByAdministrator = (of: {
  readonly mark: string
  readonly page: PageId
  readonly button: Button
}) =>
  of.mark === administratorMark &&
  (neededByAdministrator as readonly PageId[]).includes(of.page) &&
  (keepingCodes & buttons[of.button]) !== 0

/** Whether somebody is an administrator. */
export async function isAdministrator(tx: Db, { roles }: Pick<Actor, 'roles'>): Promise<boolean> {
  const [role] = await tx.select({ id: roleRows.id }).from(roleRows).where(eq(roleRows.mark, administratorMark))
  return role !== undefined && roles.includes(role.id)
}

/** What a role grants. */
export const grantsOfRole = (tx: Db, roleId: IdOf<'role'>): Promise<Grant[]> =>
  tx
    .select({ page: grantRows.page, codes: grantRows.codes, scope: grantRows.scope })
    .from(grantRows)
    .where(eq(grantRows.roleId, roleId))

/** How far a scope reaches; each holds those before it. The sample lies across units: only `all` holds it. */
const reach: readonly Grant['scope'][] = ['own', 'group', 'agency', 'department', 'all']

/** Whether whatever one scope reaches is reached by another. */
const isWithin = (one: Grant['scope'], other: Grant['scope']): boolean =>
  one === other || other === 'all' || (one !== 'sample' && reach.indexOf(other) >= reach.indexOf(one))

/** Whether one scope reaches rows that another does not. */
export const reachesFurther = (one: Grant['scope'], other: Grant['scope']): boolean => !isWithin(one, other)

/** Whether one grant of `held` reaches as far as that, with this button of the page; 0: with the page itself. */
export const holds = (held: readonly Grant[], { page, scope }: Grant, code: number): boolean =>
  held.some((own) => own.page === page && (own.codes & code) === code && !reachesFurther(scope, own.scope))

/**
 * The first of `grants` that somebody does not hold by roles of their own: each button as far as it reaches. What several
 * roles grant adds up to no button that reaches further than the role that grants it, and what a deputy approves for
 * somebody else is not theirs to give.
 */
async function grantBeyond(tx: Db, { roles }: Pick<Actor, 'roles'>, grants: readonly Grant[]) {
  const { page, codes, scope, roleId } = grantRows
  const own = inArray(roleId, [...roles])
  const held = roles.length > 0 ? await tx.select({ page, codes, scope }).from(grantRows).where(own) : []
  return grants.find((grant) =>
    [0, ...Object.values(buttons).filter((code) => (grant.codes & code) !== 0)].some(
      (code) => !holds(held, grant, code),
    ),
  )
}

/**
 * Nobody grants what they do not hold, but for administrators.
 * @throws Refusal `beyond_own_rights`.
 */
export async function mustHold(tx: Db, actor: Actor, grants: readonly Grant[], field?: string): Promise<void> {
  const beyond = await grantBeyond(tx, actor, grants)
  if (!beyond || (await isAdministrator(tx, actor))) return
  const page = { vocabulary: 'menu', value: beyond.page }
  throw new Refusal('beyond_own_rights', { page }, field === undefined ? {} : { field })
}

/** What somebody may approve, now or later, for those whom they are named to stand in for. */
async function approvalsGivenTo(staffId: IdOf<'staff'>, { tx, now }: Pick<Context, 'tx' | 'now'>): Promise<Grant[]> {
  const away = await tx
    .select({ page: grantRows.page, codes: grantRows.codes, scope: grantRows.scope })
    .from(deputyRows)
    .innerJoin(staffRoleRows, eq(staffRoleRows.staffId, deputyRows.staffId))
    .innerJoin(grantRows, eq(grantRows.roleId, staffRoleRows.roleId))
    .where(and(eq(deputyRows.deputyId, staffId), gt(deputyRows.until, now)))
  return away.flatMap((grant) => ((grant.codes & buttons.approve) === 0 ? [] : { ...grant, codes: buttons.approve }))
}

/**
 * Who gets into an account, or gets its mail, has its rights, and approves for whom it stands in for: nobody opens one that
 * may more than they do, but for administrators.
 * @throws Refusal `beyond_own_rights`.
 */
export async function mustHoldRightsOf(
  staffId: IdOf<'staff'>,
  context: Pick<Context, 'tx' | 'actor' | 'now'>,
  field?: string,
): Promise<void> {
  const { tx, actor } = context
  const held = await tx
    .select({ page: grantRows.page, codes: grantRows.codes, scope: grantRows.scope })
    .from(staffRoleRows)
    .innerJoin(grantRows, eq(grantRows.roleId, staffRoleRows.roleId))
    .where(eq(staffRoleRows.staffId, staffId))
  await mustHold(tx, actor, [...held, ...(await approvalsGivenTo(staffId, context))], field)
}

/**
 * Somebody else has to be left who is an administrator. Whoever else is taking one away waits until this transaction ends.
 * @throws Refusal `last_administrator`.
 */
export async function mustNotBeLastAdministrator(tx: Db, staffId: IdOf<'staff'>): Promise<void> {
  const [role] = await tx.select().from(roleRows).where(eq(roleRows.mark, administratorMark)).for('update')
  if (!role) return
  const held = and(eq(staffRoleRows.roleId, role.id), eq(staffRoleRows.staffId, staffId))
  const [theirs] = await tx.select({ held: count() }).from(staffRoleRows).where(held)
  if (Number(theirs!.held) === 0) return
  const others = and(eq(staffRoleRows.roleId, role.id), ne(staffRows.id, staffId), eq(staffRows.state, 'enabled'))
  const [left] = await tx
    .select({ others: count() })
    .from(staffRoleRows)
    .innerJoin(staffRows, eq(staffRows.id, staffRoleRows.staffId))
    .where(others)
  if (Number(left!.others) === 0) throw new Refusal('last_administrator')
}
