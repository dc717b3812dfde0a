import { recovery } from '#contract/recoveries.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { recoveryRows, type StoredRecovery } from '../store.ts'

type Clocked = Pick<AppContext, 'clock'>
/** What a row has for itself: another that is made of it begins without. */
type OfItself = 'id' | 'bookedAt' | 'statementId' | 'lineId' | 'openAtClosing'
/** A recovery that is not written down yet. No statement has it. */
export type NewRecovery = Omit<typeof recoveryRows.$inferInsert, OfItself>

/** Copy of a row, for one that takes it back or stands in for it: what it has for itself stays behind. */
export function copyOf(row: StoredRecovery): NewRecovery {
  const { id: _, version: __, changedBy: ___, bookedAt: ____, disputeId: _____, ...copied } = row
  const { statementId: ______, lineId: _______, openAtClosing: ________, ...copy } = copied
  return copy
}

/** Writes recoveries down. */
export async function addRecoveries(tx: Db, rows: readonly NewRecovery[], { clock }: Clocked): Promise<void> {
  if (rows.length === 0) return
  const bookedAt = clock.now()
  const day = today(clock, bookedAt)
  const numbers = await takeNumbers(tx, recovery.ids, rows.length)
  await tx
    .insert(recoveryRows)
    .values(rows.map((row, i) => ({ ...row, id: idOf(recovery.ids, day, numbers[i]!), bookedAt })))
}

/** The row of less than nothing that takes another back: nothing in it is looked up again. */
export function takingBack(
  stored: StoredRecovery,
  as: Pick<NewRecovery, 'state' | 'entry' | 'paymentId'>,
): NewRecovery {
  const row = copyOf(stored)
  const back = (minor: number) => 0 - minor // no -0
  return {
    ...{
      ...row,
      ...as,
      ofId: stored.id,
      amountMinor: back(row.amountMinor),
      commissionMinor: back(row.commissionMinor),
    },
    ...{ penaltyMinor: back(row.penaltyMinor), feeMinor: back(row.feeMinor), interestMinor: back(row.interestMinor) },
    ...{ principalMinor: back(row.principalMinor), extensionMinor: back(row.extensionMinor) },
    reducedMinor: back(row.reducedMinor),
  }
}
