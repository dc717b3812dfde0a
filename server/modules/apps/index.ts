import { and, asc, count, eq } from 'drizzle-orm'
import { appSubject, apps } from '#contract/apps.ts'
import { unknownContractVariable } from '#contract/contract-template.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { announceRefresh } from '#server/kernel/listing/caches.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { productRows } from '#server/modules/products/store.ts'
import { appSource } from './source.ts'
import { contractInForce } from './steps.ts'
import { appContractRows, appGroupRows, appRows } from './store.ts'

/** The group of apps that is meant. @throws Refusal `unknown_group`. */
async function groupOf(id: IdOf<'appGroup'>, { tx }: Pick<Context, 'tx'>) {
  const [group] = await tx.select().from(appGroupRows).where(eq(appGroupRows.id, id)).for('update')
  if (!group) throw new Refusal('unknown_group', undefined, { field: 'groupId' })
  return group
}

type Details = Omit<Parsed<typeof apps.add>, 'code' | 'contractTemplate'>

/** The columns of an app. @throws Refusal `unknown_group`, `not_offered_here`, each with its field. */
async function valuesOf(id: IdOf<'app'>, { groupId, defaultProductId, ...details }: Details, { tx }: Context) {
  await groupOf(groupId, { tx })
  if (defaultProductId) {
    const offered = and(eq(productRows.id, defaultProductId), eq(productRows.app, id))
    const [product] = await tx.select({ id: productRows.id }).from(productRows).where(offered)
    if (!product) throw new Refusal('not_offered_here', { product: defaultProductId }, { field: 'defaultProductId' })
  }
  return { ...details, groupId, defaultProductId: defaultProductId ?? null }
}

/** Puts another contract template in force, for orders that are applied for from now on. @throws Refusal `unknown_contract_variable`. */
async function setContract(appId: IdOf<'app'>, template: string | null, { tx, now }: Context): Promise<void> {
  const variable = template && unknownContractVariable(template)
  if (variable) throw new Refusal('unknown_contract_variable', { variable }, { field: 'contractTemplate' })
  const [known] = await tx
    .select({ template: contractInForce(appRows.id) })
    .from(appRows)
    .where(eq(appRows.id, appId))
  if ((known?.template ?? null) === template) return
  const target = [appContractRows.appId, appContractRows.since]
  await tx
    .insert(appContractRows)
    .values({ appId, since: now, template })
    .onConflictDoUpdate({ target, set: { template } })
}

/** Handlers of `apps`: what customers apply in. */
export default implement(
  apps,
  {
    list: appSource,

    async groups(_, { tx }) {
      const groups = await tx
        .select({ id: appGroupRows.id, name: appGroupRows.name, apps: count(appRows.id) })
        .from(appGroupRows)
        .leftJoin(appRows, eq(appRows.groupId, appGroupRows.id))
        .groupBy(appGroupRows.id)
        .orderBy(asc(appGroupRows.name))
      return { groups: groups.map((group) => ({ ...group, apps: Number(group.apps) })) }
    },

    async addGroup({ code, name }, { tx, now, note, fail }) {
      const id = code as IdOf<'appGroup'> // named by whoever adds it
      const added = await tx.insert(appGroupRows).values({ id, name, createdAt: now }).onConflictDoNothing().returning()
      if (added.length === 0) return fail('known_already')
      note({ objectId: id, after: { name } })
      return { id }
    },

    async renameGroup({ groupId, name }, { tx, note }) {
      const { name: before } = await groupOf(groupId, { tx })
      await tx.update(appGroupRows).set({ name }).where(eq(appGroupRows.id, groupId))
      note({ objectId: groupId, before: { name: before }, after: { name } })
      return {}
    },

    async removeGroup({ groupId }, { tx, note }) {
      const { name } = await groupOf(groupId, { tx })
      const held = await tx.$count(appRows, eq(appRows.groupId, groupId))
      if (held > 0) throw new Refusal('group_has_apps', { count: held }, { field: 'groupId' })
      await tx.delete(appGroupRows).where(eq(appGroupRows.id, groupId))
      note({ objectId: groupId, before: { name } })
      return {}
    },

    async add({ code, contractTemplate, ...details }, call) {
      const { tx, now, note, fail } = call
      const id = code as IdOf<'app'> // as above
      const values = await valuesOf(id, details, call)
      const added = await tx
        .insert(appRows)
        .values({ id, ...values, createdAt: now })
        .onConflictDoNothing()
        .returning()
      if (added.length === 0) return fail('known_already')
      await setContract(id, contractTemplate || null, call)
      note({ objectId: id, after: values })
      return { id }
    },

    async edit({ id, version: _, contractTemplate, ...details }, call) {
      await setContract(id, contractTemplate || null, call)
      await call.tx
        .update(appRows)
        .set(await valuesOf(id, details, call))
        .where(eq(appRows.id, id))
    },

    async setState({ state }, { tx, row }) {
      await tx.update(appRows).set({ state }).where(eq(appRows.id, row.id))
    },

    async refresh(_, { tx }) {
      await announceRefresh(tx)
      return {}
    },
  },
  [rowSource(appSubject, appSource)],
)
