import { eq } from 'drizzle-orm'
import { aiTask, aiTaskFlow, aiTasks } from '#contract/ai-tasks.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { aiTaskSource } from './source.ts'
import { callNext } from './steps/call-next.ts'
import { lockTask } from './steps/tasks.ts'
import { aiTaskRows } from './store.ts'

const set = (id: IdOf<'aiTask'>, values: Partial<typeof aiTaskRows.$inferInsert>, { tx }: Context) =>
  tx.update(aiTaskRows).set(values).where(eq(aiTaskRows.id, id))

/** Handlers of `aiTasks`: whom robots call on a day, and what came of it. */
export default implement(
  aiTasks,
  {
    list: aiTaskSource,

    async pause({ id }, call) {
      await set(id, { state: 'paused' }, call)
    },

    async resume({ id }, call) {
      await set(id, { state: aiTaskFlow.after('paused', 'resume')! }, call)
      const task = await lockTask(call.tx, id)
      // what it begins is sent once this is committed
      if (task) await callNext(call.tx, task, call.app)
    },

    async cancel({ id }, call) {
      await set(id, { state: 'cancelled', endedAt: call.now }, call)
    },
  },
  [rowSource(aiTask, aiTaskSource)],
)
