import { eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Parameter, parameterSubject, parameters } from '#contract/parameters/calls.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { announceRefresh } from '#server/kernel/listing/caches.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { recordDownload } from '#server/modules/documents/steps/record-download.ts'
import { changesOfParameter, toldChanges } from './history.ts'
import { addFromSheet, editFromSheet, editMany, filledSheet, secretText } from './sheet.ts'
import { isDeclared, parameterSource } from './source.ts'
import { parameterRows } from './store.ts'
import { addParameter, mustBeReleased, mustOpenBeforeClosing, setValue } from './write.ts'

const place = rowSource(parameterSubject, parameterSource)
const uploadedFile = ({ uploads }: Context): string => uploads!.files.file!.path // the kernel refuses a call without it

/** Handlers of `parameters`: what the business sets by itself. */
export default implement(
  parameters,
  {
    list: parameterSource,

    async find({ code }, { tx, actor, app, t, fail }) {
      const id = code as IdOf<'parameter'> // looked up here
      const found = await findOne(tx, place, id, { actor, scopes: ['all'], app, t })
      return (found as Parameter | undefined) ?? fail('not_found') // read by its own fields
    },

    history: async ({ id }, { tx, t }) => ({ changes: toldChanges(await changesOfParameter(tx, id), t) }),

    async add(asked, call) {
      const id = await addParameter(asked, call)
      const value = asked.kind === 'secret' ? secretText : asked.value
      call.note({ objectId: id, after: { ...asked, value } })
      return { id }
    },

    async edit({ value, remark }, call) {
      await setValue(call.row, { value, remark }, call)
      await mustOpenBeforeClosing(call.tx, [call.row.id])
    },

    async reset({ remark }, call) {
      const { tx, now, row, fail } = call
      if (!isDeclared(row.id)) return fail('not_declared')
      if (!row.isSet) return fail('not_set')
      await mustBeReleased(row.id, call)
      const changed = { value: null, remark, changedAt: now }
      await tx.update(parameterRows).set(changed).where(eq(parameterRows.id, row.id))
      await mustOpenBeforeClosing(tx, [row.id])
    },

    async rollBack({ remark }, call) {
      const { row, fail } = call
      const changes = await changesOfParameter(call.tx, row.id)
      const last = changes.find(({ of, value }) => of === 'value' && value === row.value)
      if (!last || row.kind === 'secret') return fail('never_changed')
      await setValue(row, { value: last.before, remark }, call)
      await mustOpenBeforeClosing(call.tx, [row.id])
    },

    async setState({ state, remark }, call) {
      const { tx, now, row } = call
      await mustBeReleased(row.id, call)
      await tx.update(parameterRows).set({ state, remark, changedAt: now }).where(eq(parameterRows.id, row.id))
      await mustOpenBeforeClosing(tx, [row.id])
    },

    async refresh(_, { tx }) {
      await announceRefresh(tx)
      return {}
    },

    async template(_, call) {
      const sheet = await filledSheet(call)
      await recordDownload({ page: 'parameters', command: parameters.template.id, noun: 'parameters' }, call)
      return sheet as never // a file stands for the answer
    },
    addSheet: (_, call) => addFromSheet(uploadedFile(call), call),
    editMany: ({ values }, call) => editMany(values, call),
    editSheet: (_, call) => editFromSheet(uploadedFile(call), call),
  },
  [place],
)
