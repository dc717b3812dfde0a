import { eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { unit, units } from '#contract/units.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { ratesOf, setCommission } from './commission.ts'
import { move } from './move.ts'
import { unitSource } from './source.ts'
import { removeUnit } from './steps/remove.ts'
import { mustEndLast, nameUnit, setContract } from './steps.ts'
import { unitRows } from './store.ts'
import { aboveAgencies, addBelow, editUnit, kindBelow, lockTree, reaches, recordAdded, unitAt } from './tree.ts'
import { setWeights, siblings } from './weights.ts'

const setLocked = (locked: boolean, { tx, row }: Call<never, { id: typeof unitRows.$inferSelect.id }>) =>
  tx.update(unitRows).set({ locked }).where(eq(unitRows.id, row.id))

/** Handlers of `units`: agencies that collect, with the departments and groups in them. */
export default implement(
  units,
  {
    list: unitSource,

    async add({ name, officerId = null, certificate, ...contract }, call) {
      const { tx } = call
      await lockTree(tx)
      const parent = await aboveAgencies(tx)
      if (!reaches(call, units.add, parent.path)) throw new Refusal('beyond_reach')
      mustEndLast(contract)
      const { external, contractFrom = null, contractUntil = null } = contract
      const details = { external, contractFrom, contractUntil, certificate: certificate || null }
      const added = await addBelow(parent, { kind: 'agency', name, officerId, ...details }, call)
      call.note(added)
      return { id: added.objectId }
    },

    async addChild({ name, officerId = null }, call) {
      const { tx, row, fail } = call
      await lockTree(tx)
      const kind = kindBelow[row.kind] ?? fail('nothing_below_group')
      const parent = (await unitAt(tx, row.id))! // locked
      await recordAdded(await addBelow(parent, { kind, name, officerId }, call), call)
    },

    edit: (asked, call) => editUnit(asked, call),
    setNames: ({ id, version: _, ...labels }, call) => nameUnit(id, labels, call),

    async setContract({ id, external, contractFrom = null, contractUntil = null, certificate }, { tx }) {
      await setContract(tx, id, { external, contractFrom, contractUntil, certificate: certificate || null })
    },

    move: ({ parentId }, call) => move(parentId as string as IdOf<'unit'>, call), // looked for as what others stand below

    async lock(_, call) {
      await setLocked(true, call)
    },
    async unlock(_, call) {
      await setLocked(false, call)
    },

    remove: (_, call) => removeUnit(call),

    siblings,
    setWeights,

    async commission({ id }, call) {
      const agency = await unitAt(call.tx, id)
      const seen = agency && reaches(call, units.commission, agency.path)
      return { rates: seen ? await ratesOf(call.tx, id, call.today) : [] }
    },
    setCommission: ({ id, ...asked }, call) => setCommission(id, asked, call),
  },
  [rowSource(unit, unitSource)],
)
