import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext, TaskRunner } from '#server/kernel/call/context.ts'
import { showing, unopened } from '#server/kernel/sampling/inspection.ts'
import { drawDueQuality, qualityTask } from './draw.ts'
import { qualityInspectionRows as rows } from './store.ts'

/** Shows results that their reviewers have not opened for a day. Answers how many. */
const showDue = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<number> =>
  db.transaction(async (tx) => {
    await setSessionVariables(tx, qualityTask)
    const now = clock.now()
    const shown = await tx.update(rows).set(showing(rows, now)).where(unopened(rows, now)).returning({ id: rows.id })
    return shown.length
  })

/** Every night: draws the sample of the days that are over, and shows results that wait for their reviewer. */
export const drawQualitySample: TaskRunner = async (app) => ({
  done: (await drawDueQuality(app)) + (await showDue(app)),
  refused: 0,
})
