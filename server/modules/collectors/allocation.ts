import { eq } from 'drizzle-orm'
import { collectors } from '#contract/collectors/calls.ts'
import type { Collector } from '#contract/collectors/row.ts'
import { collector } from '#contract/collectors/row.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { recordReleased } from '#server/kernel/call/record-released.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { startMove } from '#server/modules/case-transfers/steps/move.ts'
import { releaseCases } from '#server/modules/cases/steps/cases.ts'
import { moveHeldCases } from '#server/modules/cases/steps/collectors.ts'
import { mustReleaseReach } from '#server/modules/staff/steps/reach-gained.ts'
import { setUnit } from '#server/modules/staff/steps.ts'
import { asPerson } from './as-person.ts'
import { collectorSource } from './source.ts'
import { collectorRows } from './store.ts'
import { mustBeTeam } from './write.ts'

type CollectorCall = Call<never, Collector>

/** Gives somebody no more cases, and takes those away that they have, where that is asked. */
export async function stopAllocation(heldCases: 'keep' | 'release', call: CollectorCall): Promise<void> {
  const { tx, row, now, effect } = call
  await tx.update(collectorRows).set({ participates: false }).where(eq(collectorRows.id, row.id))
  if (heldCases === 'keep') return
  const person = asPerson(call)
  const released = await releaseCases(tx, person.row.id, now)
  effect('cases', released.length)
  await recordReleased('cases', released, collectors.stopAllocation, person)
}

/** Moves somebody to another unit, and their open cases with them. @throws Refusal as `mustBeTeam`, `mustReleaseReach`. */
export async function moveTo(unitId: IdOf<'unit'>, call: CollectorCall): Promise<void> {
  const { tx, actor, effect } = call
  await mustBeTeam(tx, { unitId, actor, right: 'collectors.edit' })
  const person = asPerson(call)
  await mustReleaseReach(unitId, person)
  const { id } = person.row
  await setUnit(tx, id, { unitId })
  effect('movedCases', await moveHeldCases(tx, id))
}

/** The unit somebody works in. */
export const unitOf = ({ group, department, agency }: Collector) => group?.id ?? department?.id ?? agency?.id

/**
 * Has a run give cases of theirs to other collectors. The row is answered as it is once those are done that are done at
 * once.
 * @throws Refusal as `startMove`.
 */
export async function transfer(
  { to, others, count, reason }: Pick<Parsed<typeof collectors.transfer>, 'to' | 'others' | 'count' | 'reason'>,
  call: CollectorCall,
): Promise<void> {
  const { row, actor, app, t, afterCommit, note } = call
  const kind = count === row.openCases ? 'all' : 'count'
  const { id: batchId, run } = await startMove({ kind, from: row.id, to, others, clients: 'both', count, reason }, call)
  note({ batchId })
  afterCommit(async () => {
    await run()
    return findOne(app.database.db, rowSource(collector, collectorSource), row.id, { actor, scopes: ['all'], app, t })
  })
}

/** @throws Refusal `same_unit`. */
export function mustBeElsewhere(unitId: IdOf<'unit'>, row: Collector): void {
  if (unitId === unitOf(row)) throw new Refusal('same_unit', undefined, { field: 'unitId' })
}
