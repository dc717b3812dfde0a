import { and, eq, isNull } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { repayable } from '#contract/loans/balance.ts'
import { isLive, loanFlow } from '#contract/loans/flow.ts'
import { type PaymentEvent, type PaymentKind, payment as paymentSubject } from '#contract/payments.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { caseHolderOf } from '#server/modules/case-holder/store.ts'
import { lockLoan } from '#server/modules/loans/steps/transition.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { booksOf } from '#server/modules/plans/steps/books.ts'
import { beginPayment, paymentFailed, paymentSucceeded } from '#server/modules/settlements/steps.ts'
import { exitOn } from './steps/early-exit.ts'
import { paymentChannel } from './steps/links.ts'
import { mustBeNewUtr } from './steps/references.ts'
import { paymentLinkRows, paymentRows, type StoredPayment } from './store.ts'

type StoredLink = typeof paymentLinkRows.$inferSelect

async function linkOf(tx: Db, { linkId, loanId }: PaymentEvent): Promise<StoredLink | null> {
  if (!linkId) return null
  const id = linkId as IdOf<'paymentLink'> // looked up here; an unknown one is refused
  const [link] = await tx.select().from(paymentLinkRows).where(eq(paymentLinkRows.id, id)).for('update')
  if (link?.loanId !== loanId) throw new Refusal('unknown_link')
  return link
}

/** What a payment is for that no link has named: by what is owed at that moment. */
async function kindOf(tx: Db, loan: StoredLoan, event: PaymentEvent, app: AppContext): Promise<PaymentKind> {
  if (!isLive(loan.state)) return 'normal'
  const books = await booksOf(tx, loan, new Date(event.at), app)
  if (exitOn(loan, books, app)?.payableMinor === event.amountMinor) return 'early'
  const { asked, day } = books
  const [oldest] = asked
  if (!oldest || event.amountMinor < repayable([oldest])) return 'partial'
  return day < oldest.dueDate ? 'early' : 'normal'
}

/** Money cannot have been there before the order was paid out, nor in the future. */
function valueDate({ at }: PaymentEvent, { disbursedAt }: StoredLoan, { clock }: AppContext): Date {
  const told = Date.parse(at)
  return new Date(Math.min(clock.now().getTime(), Math.max(told, disbursedAt?.getTime() ?? told)))
}

interface WebhookContext {
  readonly loan: StoredLoan
  readonly link: StoredLink | null
  readonly event: PaymentEvent
}

/** Writes down a payment that is heard of for the first time. */
async function addPayment(tx: Db, { loan, link, event }: WebhookContext, app: AppContext): Promise<StoredPayment> {
  const kind = link?.kind ?? (await kindOf(tx, loan, event, app))
  const now = app.clock.now()
  const values = {
    ...{
      id: await newId(tx, paymentSubject.ids, today(app.clock, now)),
      loanId: loan.id,
      currency: loan.currency,
      kind,
    },
    ...{ amountMinor: event.amountMinor, channel: link ? ('link' as const) : event.by, platformRef: event.ref },
    ...{ linkId: link?.id ?? null, configId: link?.configId ?? null },
    ...{ state: 'paying' as const, createdAt: now, ...caseHolderOf(loan) },
  }
  const [row] = await tx.insert(paymentRows).values(values).returning()
  if (link) await tx.update(paymentLinkRows).set({ state: 'used' }).where(eq(paymentLinkRows.id, link.id))
  return row!
}

/** Writes down what the channel has said of a payment. */
async function recordOutcome(
  tx: Db,
  { id }: StoredPayment,
  { loan, event }: WebhookContext,
  app: AppContext,
): Promise<StoredPayment> {
  const { outcome: state, paymentNo, utr, upi, costMinor, failure } = event
  const completedAt = state === 'success' ? valueDate(event, loan, app) : null
  const bookedAt = state === 'success' ? app.clock.now() : null
  const told = { state, paymentNo, utr, upi, costMinor, failure, completedAt, bookedAt }
  const [row] = await tx.update(paymentRows).set(told).where(eq(paymentRows.id, id)).returning()
  return row!
}

/** The payment an event is about, where it was heard of before. */
async function knownOf(tx: Db, { loan, link, event }: WebhookContext): Promise<StoredPayment | undefined> {
  const channel = link ? 'link' : event.by
  const by = link?.configId ? eq(paymentRows.configId, link.configId) : isNull(paymentRows.configId)
  const same = and(eq(paymentRows.channel, channel), eq(paymentRows.platformRef, event.ref), by)
  const [known] = await tx.select().from(paymentRows).where(same).for('update')
  if (known && (known.loanId !== loan.id || known.amountMinor !== event.amountMinor))
    throw new Refusal('amount_differs')
  return known
}

/** What is said for the first time is heard; a payment that has succeeded stays so, whatever is said after. */
const isNews = (known: StoredPayment | undefined, { outcome }: PaymentEvent): boolean =>
  !known || (known.state !== outcome && known.state !== 'success' && outcome !== 'paying')

/**
 * Hears what a channel says of a payment, late, twice and in any order, and takes its order along. Money that has come in
 * is never turned away: what nobody owes waits to be given back. Answers whether it was news.
 * @throws Refusal for what cannot be about us, for a UTR that another payment has, and for a payment begun on an order that
 * takes none.
 */
export async function receiveWebhook(tx: Db, event: PaymentEvent, now: Date, app: AppContext): Promise<boolean> {
  const loan = await lockLoan(tx, event.loanId as IdOf<'loan'>) // looked up here; an unknown one is refused
  if (!loan) throw new Refusal('unknown_loan')
  if (loan.currency !== event.currency) throw new Refusal('wrong_currency', { currency: loan.currency })
  const heard = { loan, event, link: await linkOf(tx, event) }
  const known = await knownOf(tx, heard)
  if (!isNews(known, event)) return false
  const cause = { actor: paymentChannel, now, reason: event.failure }
  if (event.outcome === 'paying') {
    const may = loanFlow.can('startPay')(loan)
    if (!may.ok) throw new Refusal(may.fault, may.values)
    await addPayment(tx, heard, app)
    await beginPayment(tx, loan, cause, app)
    return true
  }
  if (event.outcome === 'success' && event.utr) await mustBeNewUtr(tx, event.utr)
  const payment = await recordOutcome(tx, known ?? (await addPayment(tx, heard, app)), heard, app)
  if (event.outcome === 'success') await paymentSucceeded(tx, { loan, payment }, cause, app)
  else if (known) await paymentFailed(tx, { loan, payment }, cause, app)
  return true
}
