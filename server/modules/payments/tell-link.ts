import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { formatDay } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { Refusal } from '#server/kernel/implement.ts'
import { lockLoan } from '#server/modules/loans/steps.ts'
import { write } from '#server/modules/messages/write.ts'
import type { paymentLinkRows } from './store.ts'

/** A moment as customers read it, on their clock: `10 Mar 2026 18:30`. */
function readable(at: Date, { clock: { country } }: Pick<Ground, 'clock'>): string {
  const { letters, offsetMinutes } = countries[country]
  const local = new Date(at.getTime() + offsetMinutes * 60_000).toISOString()
  return `${formatDay(businessDate(toInstant(at), country), letters)} ${local.slice(11, 16)}`
}

/** Writes to the customer where a link leads. Whoever has no number is shown it by whoever made it. */
export async function tellLink(
  tx: Db,
  { id, loanId, amountMinor, currency, url, expiresAt, madeBy }: typeof paymentLinkRows.$inferSelect,
  ground: Ground,
): Promise<void> {
  const loan = (await lockLoan(tx, loanId))!
  const values = { amount: ofMinor(amountMinor, currency), url: url ?? '', until: readable(expiresAt, ground) }
  const writing = { tx, ground, by: madeBy, now: ground.clock.now() }
  await write(loan, { template: 'paymentLink', values, linkId: id }, writing).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}
