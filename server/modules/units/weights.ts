import { and, asc, eq, sql } from 'drizzle-orm'
import type { Endpoint, Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf, Version } from '#contract/kernel/values.ts'
import { fullWeight, missingWeights, sumOfWeights } from '#contract/unit-weights.ts'
import { type Sibling, units } from '#contract/units.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { nameIn } from '#server/kernel/listing/labels.ts'
import { forgetCredits } from '#server/modules/case-allocations/steps.ts'
import { agencyAt, unitName } from './steps.ts'
import { unitRows } from './store.ts'
import { aboveAgencies, lockTree, reaches, unitAt } from './tree.ts'

type Shares = Parsed<typeof units.setWeights>['shares']
/** Input of siblings: the unit they stand below; none, the agencies. */
type SiblingsInput = { readonly parentId?: IdOf<'unit'> | undefined }

const isSibling = (parentId: IdOf<'unit'>, agencies: boolean) =>
  and(eq(unitRows.parentId, parentId), agencies ? eq(unitRows.kind, 'agency') : sql`true`)

/** Who the siblings stand below: of agencies whoever they report to. @throws Refusal `unknown_unit`. */
async function parentOf(tx: Db, { parentId }: SiblingsInput) {
  const top = await aboveAgencies(tx)
  const parent = parentId ? await unitAt(tx, parentId) : top
  const agencies = parent?.id === top.id
  // departments of the house share no cases
  const shares = parent && (agencies || (await agencyAt(tx, parent.path)))
  if (!shares) throw new Refusal('unknown_unit', undefined, { field: 'parentId' })
  return { parent, agencies }
}

const siblingsBelow = async (
  parentId: IdOf<'unit'>,
  agencies: boolean,
  { tx, t }: Pick<Context, 'tx' | 't'>,
): Promise<Sibling[]> => {
  const { id, version, weight, locked } = unitRows
  const rows = await tx
    .select({ id, version, name: nameIn(unitRows, t), weight, locked })
    .from(unitRows)
    .where(isSibling(parentId, agencies))
    .orderBy(asc(unitRows.path))
  return rows.map((row) => ({ ...row, version: row.version as Version }))
}

/** What somebody does not see is not there. @throws Refusal `unknown_unit`. */
function mustReach(call: Context, endpoint: Endpoint, path: string): void {
  if (!reaches(call, endpoint, path)) throw new Refusal('unknown_unit', undefined, { field: 'parentId' })
}

/** The units that share new cases: those below one, or the agencies. @throws Refusal `unknown_unit`. */
export async function siblings(asked: SiblingsInput, call: Context) {
  const { tx } = call
  const { parent, agencies } = await parentOf(tx, asked)
  mustReach(call, units.siblings, parent.path)
  return {
    parent: agencies ? null : { id: parent.id, name: await unitName(tx, parent.id, call.t) },
    siblings: await siblingsBelow(parent.id, agencies, call),
  }
}

/** Weights that make a whole. @throws Refusal `weight_missing`, `weights_not_full`, at the field that it is about. */
function mustBeFull(shares: Shares): void {
  const [missing] = missingWeights(shares)
  if (missing !== undefined) throw new Refusal('weight_missing', undefined, { field: `shares.${missing}.weight` })
  const sum = sumOfWeights(shares)
  if (sum === fullWeight) return
  const last = shares.findLastIndex(({ locked }) => !locked)
  throw new Refusal(
    'weights_not_full',
    { sum, full: fullWeight },
    { field: last < 0 ? 'shares' : `shares.${last}.weight` },
  )
}

/** All siblings there are, as they were seen. @throws Refusal `other_siblings`, `siblings_stale`. */
function mustBeToday(known: readonly Sibling[], shares: Shares): void {
  const posted = new Map(shares.map((share) => [share.id, share]))
  const same =
    posted.size === shares.length && known.length === shares.length && known.every(({ id }) => posted.has(id))
  if (!same) throw new Refusal('other_siblings', undefined, { field: 'shares' })
  const stale = known.find(({ id, version }) => posted.get(id)!.version !== version)
  if (!stale) return
  const at = shares.findIndex(({ id }) => id === stale.id)
  throw new Refusal('siblings_stale', { name: stale.name }, { field: `shares.${at}.version` })
}

/** Gives all siblings their weights, and locks them or not, in one go. @throws Refusal as above. */
export async function setWeights({ shares, ...asked }: Parsed<typeof units.setWeights>, call: Context) {
  const { tx, note } = call
  const { parent, agencies } = await parentOf(tx, asked)
  mustReach(call, units.setWeights, parent.path)
  mustBeFull(shares)
  // the rows before the tree, as whoever changes one of them does
  await tx
    .select({ id: unitRows.id })
    .from(unitRows)
    .where(isSibling(parent.id, agencies))
    .orderBy(unitRows.id)
    .for('update')
  await lockTree(tx)
  const known = await siblingsBelow(parent.id, agencies, call)
  mustBeToday(known, shares)
  for (const { id, weight, locked } of shares)
    await tx.update(unitRows).set({ weight, locked }).where(eq(unitRows.id, id))
  await forgetCredits(
    tx,
    shares.map(({ id }) => id),
  )
  const told = (of: readonly Pick<Sibling, 'id' | 'weight' | 'locked'>[]) =>
    Object.fromEntries(of.map(({ id, weight, locked }) => [id, { weight, locked }]))
  note({ objectId: parent.id, before: told(known), after: told(shares) })
  return { siblings: await siblingsBelow(parent.id, agencies, call) }
}
