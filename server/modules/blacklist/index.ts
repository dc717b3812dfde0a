import { blacklist, blacklistEntry } from '#contract/blacklist.ts'
import { templateFile } from '#server/kernel/call/csv-template.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { addEntry, mustBeReleased, removeEntry } from './actions.ts'
import { addEntries, addFromSheet, blacklistSheet } from './sheet.ts'
import { blacklistSource } from './source.ts'

/** Handlers of `blacklist`: who, and what, nothing is lent to. */
export default implement(
  blacklist,
  {
    list: blacklistSource,

    async add(entry, call) {
      await mustBeReleased(call)
      const { id, shown, customerId } = await addEntry(entry, 'staff', call)
      const { kind, reason } = entry
      call.note({ objectId: customerId, after: { kind, value: shown, customerId, reason } })
      return { id }
    },

    async addCustomer({ reason }, call) {
      await mustBeReleased(call)
      await addEntry({ kind: 'customer', value: call.row.id, reason }, 'staff', call)
    },

    async addMany({ entries }, call) {
      await mustBeReleased(call)
      return addEntries(entries, call)
    },

    template: async () => templateFile(blacklistSheet) as never, // a file stands for the answer
    addSheet: (_, call) => addFromSheet(call.uploads!.files.file!.path, call), // the kernel refuses a call without it
    remove: ({ removal }, call) => removeEntry(removal, call),
  },
  [rowSource(blacklistEntry, blacklistSource)],
)
