import { eq } from 'drizzle-orm'
import { type Case, caseSubject } from '#contract/cases.ts'
import type { Country } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { plainSecret } from '#contract/kernel/mask.ts'
import type { Db } from '#server/kernel/database.ts'
import { type Call, found, Refusal } from '#server/kernel/implement.ts'
import { findOne } from '#server/kernel/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { caseSource } from './source.ts'
import { caseRows } from './store.ts'

/** Longest a number is within its country. */
const nationalMax = 10

/** A number as it is dialled from anywhere: `+919876543210`. */
export function international(phone: string, country: Country): string {
  const { dials } = countries[country]
  const digits = plainSecret('phone', phone)
  return digits.length > nationalMax && digits.startsWith(dials)
    ? `+${digits}`
    : `+${dials}${digits.replace(/^0+/, '')}`
}

/** The number of an order's customer, as it is dialled from anywhere. Refuses `no_phone`. */
export async function mustHaveNumber(tx: Db, loanId: Case['loanId'], country: Country): Promise<string> {
  const [row] = await tx
    .select({ phone: customerRows.phone })
    .from(loanRows)
    .innerJoin(customerRows, eq(customerRows.id, loanRows.customerId))
    .where(eq(loanRows.id, loanId))
  if (!row?.phone) throw new Refusal('no_phone')
  return international(row.phone, country)
}

const place = found(caseSubject, caseSource)

/** Notes that the customer of a case is being reached. The number is answered once that stands in the record. */
export async function reach({ tx, row, now, actor, ground, afterwards }: Call<never, Case>): Promise<void> {
  const number = await mustHaveNumber(tx, row.loanId, ground.clock.country)
  await tx.update(caseRows).set({ lastContactAt: now }).where(eq(caseRows.id, row.id))
  afterwards(async () => ({
    ...(await findOne(ground.database.db, place, row.id, { actor, scopes: ['all'], ground })),
    number,
  }))
}
