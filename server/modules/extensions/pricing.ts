import type { LocalDate } from '#contract/kernel/values.ts'
import { type Child, childOf, type ExtensionPrice, extensionRepayable, mayExtend } from '#contract/loans/extension.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { Refusal } from '#server/kernel/implement.ts'
import { addChild, timesExtended } from '#server/modules/loans/child.ts'
import { type Cause, move } from '#server/modules/loans/steps.ts'
import type { Books, Loan } from '#server/modules/payments/apply.ts'

/** What an extension costs on the day of the books, how often there was one, and the order it leads to. */
export interface Priced extends ExtensionPrice {
  readonly times: number
  readonly child: Child
  readonly oldDue: LocalDate
}

/**
 * What it costs to extend a locked order on the day of its books.
 * @throws Refusal where its terms do not allow it then.
 */
export async function priceOf(tx: Db, loan: Loan, { asked, day }: Books): Promise<Priced> {
  const times = await timesExtended(tx, loan.id)
  const verdict = mayExtend({ plans: asked, times }, day, loan.terms.extension)
  if (!verdict.ok) throw new Refusal(verdict.fault, verdict.values)
  const [plan] = asked // the only one, or it may not be extended
  const price = extensionRepayable(plan!, loan.terms.extension)
  return { ...price, times, child: childOf(plan!, day, loan.terms), oldDue: plan!.dueDate }
}

/** Closes an order whose extension was paid and booked, and opens the one in which its debt lives on. */
export async function goOn(
  tx: Db,
  loan: Loan,
  {
    child,
    event,
    cause,
  }: { readonly child: Child; readonly event: 'extendOk' | 'writeOffRollover'; readonly cause: Cause },
  ground: Pick<Ground, 'clock'>,
) {
  await move(tx, loan, event, { ...cause, along: { dueDate: null, closedAt: cause.now, cameFrom: null } })
  return addChild(tx, loan, child, { cause, clock: ground.clock })
}
