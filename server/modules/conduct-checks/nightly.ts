import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext, TaskRunner } from '#server/kernel/call/context.ts'
import { showing, unopened } from '#server/kernel/sampling/inspection.ts'
import { conductTask, drawDueConduct } from './draw.ts'
import { conductCheckRows as rows } from './store.ts'

/** Shows results that their collectors have not opened for a day. Answers how many. */
const showDue = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<number> =>
  db.transaction(async (tx) => {
    await setSessionVariables(tx, conductTask)
    const now = clock.now()
    const shown = await tx.update(rows).set(showing(rows, now)).where(unopened(rows, now)).returning({ id: rows.id })
    return shown.length
  })

/** Every night: draws the sample of the days that are over, and shows results that wait for their collector. */
export const drawConductSample: TaskRunner = async (app) => ({
  done: (await drawDueConduct(app)) + (await showDue(app)),
  refused: 0,
})
