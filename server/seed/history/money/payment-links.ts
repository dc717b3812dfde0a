import type { IdOf } from '#contract/kernel/values.ts'
import { declaredParameters } from '#contract/parameters/declared.ts'
import { ids } from '#server/kernel/base/ids.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import { later } from '#server/seed/history/context.ts'
import type { Debt } from './debt.ts'

type Link = RowOf<'paymentLinks'>

const goodMinutes = declaredParameters['payment.linkHours'].parse(undefined) * 60

/** What a link asks for, and what has become of it. */
interface NewLink extends Pick<Link, 'amountMinor' | 'kind' | 'state' | 'createdAt'> {
  readonly madeBy: string
  readonly extensionId?: IdOf<'extension'>
  readonly until?: Date
}

/** Writes a link down that a customer was sent, and notes that in the order's log. Answers its id. */
export function sendLink({ order }: Debt, { until, ...about }: NewLink): IdOf<'paymentLink'> {
  const { context, row } = order
  const id = context.book.id(ids.paymentLink, context.dateOf(about.createdAt))
  const usual = later(about.createdAt, goodMinutes)
  const expiresAt = until && until < usual ? until : usual
  const asked = { id, loanId: row.id, currency: row.currency, extensionId: null, couponId: null, configId: null }
  context.book.buffers.paymentLinks.add({ ...asked, ...about, expiresAt })
  order.log('sendPaymentLink', about.createdAt, about.madeBy)
  return id
}
