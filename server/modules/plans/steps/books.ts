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
import { reducedOn, reliefsOn, setReliefsOn } from './relief.ts'

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
 * What a locked order asks for on the day that money counts for, every day up to now charged first, and reductions lapsed
 * whose time is over by now. The plans are kept from other writers.
 */
export async function booksOf(tx: Db, loan: StoredLoan, valueAt: Date, { clock }: Clocked): Promise<Books> {
  const day = businessDate(toInstant(valueAt), clock.country)
  const now = today(clock, clock.now())
  if (isCharged(loan)) await accrue(tx, [{ id: loan.id, penalty: loan.terms.penalty }], now, clock.country)
  const plans = (await setReliefsOn(tx, loan.id, now, { clock })).plans.filter(({ state }) => state === 'open')
  const onDay = day < now ? await reliefsOn(tx, plans, { clock }) : null
  const asked = []
  for (const plan of plans) {
    const then = onDay ? reducedOn(plan, onDay(plan, day)) : plan
    asked.push(await planAsOf(tx, then, day, loan.terms.penalty))
  }
  return { plans, asked, day }
}

/** What a locked order asks for, penalties up to now charged: its open plans, kept from other writers. */
export const openBooks = (tx: Db, loan: StoredLoan, app: Clocked) => booksOf(tx, loan, app.clock.now(), app)
