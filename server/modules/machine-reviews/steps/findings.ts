import { desc, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf, Rate } from '#contract/kernel/values.ts'
import type { MachineReview } from '#contract/machine-reviews.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { StoredCustomer } from '#server/modules/customers/store.ts'
import { isEdited } from '#server/modules/readings/steps/edited-flag.ts'
import { readingsOf } from '#server/modules/readings/steps/readings.ts'
import { machineReviewRows, type StoredMachineReview } from '../store.ts'

/** The latest machine review of an order; undefined where there was none. */
export async function machineReviewOf(tx: Db, loanId: IdOf<'loan'>): Promise<StoredMachineReview | undefined> {
  const of = eq(machineReviewRows.loanId, loanId)
  const [row] = await tx.select().from(machineReviewRows).where(of).orderBy(desc(machineReviewRows.startedAt)).limit(1)
  return row
}

/** A machine review as staff see it. */
export const toMachineReview = (row: StoredMachineReview): MachineReview => ({
  ...{ id: row.id, state: row.state, tries: row.tries, bureauScore: row.bureauScore },
  ...{ startedAt: toInstant(row.startedAt), completedAt: row.completedAt && toInstant(row.completedAt) },
  seconds: row.completedAt && Math.round((row.completedAt.getTime() - row.startedAt.getTime()) / 1_000),
  nextTryAt: row.nextTryAt && toInstant(row.nextTryAt),
  face: row.facePpm as Rate | null, // kept in millionths
})

/** What the rules look at of a machine review. */
export interface MachineFindings {
  readonly state: StoredMachineReview['state']
  /** None where nobody was asked. */
  readonly facePpm: number | null
  readonly alive: boolean | null
  readonly bureauScore: number | null
  /** Fields that were read otherwise than they were typed. */
  readonly differing: readonly string[]
}

/** What a machine review of an order has found; null where there was none. */
export async function machineFindingsOf(
  tx: Db,
  loanId: IdOf<'loan'>,
  customer: StoredCustomer,
): Promise<MachineFindings | null> {
  const review = await machineReviewOf(tx, loanId)
  if (!review) return null
  const { state, facePpm, alive, bureauScore } = review
  const readings = review.readAt ? await readingsOf(tx, customer.id) : []
  const differing = readings.filter((one) => isEdited(one, customer)).map(({ field }) => field)
  return { state, facePpm, alive, bureauScore, differing: [...new Set(differing)] }
}
