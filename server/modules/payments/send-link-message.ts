import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { atOffset } from '#contract/kernel/dayjs.ts'
import { formatDay } from '#contract/kernel/letter-dates.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { lockLoan } from '#server/modules/loans/steps/transition.ts'
import { writeOrKeepRefusal } from '#server/modules/messages/steps/write-message.ts'
import type { paymentLinkRows } from './store.ts'

/** A moment as customers read it, on their clock: `10 Mar 2026 18:30`. */
function readable(at: Date, { clock: { country } }: Pick<AppContext, 'clock'>): string {
  const { letters, offsetMinutes } = countries[country]
  return `${formatDay(businessDate(toInstant(at), country), letters)} ${atOffset(at, offsetMinutes).format('HH:mm')}`
}

/** Writes to the customer where a link leads. Whoever cannot be written to is shown it by whoever made it. */
export async function sendLinkMessage(
  tx: Db,
  { id, loanId, amountMinor, currency, url, expiresAt, madeBy }: typeof paymentLinkRows.$inferSelect,
  app: AppContext,
): Promise<void> {
  const loan = (await lockLoan(tx, loanId))!
  const values = { amount: ofMinor(amountMinor, currency), url: url ?? '', until: readable(expiresAt, app) }
  const writing = { tx, app, by: madeBy, now: app.clock.now() }
  const draft = { template: 'paymentLink', values, linkId: id } as const
  await writeOrKeepRefusal({ customerId: loan.customerId, loan }, draft, writing)
}
