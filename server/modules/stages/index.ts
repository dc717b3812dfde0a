import { and, eq, ne, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { withoutStage } from '#contract/stage-days.ts'
import { type Stage, stage, stages } from '#contract/stages.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { forgetStage } from '#server/modules/collectors/steps.ts'
import { moveStage, moveStages, mustBeNamedAlone, mustBeNew, mustFit, notifyMoved, recordMoved } from './place.ts'
import { stageSource } from './source.ts'
import { lockStages, stagesOf } from './steps.ts'
import { stageRows } from './store.ts'

/** Nouns whose rows are shown with the name of a stage. */
const namedIn = ['cases', 'caseTransfers', 'loans', 'reductions', 'collectors'] as const

/** Deletes a stage in which no case is open, and gives its days to a neighbour. */
async function remove(call: Call<never, Stage>): Promise<void> {
  const { tx, row, effect } = call
  await lockStages(tx, 'exclusive')
  const open = and(eq(caseRows.stage, row.id), ne(caseRows.state, 'closed'))
  const [held] = await tx.select({ count: sql<number>`count(*)::int` }).from(caseRows).where(open)
  // one may have been opened since the row was read
  if (held && held.count > 0) throw new Refusal('stage_has_cases', { count: held.count })
  const known = await stagesOf(tx)
  const heir = withoutStage(known, row.id)
  if (!heir) throw new Refusal('only_stage')
  await forgetStage(tx, row.id)
  await tx.delete(stageRows).where(eq(stageRows.id, row.id))
  await moveStage(tx, heir)
  for (const told of notifyMoved(known, [heir], call)) effect('stageDays', told)
  await recordMoved(stages.remove, { known, moved: [heir] }, call)
  await announceRows(tx, stage.noun)
}

/** Handlers of `stages`: stages of collection, whose days follow on each other. */
export default implement(
  stages,
  {
    list: stageSource,

    async add({ code, firstDay, lastDay, ...details }, call) {
      const { tx, now, note } = call
      const id = code as IdOf<'stage'> // named by whoever adds it
      await lockStages(tx, 'exclusive')
      const known = await stagesOf(tx)
      mustBeNew(known, id)
      mustBeNamedAlone(known, { id, name: details.name })
      const moved = mustFit(known, { id, firstDay, lastDay })
      for (const one of moved) await moveStage(tx, one)
      await tx.insert(stageRows).values({ id, ...details, lastDay, createdAt: now })
      await recordMoved(stages.add, { known, moved }, call)
      note({ objectId: id, after: { ...details, firstDay, lastDay } })
      return { id, moved: notifyMoved(known, moved, call) }
    },

    async edit({ id, version: _, firstDay, lastDay, ...details }, call) {
      const { tx, row, effect } = call
      await lockStages(tx, 'exclusive')
      const known = await stagesOf(tx)
      mustBeNamedAlone(known, { id, name: details.name })
      const moved = mustFit(known, { id, firstDay, lastDay })
      await moveStages(tx, { from: row, to: { id, firstDay, lastDay }, moved }, details)
      for (const told of notifyMoved(known, moved, call)) effect('stageDays', told)
      await recordMoved(stages.edit, { known, moved }, call)
      if (details.name === row.name) return
      for (const noun of namedIn) await announceRows(tx, noun)
    },

    remove: (_, call) => remove(call as never), // it refuses with what its endpoint declares
  },
  [rowSource(stage, stageSource)],
)
