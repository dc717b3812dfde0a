import { blacklist, blacklistEntry } from '#contract/blacklist.ts'
import { revealRight } from '#contract/kernel/personal-data.ts'
import { templateFile } from '#server/kernel/call/csv-template.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { spendLookUp } from '#server/modules/find/steps.ts'
import { addEntry, mustBeReleased, removeEntry } from './actions.ts'
import { addEntries, addFromSheet, blacklistSheet } from './sheet.ts'
import { blacklistSource } from './source.ts'

/** Handlers of `blacklist`: who, and what, nothing is lent to. */
export default implement(
  blacklist,
  {
    list: blacklistSource,

    async add(entry, call) {
      const { kind, reason } = entry
      const standing = await mustBeReleased(call)
      if (standing === 'alone' && kind !== 'customer' && !call.actor.may(revealRight)) await spendLookUp(call)
      const { id, shown, customerId } = await addEntry(entry, 'staff', call)
      // a request tells nobody whose a number is: it would be looked up by filing it
      const about = standing === 'filed' && kind !== 'customer' ? null : customerId
      call.note({ objectId: about, after: { kind, value: shown, customerId: about, reason } })
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
