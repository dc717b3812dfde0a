import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { aiTaskFlow } from '#contract/ai-tasks.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import { giveUpSilentCalls } from '#server/modules/ai-records/steps/give-up-calls.ts'
import { callNext } from './steps/call-next.ts'
import { endIfOver } from './steps/settle-call.ts'
import { lockTask } from './steps/tasks.ts'
import { aiTaskRows } from './store.ts'

/** Has one task go on: it opens with its hours, begins what calls it may, and ends when its hours are over. */
async function advance(id: IdOf<'aiTask'>, app: AppContext): Promise<void> {
  const now = app.clock.now()
  await app.database.db.transaction(async (tx) => {
    await setSessionVariables(tx, 'runAiTasks')
    const task = await lockTask(tx, id)
    if (!task || (await endIfOver(tx, task, now))) return
    const opened = task.state === 'created' ? (aiTaskFlow.after(task.state, 'open') ?? task.state) : task.state
    if (opened !== task.state) await tx.update(aiTaskRows).set({ state: opened }).where(eq(aiTaskRows.id, id))
    await callNext(tx, { ...task, state: opened }, app)
  })
}

/** Has the tasks of robots go on, and gives up calls that nothing is heard of. Of calls that end the next begins at once. */
export const runAiTasks: Job = {
  id: 'runAiTasks',
  cron: '* * * * *',
  async run(app) {
    await giveUpSilentCalls(app)
    const unfinished = inArray(aiTaskRows.state, aiTaskFlow.from('end'))
    const tasks = await app.database.db
      .select({ id: aiTaskRows.id })
      .from(aiTaskRows)
      .where(and(unfinished, lte(aiTaskRows.opensAt, app.clock.now())))
      .orderBy(asc(aiTaskRows.id))
    for (const { id } of tasks)
      await advance(id, app).catch((error: unknown) => app.log.error({ err: error, task: id }, 'runAiTasks'))
  },
}
