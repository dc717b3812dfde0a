import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { CaseAllocation } from '#contract/case-allocations.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { undoArrivals } from '#server/modules/case-holder/steps.ts'
import { takeBack } from '#server/modules/cases/steps/assign.ts'
import { lockAllocation } from './run.ts'
import { allocationCreditRows, allocationShareRows, caseAssignmentRows, caseAllocationRows as rows } from './store.ts'

/**
 * Takes an allocation of today back: cases that nobody has touched wait again, the stage that they have rolled to stays;
 * units are owed what was owed to them before, unless they were given other weights since.
 * @throws Refusal `not_of_today`, `not_last_allocation`.
 */
export async function undoAllocation({ tx, row, today, effect, note }: Call<never, CaseAllocation>): Promise<void> {
  if (row.day !== today) throw new Refusal('not_of_today')
  await lockAllocation(tx)
  const later = and(gt(rows.startedAt, new Date(row.startedAt)), inArray(rows.state, ['running', 'done']))
  if ((await tx.$count(rows, later)) > 0) throw new Refusal('not_last_allocation')
  const given = await tx
    .select({ caseId: caseAssignmentRows.caseId, version: caseAssignmentRows.caseVersion })
    .from(caseAssignmentRows)
    .where(
      and(
        eq(caseAssignmentRows.allocationId, row.id),
        eq(caseAssignmentRows.kept, false),
        isNotNull(caseAssignmentRows.toId),
      ),
    )
  const back = await takeBack(
    tx,
    given.map(({ caseId, version }) => ({ caseId: caseId!, version: version! })), // a run has written both
  )
  await undoArrivals(tx, back)
  await tx.execute(sql`update ${allocationCreditRows} k set credit = k.credit - (s.credit_after - s.credit_before)
    from ${allocationShareRows} s
    where s.allocation_id = ${row.id} and s.stage = k.stage and s.unit_id = k.unit_id`)
  await tx.update(rows).set({ state: 'undone' }).where(eq(rows.id, row.id))
  effect('cases', back.length)
  note({ after: { state: 'undone', cases: back.length, touched: given.length - back.length } })
}
