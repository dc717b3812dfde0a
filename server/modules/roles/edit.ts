import { and, eq, ne } from 'drizzle-orm'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { Grant } from '#contract/kernel/grants.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import { type Role, role, roles } from '#contract/roles.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { changedBy, findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { releaseForbiddenOf } from '#server/modules/released-work/steps.ts'
import { roleSource } from './source.ts'
import { mustBeReleased } from './steps/money-rights.ts'
import { recordedGrants } from './steps/recorded-grants.ts'
import { rightsInUse } from './steps/rights-in-use.ts'
import { noteRights } from './steps/role-effects.ts'
import { writtenRoleName } from './steps/role-names.ts'
import {
  administratorMark,
  grantsOfRole,
  isAdministrator,
  keepingCodes,
  mustHold,
  neededByAdministrator,
  reachesFurther,
} from './steps.ts'
import { grantRows, roleRows } from './store.ts'

type RoleDraft = Parsed<typeof roles.edit>
type RoleId = IdOf<'role'>

const place = rowSource(role, roleSource)

/** A role as its list shows it. */
export const readRole = async (id: RoleId, { tx, actor, app, t }: Pick<Context, 'tx' | 'actor' | 'app' | 't'>) =>
  (await findOne(tx, place, id, { actor, scopes: ['all'], app, t })) as Role | undefined // its own fields

/** Staff and roles can always be kept by somebody. @throws Refusal `administrator_needs`. */
function mustKeepAdministrator({ mark, state, grants }: Pick<RoleDraft, 'mark' | 'state' | 'grants'>): void {
  if (mark !== administratorMark) return
  const kept = neededByAdministrator.every((page) =>
    grants.some(
      (grant) => grant.page === page && (grant.codes & keepingCodes) === keepingCodes && grant.scope === 'all',
    ),
  )
  if (!kept || state !== 'enabled') throw new Refusal('administrator_needs')
}

/** Every page once, with buttons that something asks for, or that were granted. @throws Refusal `page_twice`, `button_unknown`. */
function mustBeGrantable(grants: readonly Grant[], before: readonly Grant[], { app }: Context): void {
  const { pages } = rightsInUse(app.registry)
  const seen = new Set<PageId>()
  for (const { page, codes } of grants) {
    const said = { page: { vocabulary: 'menu', value: page } }
    if (seen.has(page)) throw new Refusal('page_twice', said, { field: 'grants' })
    seen.add(page)
    const granted = before.find((grant) => grant.page === page)?.codes ?? 0
    if ((codes & ~((pages.get(page) ?? 0) | granted)) !== 0)
      throw new Refusal('button_unknown', said, { field: 'grants' })
  }
}

/** Grants that one role has and another lacks, or reaches further with. */
const added = (before: readonly Grant[], after: readonly Grant[]): Grant[] =>
  after.flatMap((grant) => {
    const had = before.find(({ page }) => page === grant.page)
    if (!had || reachesFurther(grant.scope, had.scope)) return grant
    const codes = grant.codes & ~had.codes
    return codes === 0 ? [] : { ...grant, codes }
  })

type InUse = Pick<Role, 'state'> & { readonly grants: readonly Grant[] }

/** What a role grants while it is in use. */
const grantsInUse = ({ state, grants }: InUse) => (state === 'enabled' ? grants : [])

/** Whether people may do less by a role than before. */
const grantsLess = (before: InUse, after: InUse) => added(grantsInUse(after), grantsInUse(before)).length > 0

/**
 * Nobody raises a quota above their own, but for administrators.
 * @throws Refusal `beyond_own_quota` with the field.
 */
async function mustHaveQuotas(
  draft: Pick<RoleDraft, 'revealsMax' | 'exportRowsMax'>,
  before: Pick<RoleDraft, 'revealsMax' | 'exportRowsMax'> | null,
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
): Promise<void> {
  const own = { revealsMax: actor.quotas.reveals, exportRowsMax: actor.quotas.exportRows }
  const beyond = (['revealsMax', 'exportRowsMax'] as const).find((name) => {
    const [most, wanted] = [own[name], draft[name]]
    return most !== null && wanted !== before?.[name] && (wanted === null || wanted > most)
  })
  if (beyond && !(await isAdministrator(tx, actor))) {
    throw new Refusal('beyond_own_quota', { max: own[beyond] ?? 0 }, { field: beyond })
  }
}

async function mustBeFreeMark(tx: Db, { id, mark }: Pick<RoleDraft, 'id' | 'mark'>): Promise<void> {
  const same = and(eq(roleRows.mark, mark), id && ne(roleRows.id, id))
  const [taken] = await tx.select({ id: roleRows.id }).from(roleRows).where(same)
  if (taken) throw new Refusal('mark_taken', { mark }, { field: 'mark' })
}

