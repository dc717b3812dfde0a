import { disturbEntry, doNotDisturb } from '#contract/do-not-disturb.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { addEntry, liftEntry } from './actions.ts'
import { disturbSource } from './source.ts'

/** Handlers of `doNotDisturb`: who is not written to. */
export default implement(
  doNotDisturb,
  {
    list: disturbSource,

    async add({ kind, value, ...wish }, call) {
      const { id, shown } = await addEntry({ kind, value }, wish, call)
      call.note({ objectId: id, after: { kind, value: shown, ...wish } })
      return { id }
    },

    async addCustomer({ id, version: _, ...wish }, call) {
      await addEntry({ kind: 'customer', value: id }, wish, call)
    },

    lift: (_, call) => liftEntry(call.row, call),
  },
  [rowSource(disturbEntry, disturbSource)],
)
