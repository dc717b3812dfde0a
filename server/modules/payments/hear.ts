import { and, eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { repayable } from '#contract/loans/balance.ts'
import { isLive, loanFlow } from '#contract/loans/flow.ts'
import { PaymentEvent, type PaymentKind } from '#contract/payments.ts'
import { today } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { newId } from '#server/kernel/ids.ts'
import { Refusal } from '#server/kernel/implement.ts'
import { holderOf } from '#server/modules/cases/holder.ts'
import { lockLoan } from '#server/modules/loans/steps.ts'
import { booksOf, type Loan } from './apply.ts'
import { paymentChannel } from './gateway.ts'
import { begin, failed, type Stored, succeeded } from './resolve.ts'
import { mustBeNewUtr } from './steps.ts'
import { paymentLinkRows, paymentRows } from './store.ts'

/** What a channel sent, if it is really from the channel. */
export function mustBeEvent(payload: string, signature: string, { secrets }: Ground): PaymentEvent {
  if (!secrets.verify(paymentChannel, payload, signature)) throw new Refusal('bad_signature')
  try {
    return PaymentEvent.parse(JSON.parse(payload))
  } catch {
    throw new Refusal('bad_payload')
  }
}

type Link = typeof paymentLinkRows.$inferSelect

async function linkOf(tx: Db, { linkId, loanId }: PaymentEvent): Promise<Link | null> {
  if (!linkId) return null
  const id = linkId as IdOf<'paymentLink'> // looked up here; an unknown one is refused
  const [link] = await tx.select().from(paymentLinkRows).where(eq(paymentLinkRows.id, id)).for('update')
  if (link?.loanId !== loanId) throw new Refusal('unknown_link')
  return link
}

/** What a payment is for that no link has named: by what is owed at that moment. */
async function kindOf(tx: Db, loan: Loan, event: PaymentEvent, ground: Ground): Promise<PaymentKind> {
  if (!isLive(loan.state)) return 'normal'
  const { asked, day } = await booksOf(tx, loan, new Date(event.at), ground)
  const [oldest] = asked
  if (!oldest || event.amountMinor < repayable([oldest])) return 'partial'
  return day < oldest.dueDate ? 'early' : 'normal'
}

/** Money cannot have been there before the order was paid out, nor in the future. */
function valueAt({ at }: PaymentEvent, { disbursedAt }: Loan, { clock }: Ground): Date {
  const told = Date.parse(at)
  return new Date(Math.min(clock.now().getTime(), Math.max(told, disbursedAt?.getTime() ?? told)))
}

interface Heard {
  readonly loan: Loan
  readonly link: Link | null
  readonly event: PaymentEvent
}

/** Writes down a payment that is heard of for the first time. */
async function add(tx: Db, { loan, link, event }: Heard, ground: Ground): Promise<Stored> {
  const kind = link?.kind ?? (await kindOf(tx, loan, event, ground))
  const now = ground.clock.now()
  const values = {
    ...{ id: await newId(tx, 'payment', today(ground.clock, now)), loanId: loan.id, currency: loan.currency, kind },
    ...{ amountMinor: event.amountMinor, channel: link ? ('link' as const) : event.by, platformRef: event.ref },
    ...{ linkId: link?.id ?? null, state: 'paying' as const, createdAt: now, ...holderOf(loan) },
  }
  const [row] = await tx.insert(paymentRows).values(values).returning()
  if (link) await tx.update(paymentLinkRows).set({ state: 'used' }).where(eq(paymentLinkRows.id, link.id))
  return row!
}

/** Writes down what the channel has said of a payment. */
async function note(tx: Db, { id }: Stored, { loan, event }: Heard, ground: Ground): Promise<Stored> {
  const { outcome: state, paymentNo, utr, upi, costMinor, failure } = event
  const completedAt = state === 'success' ? valueAt(event, loan, ground) : null
  const told = { state, paymentNo, utr, upi, costMinor, failure, completedAt }
  const [row] = await tx.update(paymentRows).set(told).where(eq(paymentRows.id, id)).returning()
  return row!
}

/** The payment an event is about, where it was heard of before. */
async function knownOf(tx: Db, { loan, link, event }: Heard): Promise<Stored | undefined> {
  const channel = link ? 'link' : event.by
  const same = and(eq(paymentRows.channel, channel), eq(paymentRows.platformRef, event.ref))
  const [known] = await tx.select().from(paymentRows).where(same).for('update')
  if (known && (known.loanId !== loan.id || known.amountMinor !== event.amountMinor))
    throw new Refusal('amount_differs')
  return known
}

/** What is said for the first time is heard; a payment that has succeeded stays so, whatever is said after. */
const isNews = (known: Stored | undefined, { outcome }: PaymentEvent): boolean =>
  !known || (known.state !== outcome && known.state !== 'success' && outcome !== 'paying')

/**
 * Hears what a channel says of a payment, late, twice and in any order, and takes its order along. Money that has come in
 * is never turned away: what nobody owes waits to be given back. Answers whether it was news.
 * @throws Refusal for what cannot be about us, for a UTR that another payment has, and for a payment begun on an order that
 * takes none.
 */
export async function hear(tx: Db, event: PaymentEvent, now: Date, ground: Ground): Promise<boolean> {
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
    await add(tx, heard, ground)
    await begin(tx, loan, cause)
    return true
  }
  if (event.outcome === 'success' && event.utr) await mustBeNewUtr(tx, event.utr)
  const payment = await note(tx, known ?? (await add(tx, heard, ground)), heard, ground)
  if (event.outcome === 'success') await succeeded(tx, { loan, payment }, cause, ground)
  else if (known) await failed(tx, { loan, payment }, cause, ground)
  return true
}
