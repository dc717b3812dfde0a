import { eq } from 'drizzle-orm'
import { staff, staffMember } from '#contract/staff.ts'
import { templateFile } from '#server/kernel/call/csv-template.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { moveHeldCases } from '#server/modules/cases/steps/collectors.ts'
import { mustHoldRightsOf } from '#server/modules/roles/steps.ts'
import { addFromSheet, staffSheet } from './sheet.ts'
import { staffSource } from './source.ts'
import {
  addRole,
  disable,
  enable,
  endTheirSessions,
  freeze,
  letIn,
  removeRole,
  resetPassword,
  resetTwoFactor,
} from './steps/access.ts'
import { addMember, addMembers, mustStaffUnit } from './steps/add.ts'
import { mustReleaseReach } from './steps/reach-gained.ts'
import { staffRows } from './store.ts'

/** Handlers of `staff`: whoever works here. */
export default implement(
  staff,
  {
    list: staffSource,

    add: (asked, call) => addMember(asked, call),
    addMany: ({ members }, call) => addMembers(members, call),

    async edit({ id, version: _, jobNumber = null, email = null, language = null, ...details }, call) {
      const { tx, row } = call
      await mustStaffUnit(details.unitId, 'staff.edit', call)
      await mustReleaseReach(details.unitId, call)
      // reports go there, as whoever it is may see them
      if (email !== null && email !== row.email) await mustHoldRightsOf(id, call, 'email')
      await tx
        .update(staffRows)
        .set({ ...details, jobNumber, email, language })
        .where(eq(staffRows.id, id))
      if (details.unitId !== row.unit.id) await moveHeldCases(tx, id)
    },

    addRole: ({ roleId }, call) => addRole(roleId, call),
    removeRole: ({ roleId }, call) => removeRole(roleId, call),

    enable: (_, call) => enable(call),
    disable: (_, call) => disable(call),
    freeze: (_, call) => freeze(call),
    unfreeze: (_, call) => letIn(call),

    resetPassword: (_, call) => resetPassword(call),
    resetTwoFactor: (_, call) => resetTwoFactor(call),
    endSessions: (_, call) => endTheirSessions(call),

    template: async () => templateFile(staffSheet) as never, // a file stands for the answer

    async upload(_, call) {
      const file = call.uploads!.files.file! // the kernel refuses a call without it
      return addFromSheet(file.path, call)
    },
  },
  [rowSource(staffMember, staffSource)],
)
