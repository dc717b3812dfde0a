import { countries } from '#contract/kernel/countries.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { Rate } from '#contract/kernel/values.ts'
import { quote, roundApr } from '#contract/loans/quote.ts'
import type { products, QuoteAnswer } from '#contract/products/calls.ts'
import type { Call } from '#server/kernel/call/context.ts'

const daysPerYear = 365

/** What a loan would cost under a level, for an amount and a tenure that it allows. */
export function quoteFor(
  { level, amountMinor, tenureDays }: Parsed<typeof products.quote>,
  { app, fail }: Pick<Call<'outside_level'>, 'app' | 'fail'>,
): QuoteAnswer {
  const { currency } = countries[app.clock.country]
  const { minMinor, maxMinor, stepMinor } = level
  const reachable = (amountMinor - minMinor) % stepMinor === 0
  if (amountMinor < minMinor || amountMinor > maxMinor || !reachable || !level.tenureDays.includes(tenureDays)) {
    return fail('outside_level', { min: ofMinor(minMinor, currency), max: ofMinor(maxMinor, currency) })
  }
  const quoted = quote(amountMinor, { ...level, tenureDays })
  const money = (minor: number) => ofMinor(minor, currency)
  return {
    amount: money(amountMinor),
    fee: money(quoted.feeMinor),
    gst: money(quoted.gstMinor),
    received: money(quoted.receivedMinor),
    due: money(quoted.dueMinor),
    refundable: money(quoted.refundableMinor),
    apr: Rate.parse(roundApr(quoted.aprPpm)),
    interestApr: Rate.parse(level.dailyInterestPpm * daysPerYear),
    periods: quoted.periods.map(({ days, charges, dueMinor }) => ({
      days,
      principal: money(charges.principal),
      interest: money(charges.interest),
      fee: money(charges.fee),
      due: money(dueMinor),
    })),
  }
}
