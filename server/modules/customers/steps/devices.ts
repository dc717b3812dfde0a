import { desc, eq, sql } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { ReportedDevice } from '#contract/kyc.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { deviceRows } from '../store.ts'

/** Writes down that somebody used the app on a device; what it does not tell this time stays as it was told. */
export async function seeDevice(
  tx: Db,
  customerId: IdOf<'customer'>,
  { madeOn, ...told }: ReportedDevice,
  at: Date,
): Promise<void> {
  const device = { ...told, madeOn: madeOn as LocalDate | undefined } // a day, as its schema says
  const given = Object.fromEntries(Object.entries(device).filter(([, value]) => value !== undefined))
  const seenAt = sql`greatest(${deviceRows.seenAt}, excluded.seen_at)`
  await tx
    .insert(deviceRows)
    .values({ ...device, customerId, firstSeenAt: at, seenAt: at })
    .onConflictDoUpdate({ target: [deviceRows.customerId, deviceRows.mark], set: { ...given, seenAt } })
}

/** What somebody uses the app on, the one seen last first. */
export async function devicesOf(tx: Db, id: IdOf<'customer'>) {
  const theirs = tx.select().from(deviceRows).where(eq(deviceRows.customerId, id))
  return (await theirs.orderBy(desc(deviceRows.seenAt), deviceRows.mark)).map(({ customerId, ...device }) => ({
    ...device,
    firstSeenAt: toInstant(device.firstSeenAt),
    seenAt: toInstant(device.seenAt),
  }))
}
