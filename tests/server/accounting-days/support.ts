import { closeDays } from '#server/modules/accounting-days/close.ts'
import { moveTo } from '#tests/support/move-to.ts'
import type { World } from '#tests/support/server.ts'
import { dayMs, owing } from '../payments/support.ts'

export type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>

/** The night after, and so many nights more. */
export const later = (here: Here, days = 1) =>
  moveTo(here, new Date(here.clock.now().getTime() + days * dayMs).toISOString())

export const closed = ({ server: { app } }: Pick<World, 'server'>) => closeDays(app.database, app.clock)

/** An order that owes ₹5,210 on 10 March, five days past due: paid out on 26 February with ₹35 of interest, no fee. */
export async function lent(here: Here) {
  const order = await owing(here)
  await here.server.app.database.query(
    `update loans set interest_minor = 3500, received_minor = amount_minor, fee_minor = 0, gst_minor = 0
     where id = '${order.loanId}'`,
  )
  return order
}

/** Days as an executive sees them, the earliest first. */
export const daysOf = async ({ as }: Pick<World, 'as'>, q = '') =>
  (await as('executive').accountingDays.list({ q, size: 500 })).rows.toSorted((a, b) => a.day.localeCompare(b.day))

export const entriesOf = async ({ as }: Pick<World, 'as'>, q = '') =>
  (await as('executive').accountingDays.entries({ q, size: 500 })).rows
