import { and, desc, eq, ne } from 'drizzle-orm'
import { caseAllocation, caseAllocations } from '#contract/case-allocations.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { launchRun, queueFor } from '#server/modules/jobs/steps.ts'
import { explain } from './explain.ts'
import { casesOf, detail } from './read.ts'
import { rehearseAllocation } from './rehearse.ts'
import { allocationTask, allocationUnderWay, beginAllocation, lockAllocation } from './run.ts'
import { allocationSource } from './source.ts'
import { caseAllocationRows, caseAssignmentRows } from './store.ts'
import { undoAllocation } from './undo.ts'

/** Has the task of the night do today's allocation, begun in the name of who asks. @throws Refusal `allocation_under_way`. */
async function run(call: Context) {
  const { tx, app, actor, now, today, note, afterCommit } = call
  await lockAllocation(tx)
  if (await allocationUnderWay(tx)) throw new Refusal('allocation_under_way')
  const { id } = await beginAllocation(tx, { state: 'running', day: today, operatorId: actor.id }, app)
  const queued = await queueFor(tx, allocationTask, actor.name, now)
  note({ objectId: id, after: { day: today } })
  afterCommit(async () => {
    launchRun(queued, app)
    return { id }
  })
  return { id }
}

/** Handlers of `caseAllocations`: cases are given to collectors. */
export default implement(
  caseAllocations,
  {
    list: allocationSource,
    detail: (asked, call) => detail(asked, call),
    cases: (asked, call) => casesOf(asked, call),
    explain: (asked, call) => explain(asked, call),

    async ofCase({ caseId }, { tx, fail }) {
      const { allocationId: id, stage, turn } = caseAssignmentRows
      const [found] = await tx
        .select({ id, stage, turn })
        .from(caseAssignmentRows)
        .innerJoin(caseAllocationRows, eq(caseAllocationRows.id, id))
        .where(and(eq(caseAssignmentRows.caseId, caseId), ne(caseAllocationRows.state, 'rehearsed')))
        .orderBy(desc(caseAllocationRows.startedAt))
        .limit(1)
      return found ?? fail('not_allocated_by_run')
    },

    rehearse: async ({ day }, call) => ({ id: await rehearseAllocation(day, call) }),
    run: (_, call) => run(call),
    undo: (_, call) => undoAllocation(call as never), // it refuses with what its endpoint declares
  },
  [rowSource(caseAllocation, allocationSource)],
)
