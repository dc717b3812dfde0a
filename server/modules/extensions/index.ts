import { eq } from 'drizzle-orm'
import { type Extension, extension, extensions } from '#contract/extensions.ts'
import { addDays, startOfDay } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanCode as codes } from '#contract/loans/flow.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { lockFor, lockLoan } from '#server/modules/loans/steps/transition.ts'
import { createLink } from '#server/modules/payments/steps/links.ts'
import { openBooks } from '#server/modules/plans/steps/books.ts'
import { extensionSource } from './source.ts'
import { addExtension, expireOffers, openExtension } from './steps/offers.ts'
import { priceOf } from './steps/pricing.ts'
import { extensionRows } from './store.ts'

/** Works out what it costs to put a due date off, and offers it for the day. */
async function quote(loanId: IdOf<'loan'>, call: Context): Promise<void> {
  const { tx, today, now, app } = call
  const loan = await lockFor(tx, loanId, 'quoteExtension')
  const books = await openBooks(tx, loan, app)
  if (books.plans.length === 0) throw new Refusal('nothing_owed')
  if (books.plans.some(({ openRequest }) => openRequest)) throw new Refusal('open_request')
  const open = await openExtension(tx, loan.id)
  if (open && open.validUntil >= today) throw new Refusal('quote_open', { quote: open.id })
  if (open) await expireOffers(tx, loan.id, now)
  await addExtension(tx, loan, await priceOf(tx, loan, books), { ...call, state: 'quoted', source: 'staff' })
}

/** Sends a link for exactly the price, which has to be what it was when it was quoted. */
async function sendLink(call: Call<never, Extension>): Promise<void> {
  const { tx, row, app, today } = call
  const loan = (await lockLoan(tx, row.loanId))!
  const { repayableMinor } = await priceOf(tx, loan, await openBooks(tx, loan, app))
  if (repayableMinor !== row.total.minor) throw new Refusal('quote_changed')
  const until = new Date(startOfDay(addDays(today, 1), app.clock.country)) // tomorrow it costs more
  await createLink(loan, { amountMinor: repayableMinor, kind: 'extension', extensionId: row.id, until }, call)
  await tx.update(extensionRows).set({ state: 'paying' }).where(eq(extensionRows.id, row.id))
}

/** Takes an offer back, and the link for its price, unless the customer is paying it. */
async function cancel({ tx, row, now }: Call<never, Extension>): Promise<void> {
  const loan = (await lockLoan(tx, row.loanId))!
  if (row.state === 'paying' && loan.state === codes.repaymentProcessing) throw new Refusal('payment_under_way')
  await expireOffers(tx, row.loanId, now)
}

/** Handlers of `extensions`: due dates that are put off. */
export default implement(
  extensions,
  {
    list: extensionSource,
    quote: (_, call) => quote(call.row.id, call),
    quotePlan: (_, call) => quote(call.row.loanId, call),
    quoteAgain: (_, call) => quote(call.row.loanId, call),
    sendLink: (_, call) => sendLink(call),
    cancel: (_, call) => cancel(call),
  },
  [rowSource(extension, extensionSource)],
)
