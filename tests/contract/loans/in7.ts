import type { z } from 'zod'
import { addDays } from '#contract/kernel/calendar.ts'
import { LocalDate } from '#contract/kernel/values.ts'
import { noComponents, type Plan } from '#contract/loans/balance.ts'
import { penaltyRows } from '#contract/loans/penalty.ts'
import { schedule } from '#contract/loans/plan.ts'
import { quote } from '#contract/loans/quote.ts'
import { Terms } from '#contract/loans/terms.ts'

/** Terms as they are written, before the schema calls a number a rate. */
type Written<T> = T extends number ? number : T extends object ? { [Key in keyof T]: Written<T[Key]> } : T

/** Product IN-7: ₹5,000 for 7 days. */
const in7: Written<z.input<typeof Terms>> = {
  serviceRatePpm: 150_000,
  gstPpm: 0,
  dailyInterestPpm: 1_000,
  feeMode: 'upfront',
  earlyInterest: 'full',
  coolingOffDays: 1,
  coolingOffRefundsFee: false,
  periods: 1,
  daysPerPeriod: 7,
  tenureDays: 7,
  penalty: {
    graceDays: 0,
    base: 'outstandingPrincipal',
    tiers: [
      { fromDay: 1, toDay: 3, ratePpm: 5_000 },
      { fromDay: 4, toDay: 15, ratePpm: 10_000 },
      { fromDay: 16, toDay: null, ratePpm: 15_000 },
    ],
    capPpmOfPrincipal: 1_000_000,
    badDebtDays: 90,
    allocationOrder: 'penaltyFirst',
  },
  extension: {
    enabled: true,
    days: 7,
    fee: { ppm: 120_000 },
    commissionPpm: 10_000,
    timesMax: 3,
    minDaysBeforeDue: 2,
    maxOverdueDays: 30,
    chargeInterest: false,
  },
}

/** ₹5,000, in paise. */
export const amountMinor = 500_000

type Differing<Of> = { [Key in keyof Of]?: Of[Key] }
interface Differences extends Omit<Differing<typeof in7>, 'penalty' | 'extension'> {
  penalty?: Differing<(typeof in7)['penalty']>
  extension?: Differing<(typeof in7)['extension']>
}

/** The terms of IN-7, but for what the test is about. */
export const terms = ({ penalty, extension, ...rest }: Differences = {}): Terms =>
  Terms.parse({
    ...in7,
    ...rest,
    penalty: { ...in7.penalty, ...penalty },
    extension: { ...in7.extension, ...extension },
  })

export const day = (text: string): LocalDate => LocalDate.parse(text)

/** When the one plan of an IN-7 order paid out on 28 February 2026 falls due. */
export const dueDate = day('2026-03-07')
/** So many days past due. */
export const overdue = (days: number): LocalDate => addDays(dueDate, days)

/** The one plan of an IN-7 order, so many days overdue, with its penalties. */
export function planOverdue(days: number, of: Terms = terms()): Plan {
  const [plan] = schedule(quote(amountMinor, of), addDays(dueDate, -of.tenureDays))
  const arrears = { dueDate, principalMinor: amountMinor, dueMinor: 503_500, repaid: [], accrued: [] }
  const penalty = penaltyRows(arrears, overdue(days), of.penalty).reduce((all, { minor }) => all + minor, 0)
  return { ...plan!, charged: { ...plan!.charged, penalty } }
}

export const of = (parts: Partial<typeof noComponents>) => ({ ...noComponents, ...parts })
