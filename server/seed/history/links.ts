import type { IdOf } from '#contract/kernel/values.ts'
import { parameters } from '#contract/parameters.ts'
import type { RowOf } from './book.ts'
import type { Debt } from './debt.ts'
import { later } from './world.ts'

type Link = RowOf<'paymentLinks'>

const goodMinutes = parameters['payment.linkHours'].parse(undefined) * 60

/** What a link asks for, and what has become of it. */
interface About extends Pick<Link, 'amountMinor' | 'kind' | 'state' | 'createdAt'> {
  readonly madeBy: string
  readonly extensionId?: IdOf<'extension'>
  readonly until?: Date
}

/** Writes a link down that a customer was sent, and notes that in the order's log. Answers its id. */
export function sendLink({ order }: Debt, { until, ...about }: About): IdOf<'paymentLink'> {
  const { world, row } = order
  const id = world.book.id('paymentLink', world.dateOf(about.createdAt))
  const usual = later(about.createdAt, goodMinutes)
  const expiresAt = until && until < usual ? until : usual
  const asked = { id, loanId: row.id, currency: row.currency, extensionId: null }
  world.book.sheets.paymentLinks.add({ ...asked, ...about, expiresAt })
  order.note('sendPaymentLink', about.createdAt, about.madeBy)
  return id
}
