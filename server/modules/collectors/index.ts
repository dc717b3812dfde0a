import { eq } from 'drizzle-orm'
import { collectors } from '#contract/collectors/calls.ts'
import { collector } from '#contract/collectors/row.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { templateFile } from '#server/kernel/call/csv-template.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { isGranted } from '#server/modules/roles/source.ts'
import { disable, enable, giveOneTimePassword } from '#server/modules/staff/steps/access.ts'
import { addCollector, addCollectors, takeIn } from './add.ts'
import { moveTo, mustBeElsewhere, stopAllocation, transfer, unitOf } from './allocation.ts'
import { asPerson } from './as-person.ts'
import { addFromSheet, collectorSheet } from './sheet.ts'
import { collectorSource } from './source.ts'
import { collectorRows } from './store.ts'
import { detailsToStore, setStages, stageIdsOf } from './write.ts'

const place = rowSource(collector, collectorSource)

/** Handlers of `collectors`: whoever is given cases. */
export default implement(
  collectors,
  {
    list: collectorSource,

    add: (asked, call) => addCollector(asked, call),
    takeIn: (asked, call) => takeIn(asked, call),
    addMany: ({ members }, call) => addCollectors(members, call),

    async edit({ id, version: _, unitId, ...details }, call) {
      const { tx, row } = call
      const stages = await stageIdsOf(tx, details.stages)
      await tx.update(collectorRows).set(detailsToStore(details)).where(eq(collectorRows.id, id))
      await setStages(tx, id, stages)
      if (unitId !== unitOf(row)) await moveTo(unitId, call as never) // it refuses with what its endpoint declares
    },

    stopAllocation: ({ heldCases }, call) => stopAllocation(heldCases, call as never), // it refuses with nothing else
    async openAllocation({ id }, { tx, row, fail }) {
      const person = id as string as IdOf<'staff'> // a collector is named as the person is
      if (!(await isGranted(tx, person, 'openCases', 'edit'))) fail('works_no_cases', { collector: row.name })
      await tx.update(collectorRows).set({ participates: true }).where(eq(collectorRows.id, id))
    },
    async move({ id, unitId }, call) {
      mustBeElsewhere(unitId, call.row)
      await moveTo(unitId, call as never) // it refuses with what its endpoint declares
      // counts their row up, too: whoever has seen it before looks again
      await call.tx.update(collectorRows).set({ changedBy: call.actor.name }).where(eq(collectorRows.id, id))
    },
    transfer: (asked, call) => transfer(asked, call as never), // likewise

    enable: (_, call) => enable(asPerson(call as never)), // it refuses with nothing of its own
    disable: (_, call) => disable(asPerson(call as never), collectors.disable), // likewise
    async resetPassword(_, call) {
      const { row, actor, app, afterCommit } = call
      const password = await giveOneTimePassword(asPerson(call as never)) // likewise
      afterCommit(async () => {
        return { ...(await findOne(app.database.db, place, row.id, { actor, scopes: ['all'], app })), password }
      })
    },

    template: async () => templateFile(collectorSheet) as never, // a file stands for the answer
    upload: (_, call) => addFromSheet(call.uploads!.files.file!.path, call), // the kernel refuses a call without it
  },
  [place],
)
