import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Plan } from '#contract/loans/balance.ts'
import { loanCode as codes } from '#contract/loans/flow.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import type { StoredPlan } from '../store.ts'
import { accrue } from './accrual.ts'
import { planAsOf } from './backdate.ts'
import { lockPlans } from './plan-ledger.ts'

type Clocked = Pick<AppContext, 'clock'>

/** An order's open plans as they stood on a day, each with the row it is kept in. */
export interface Books {
  readonly plans: readonly StoredPlan[]
  readonly asked: readonly (Plan & { readonly id: IdOf<'plan'> })[]
  readonly day: LocalDate
}

/** Penalties run by date, whatever the code, until the debt is called bad. */
export const isCharged = ({ state, cameFrom }: Pick<StoredLoan, 'state' | 'cameFrom'>): boolean =>
  state !== codes.badDebt && cameFrom !== codes.badDebt

/**
 * What a locked order asks for on the day that money counts for, every day up to now charged first. The plans are kept
 * from other writers.
 */
export async function booksOf(tx: Db, loan: StoredLoan, valueAt: Date, { clock }: Clocked): Promise<Books> {
  const day = businessDate(toInstant(valueAt), clock.country)
  if (isCharged(loan)) {
    const charged = { id: loan.id, penalty: loan.terms.penalty }
    await accrue(tx, [charged], today(clock, clock.now()), clock.country)
  }
  const plans = (await lockPlans(tx, loan.id)).filter(({ state }) => state === 'open')
  const asked = []
  for (const plan of plans) asked.push(await planAsOf(tx, plan, day, loan.terms.penalty))
  return { plans, asked, day }
}

/** What a locked order asks for, penalties up to now charged: its open plans, kept from other writers. */
export const openBooks = (tx: Db, loan: StoredLoan, app: Clocked) => booksOf(tx, loan, app.clock.now(), app)
