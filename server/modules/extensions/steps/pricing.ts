import type { LocalDate } from '#contract/kernel/values.ts'
import {
  type ChildOrder,
  childOrderOf,
  type ExtensionPrice,
  extensionRepayable,
  mayExtend,
} from '#contract/loans/extension.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { addChildLoan, timesExtended } from '#server/modules/loans/steps/child-loan.ts'
import { type Cause, transition } from '#server/modules/loans/steps/transition.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import type { Books } from '#server/modules/plans/steps/books.ts'

/** What an extension costs on the day of the books, how often there was one, and the order it leads to. */
export interface PricedExtension extends ExtensionPrice {
  readonly times: number
  readonly child: ChildOrder
  readonly oldDue: LocalDate
}

/**
 * What it costs to extend an order on the day of its books, which are kept from other writers unless it is a forecast.
 * @throws Refusal where its terms do not allow it then.
 */
export async function priceOf(
  tx: Db,
  loan: StoredLoan,
  { asked, day }: Pick<Books, 'asked' | 'day'>,
): Promise<PricedExtension> {
  const times = await timesExtended(tx, loan.id)
  const verdict = mayExtend({ plans: asked, times }, day, loan.terms.extension)
  if (!verdict.ok) throw new Refusal(verdict.fault, verdict.values)
  const [plan] = asked // the only one, or it may not be extended
  const price = extensionRepayable(plan!, loan.terms.extension)
  return { ...price, times, child: childOrderOf(plan!, day, loan.terms), oldDue: plan!.dueDate }
}

/** Closes an order whose extension was paid and booked, and opens the one in which its debt lives on. */
export async function closeAndOpenChild(
  tx: Db,
  loan: StoredLoan,
  {
    child,
    event,
    cause,
  }: { readonly child: ChildOrder; readonly event: 'extendOk' | 'writeOffRollover'; readonly cause: Cause },
  app: Pick<AppContext, 'clock'>,
) {
  await transition(tx, loan, event, { ...cause, along: { dueDate: null, closedAt: cause.now, cameFrom: null } })
  return addChildLoan(tx, loan, child, { cause, clock: app.clock })
}
