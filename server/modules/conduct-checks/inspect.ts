import { eq } from 'drizzle-orm'
import { type ConductCheck, type ConductCode, keepsRobots } from '#contract/conduct-checks.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Call } from '#server/kernel/call/context.ts'
import {
  appealDecided,
  appealed,
  type Finding,
  inspected,
  released,
  reopened,
  shown,
} from '#server/kernel/sampling/inspection.ts'
import { conductCheckRows as rows, type StoredConductCheck } from './store.ts'

/** A call about one check. */
type CheckCall = Call<never, ConductCheck>

/** The whole row of the check that a call is about; the kernel has locked it. */
async function lockedCheck({
  tx,
  row,
}: CheckCall): Promise<StoredConductCheck & { readonly aboutId: IdOf<'staff'> | null }> {
  const [found] = await tx.select().from(rows).where(eq(rows.id, row.id)).for('update')
  return { ...found!, aboutId: found!.collectorId } // the kernel has just read it
}

const update = ({ tx, row }: CheckCall, values: Partial<StoredConductCheck>) =>
  tx.update(rows).set(values).where(eq(rows.id, row.id))

/** Notes what was found of a call of somebody else's. @throws Refusal `own_work`, `claimed_elsewhere`. */
export async function inspect(
  { code, ...finding }: Finding & { readonly code: ConductCode | null },
  call: CheckCall,
): Promise<void> {
  await update(call, { ...inspected(finding, await lockedCheck(call), call), code })
}

/** Gives back what one has claimed. @throws Refusal `claimed_elsewhere`. */
export async function release(call: CheckCall): Promise<void> {
  await update(call, released(await lockedCheck(call), call))
}

/** Takes one's own result back while nobody has seen it. @throws Refusal `claimed_elsewhere`. */
export async function reopen(call: CheckCall): Promise<void> {
  await update(call, { ...reopened(await lockedCheck(call), call), code: null })
}

/** Shows a result to its collector, or that of a robot to whoever keeps it. @throws Refusal `not_your_work`. */
export async function show(call: CheckCall): Promise<void> {
  const check = await lockedCheck(call)
  const keeps = check.configId !== null && call.actor.may(keepsRobots)
  await update(call, shown(keeps ? { ...check, aboutId: call.actor.id } : check, call))
}

/** Objects to a fail. @throws Refusal `not_your_work`. */
export async function appeal(reason: string, call: CheckCall): Promise<void> {
  await update(call, appealed(reason, await lockedCheck(call), call))
}

/** Decides an appeal; overturned, the result is turned. @throws Refusal `own_work`: who was in it does not decide. */
export async function decideAppeal(decision: 'upheld' | 'overturned', remark: string, call: CheckCall): Promise<void> {
  const decided = appealDecided(decision, remark, await lockedCheck(call), call)
  await update(call, decision === 'overturned' ? { ...decided, code: null } : decided) // only a fail has a code
}
