import { and, eq, inArray } from 'drizzle-orm'
import { type Customer, customerFlow, type customers } from '#contract/customers.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { loanCode } from '#contract/loans/flow.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { unbindCard } from '#server/modules/cards/steps.ts'
import { askCredit } from '#server/modules/credit-assessments/steps/ask.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { customerRows } from './store.ts'

type CustomerCall = Call<never, Customer>
type Edits = Omit<Parsed<typeof customers.edit>, 'id' | 'version'>

/**
 * Writes what was given, and leaves the rest.
 * @throws Refusal `no_difference`, `wrong_currency`.
 */
export async function editCustomer({ income, ...texts }: Edits, { tx, row }: CustomerCall): Promise<void> {
  const [stored] = await tx.select().from(customerRows).where(eq(customerRows.id, row.id))
  const { currency } = stored! // locked by the kernel
  if (income && income.currency !== currency) throw new Refusal('wrong_currency', { currency }, { field: 'income' })
  const given = { ...texts, incomeMinor: income?.minor }
  const names = Object.keys(given) as (keyof typeof given)[] // as they were just written
  const edits = names.filter((name) => given[name] !== undefined && given[name] !== stored![name])
  if (edits.length === 0) throw new Refusal('no_difference')
  const values = Object.fromEntries(edits.map((name) => [name, given[name]]))
  await tx.update(customerRows).set(values).where(eq(customerRows.id, row.id))
}

/** Freezes, disables or enables an account. */
export async function setState(
  event: 'freeze' | 'disable' | 'enable',
  stateReason: string,
  { tx, row, now }: CustomerCall,
): Promise<void> {
  const state = customerFlow.after(row.state, event)! // `when` has asked for it
  await tx.update(customerRows).set({ state, stateReason }).where(eq(customerRows.id, row.id))
  await askCredit(tx, [row.id], 'account', now)
}

/** Codes in which money is on its way to the card, or about to be. */
const payingOut = [loanCode.disbursing, loanCode.repaymentProcessing]

/** Pays nothing more out to the card that is bound. @throws Refusal `no_card_bound`, `card_in_use`. */
export async function unbindBoundCard({ tx, row }: CustomerCall): Promise<void> {
  const used = and(eq(loanRows.customerId, row.id), inArray(loanRows.state, payingOut))
  const [order] = await tx.select({ id: loanRows.id }).from(loanRows).where(used).limit(1)
  if (order) throw new Refusal('card_in_use', { loan: order.id })
  if (!(await unbindCard(tx, row.id))) throw new Refusal('no_card_bound')
}