/** The role that is edited, as it is now, kept from others until the transaction ends. */
async function lockRole({ id, version, mark }: RoleDraft, { tx }: Context) {
  const [row] = await tx
    .select()
    .from(roleRows)
    .where(eq(roleRows.id, id!)) // asked only where there is one
    .for('update')
  if (!row) throw new Refusal('not_found')
  if (row.version !== version) {
    throw new Refusal('stale_version', { by: await changedBy(tx, place.source, row.id) })
  }
  const isAdministrator = row.mark === administratorMark
  if (isAdministrator !== (mark === administratorMark))
    throw new Refusal('administrator_mark', undefined, { field: 'mark' })
  return row
}

/** A role for the record. */
const recorded = (
  {
    name,
    mark,
    state,
    revealsMax,
    exportRowsMax,
    twoFactor,
  }: Pick<RoleDraft, 'name' | 'mark' | 'state' | 'revealsMax' | 'exportRowsMax' | 'twoFactor'>,
  grants: readonly Grant[],
) => ({
  ...{ name, mark, state, revealsMax, exportRowsMax, twoFactor },
  grants: recordedGrants(grants),
})

/** A role as it was, with what it grants. */
type FormerRole = Awaited<ReturnType<typeof lockRole>> & { readonly grants: readonly Grant[] }

/**
 * What a role grants more than before, whoever saves it has to hold, and what it may with money is released; one that was
 * out of use granted nothing.
 * @throws Refusal `beyond_own_rights`, `beyond_own_quota`, `second_person_needed`, `own_role`.
 */
async function mustBeAllowed(draft: RoleDraft, known: FormerRole | null, context: Context): Promise<void> {
  const { tx, actor } = context
  const isPutInUse = known?.state === 'disabled' && draft.state === 'enabled'
  const former = isPutInUse ? null : known
  await mustHold(tx, actor, added(former?.grants ?? [], draft.grants), 'grants')
  await mustHaveQuotas(draft, former, context)
  await mustBeReleased(known?.id, [known ?? { ...draft, state: 'disabled', grants: [] }, draft], context)
}

/**
 * Adds a role, or writes it anew. What it grants more than before the caller has to hold.
 * @throws Refusal as the call declares.
 */
export async function editRole(draft: RoleDraft, context: Context): Promise<Role> {
  const { tx, now, note } = context
  if (!context.actor.may(draft.id ? 'roles.edit' : 'roles.add')) throw new Refusal('forbidden')
  const known = draft.id ? await lockRole(draft, context) : null
  const before = known ? await grantsOfRole(tx, known.id) : []
  mustBeGrantable(draft.grants, before, context)
  mustKeepAdministrator(draft)
  await mustBeFreeMark(tx, draft)
  await mustBeAllowed(draft, known && { ...known, grants: before }, context)
  const id = known?.id ?? (draft.mark as RoleId) // a role is named after the mark that it begins with
  const { mark, state, revealsMax, exportRowsMax } = draft
  const name = known ? writtenRoleName(context.t, draft.name, known.name) : draft.name
  const twoFactor = draft.twoFactor ?? known?.twoFactor ?? false
  const values = { name, mark, state, revealsMax, exportRowsMax, twoFactor, changedAt: now }
  // one that was taken over under another mark keeps the id that it had
  const made = known
    ? await tx.update(roleRows).set(values).where(eq(roleRows.id, id)).returning({ id: roleRows.id })
    : await tx
        .insert(roleRows)
        .values({ id, ...values, createdAt: now })
        .onConflictDoNothing()
        .returning({ id: roleRows.id })
  if (made.length === 0) throw new Refusal('mark_taken', { mark }, { field: 'mark' })
  await tx.delete(grantRows).where(eq(grantRows.roleId, id))
  if (draft.grants.length > 0)
    await tx.insert(grantRows).values(draft.grants.map((grant) => ({ roleId: id, ...grant })))
  if (known && grantsLess({ ...known, grants: before }, draft)) await releaseForbiddenOf(id, roles.edit, context)
  note({
    objectId: id,
    ...(known && { before: recorded(known, before) }),
    after: recorded({ ...draft, name, twoFactor }, draft.grants),
  })
  return (await readRole(id, context))!
}

/**
 * Puts a role in use, or out of it. What it grants again whoever does so has to hold.
 * @throws Refusal as the call declares.
 */
export async function setRoleState(role: Role, state: Role['state'], context: Context): Promise<void> {
  const { id, name, mark, state: before } = role
  const { tx, actor, now } = context
  const grants = (await grantsOfRole(tx, id)) as RoleDraft['grants'] // as they were posted
  mustKeepAdministrator({ mark, state, grants })
  if (before === 'disabled' && state === 'enabled') {
    await mustHold(tx, actor, grants)
    await mustHaveQuotas(role, null, context)
  }
  await mustBeReleased(
    id,
    [
      { mark, state: before, grants },
      { mark, state, grants },
    ],
    context,
  )
  if (state !== before)
    await noteRights({ id, name }, state === 'enabled' ? 'rightsGained' : 'rightsLost', null, context)
  await tx.update(roleRows).set({ state, changedAt: now }).where(eq(roleRows.id, id))
  if (state === 'disabled') await releaseForbiddenOf(id, roles.setState, context)
}
