import { and, desc, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { line, lines } from '#contract/lines.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import { templateFile } from '#server/kernel/call/csv-template.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findOne, idsWithin } from '#server/kernel/listing/read-rows.ts'
import { rowSource, withinScope } from '#server/kernel/listing/source.ts'
import { callSource } from '#server/modules/calls/source.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { holderToStore } from './holder.ts'
import { addFromSheet, lineSheet } from './sheet.ts'
import { lineSource } from './source.ts'
import { lineRows } from './store.ts'
import { testLine } from './test-line.ts'
import { addLine, detailsToStore } from './write.ts'

const place = rowSource(line, lineSource)
const callsMax = 20

/** Handlers of `lines`: numbers and seats that customers are called by. */
export default implement(
  lines,
  {
    list: lineSource,

    async calls({ id }, { tx, actor, app, fail }) {
      const access = { actor, scopes: actor.scopesOf(lines.calls.requires), app }
      if ((await idsWithin(tx, lineSource, [id], access)).length === 0) return fail('not_found')
      const { beganAt, loanId, way, connected, lineId, direction } = callRows
      const calls = await tx
        .select({ at: beganAt, caller: staffRows.name, loanId, way, connected })
        .from(callRows)
        .innerJoin(staffRows, eq(staffRows.id, callRows.staffId))
        // a line may have been somebody else's before
        .where(and(eq(lineId, id), eq(direction, 'out'), withinScope(callSource, access)))
        .orderBy(desc(beganAt), desc(callRows.id))
        .limit(callsMax)
      return { calls: calls.map((call) => ({ ...call, at: toInstant(call.at) })) }
    },

    async add(asked, call) {
      const { id, ...after } = await addLine(asked, call)
      call.note({ objectId: id, after })
      return { id }
    },

    async edit({ id, version: _, ...asked }, call) {
      const values = await detailsToStore(asked, { kind: call.row.kind, id }, call)
      // what is known of another number is not known of this one
      const untested = values.number === call.row.number ? {} : { tested: null, testedAt: null, spam: false }
      await call.tx
        .update(lineRows)
        .set({ ...values, ...untested })
        .where(eq(lineRows.id, id))
    },

    async bind({ id, staffId, agencyId }, call) {
      const { tx, row, fail } = call
      if (!staffId && !agencyId) return fail('nobody_named')
      const holder = await holderToStore({ staffId, agencyId }, { kind: row.kind, id }, call)
      await tx.update(lineRows).set(holder).where(eq(lineRows.id, id))
    },

    async unbind({ id }, { tx, row, fail }) {
      if (!row.staff && !row.agency) return fail('not_bound')
      await tx.update(lineRows).set({ staffId: null, agencyId: null }).where(eq(lineRows.id, id))
    },

    async setState({ id, state }, { tx }) {
      await tx.update(lineRows).set({ state }).where(eq(lineRows.id, id))
    },

    async setSpam({ id, spam }, { tx }) {
      await tx.update(lineRows).set({ spam }).where(eq(lineRows.id, id))
    },

    async test({ id }, { app, actor, row, t, fail, afterCommit }) {
      const { provider } = row
      if (!provider) return fail('no_provider')
      // it may take its time: no transaction waits for that
      afterCommit(async () => {
        const tested = await testLine(row, provider.id, app)
        const { db } = app.database
        // that nobody answers says nothing of what phones warn of
        const told = tested === 'noAnswer' ? {} : { spam: tested === 'flagged' }
        await db.transaction(async (tx) => {
          await setSessionVariables(tx, actor.name)
          await tx
            .update(lineRows)
            .set({ tested, testedAt: app.clock.now(), ...told })
            // meanwhile it may have been given another number, of which nothing was asked
            .where(and(eq(lineRows.id, id), eq(lineRows.number, row.number)))
        })
        return findOne(db, place, id, { actor, scopes: ['all'], app, t })
      })
    },

    template: async () => templateFile(lineSheet) as never, // a file stands for the answer
    addSheet: (_, call) => addFromSheet(call.uploads!.files.file!.path, call), // the kernel refuses a call without it
  },
  [place],
)
