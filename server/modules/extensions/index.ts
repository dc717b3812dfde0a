import { eq } from 'drizzle-orm'
import { type Extension, extension, extensions } from '#contract/extensions.ts'
import type { Loan as LoanRow } from '#contract/loans/row.ts'
import { type Call, found, implement, Refusal } from '#server/kernel/implement.ts'
import { lockLoan } from '#server/modules/loans/steps.ts'
import { startLink } from '#server/modules/payments/links.ts'
import { openBooks } from '#server/modules/payments/steps.ts'
import { priceOf } from './pricing.ts'
import { extensionSource } from './source.ts'
import { addExtension, expireOffers, openExtension } from './steps.ts'
import { extensionRows } from './store.ts'

/** Works out what it costs to put a due date off, and offers it for the day. */
async function quote(call: Call<never, LoanRow>): Promise<void> {
  const { tx, row, today, ground } = call
  const loan = (await lockLoan(tx, row.id))!
  const books = await openBooks(tx, loan, ground)
  if (books.plans.length === 0) throw new Refusal('nothing_owed')
  if (books.plans.some(({ openRequest }) => openRequest)) throw new Refusal('open_request')
  const open = await openExtension(tx, loan.id)
  if (open && open.validUntil >= today) throw new Refusal('quote_open', { quote: open.id })
  if (open) await expireOffers(tx, loan.id)
  await addExtension(tx, loan, await priceOf(tx, loan, books), { ...call, state: 'quoted', source: 'staff' })
}

/** Sends a link for exactly the price, which has to be what it was when it was quoted. */
async function sendLink(call: Call<never, Extension>): Promise<void> {
  const { tx, row, ground } = call
  const loan = (await lockLoan(tx, row.loanId))!
  const { repayableMinor } = await priceOf(tx, loan, await openBooks(tx, loan, ground))
  if (repayableMinor !== row.total.minor) throw new Refusal('quote_changed')
  await startLink(loan, { amountMinor: repayableMinor, kind: 'extension', extensionId: row.id }, call)
  await tx.update(extensionRows).set({ state: 'paying' }).where(eq(extensionRows.id, row.id))
}

/** Due dates that are put off. */
export default implement(
  extensions,
  {
    list: extensionSource,
    quote: (_, call) => quote(call),
    sendLink: (_, call) => sendLink(call),
    async cancel(_, { tx, row }) {
      await tx.update(extensionRows).set({ state: 'expired' }).where(eq(extensionRows.id, row.id))
    },
  },
  [found(extension, extensionSource)],
)
