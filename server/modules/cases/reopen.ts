import { and, eq, ne } from 'drizzle-orm'
import type { Case } from '#contract/cases.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanCode } from '#contract/loans/flow.ts'
import { stageOf } from '#contract/stage-days.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { lockStages, stagesOf } from '#server/modules/stages/steps.ts'
import { collectionPath, handOver } from './steps/cases.ts'
import { collectorsOf } from './steps/collectors.ts'
import { showHolds, showPromises } from './steps/working-state.ts'
import { caseRows } from './store.ts'

type ReopenCall = Call<'case_open' | 'left_stage', Case>

/** Where a reopened case lies: with whoever had it, where they may still have it; else it waits. */
async function holdingOf({ tx, row, actor, now }: ReopenCall) {
  const had = row.collector ? [row.collector.id as string as IdOf<'collector'>] : [] // who has a case collects
  const [last] = await collectorsOf(tx, had, actor)
  if (last?.stages.includes(row.stage.id)) return { ...last, allocatedAt: now }
  const nobody = { collectorId: null, groupId: null, agencyId: null, allocatedAt: null }
  return { ...nobody, unitPath: await collectionPath(tx) }
}

/** Opens a closed case again, where its order is still in its stage and has no other. */
export async function reopen(call: ReopenCall): Promise<void> {
  const { tx, row, fail } = call
  await lockStages(tx, 'shared')
  // bad debt has left every stage
  const days = row.loanState === loanCode.badDebt ? null : row.overdueDays
  const stage = days !== null && row.repayable.minor > 0 && stageOf(await stagesOf(tx), days)
  if (!stage || stage.id !== row.stage.id) return fail('left_stage', { stage: row.stage.name })
  const other = and(eq(caseRows.loanId, row.loanId), ne(caseRows.state, 'closed'))
  if ((await tx.$count(caseRows, other)) > 0) return fail('case_open')
  await tx.update(caseRows).set({ closeReason: null, closedAt: null }).where(eq(caseRows.id, row.id))
  await handOver(tx, row.id, await holdingOf(call))
  await showHolds(tx, [row.loanId])
  await showPromises(tx, [row.loanId])
}
