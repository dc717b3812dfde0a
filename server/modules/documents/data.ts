import { asc, eq, sql } from 'drizzle-orm'
import { documents } from '#contract/documents.ts'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { countries, type LetterLanguage, numbersOf } from '#contract/kernel/countries.ts'
import type { FaultValues } from '#contract/kernel/fault.ts'
import { formatAmount, formatRate } from '#contract/kernel/format.ts'
import { formatDay } from '#contract/kernel/letter-dates.ts'
import { mask, maskedLastFour } from '#contract/kernel/mask.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { loan as loanSubject } from '#contract/loans/row.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { contractInForce } from '#server/modules/apps/steps.ts'
import { appRows } from '#server/modules/apps/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { orderSource } from '#server/modules/loans/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { merchantRows } from '#server/modules/merchants/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { productRows } from '#server/modules/products/store.ts'

/** Everything papers of an order are made of, each as it is kept. Personal data is masked. */
export interface DocumentData {
  readonly loan: typeof loanRows.$inferSelect
  readonly plans: readonly (typeof planRows.$inferSelect)[]
  /** The order that an extension has carried the debt over to. */
  readonly childId: IdOf<'loan'> | null
  readonly product: string
  /** The business that lends: the merchant the product is bound to. */
  readonly lender: string
  /** What the app's contract said beside the terms when it was applied for; none: nothing more. */
  readonly contractTemplate: string | null
  /** Who publishes the app. */
  readonly company: string
  readonly borrower: { readonly name: string; readonly phone: string; readonly pan: string }
}

/** An order that was paid out and is within reach, by its id; null where there is none. */
export async function documentDataOf(id: IdOf<'loan'>, { tx, actor, app }: Context): Promise<DocumentData | null> {
  const access = { actor, scopes: actor.scopesOf(documents.statement.requires), app }
  const where = sql`${loanRows.id} = ${id}`
  const [seen] = await findMany(tx, { source: orderSource, fields: loanSubject.fields }, { where }, access)
  if (!seen) return null
  const [row] = await tx
    .select()
    .from(loanRows)
    .innerJoin(customerRows, eq(customerRows.id, loanRows.customerId))
    .innerJoin(productRows, eq(productRows.id, loanRows.productId))
    .leftJoin(merchantRows, eq(merchantRows.id, productRows.merchantId))
    .where(where)
  const { loans: loan, customers: customer, products: product, merchants: merchant } = row!
  const plans = await tx.select().from(planRows).where(eq(planRows.loanId, id)).orderBy(asc(planRows.serial))
  const [child] = await tx.select({ id: loanRows.id }).from(loanRows).where(eq(loanRows.parentId, id))
  const [kept] = await tx
    .select({ company: appRows.company, template: contractInForce(appRows.id, loanRows.appliedAt) })
    .from(appRows)
    .innerJoin(loanRows, eq(loanRows.app, appRows.id))
    .where(where)
  const { name, phone, panTail } = customer
  return {
    loan,
    plans,
    childId: child?.id ?? null,
    product: product.name,
    lender: merchant?.name ?? loan.app,
    contractTemplate: kept?.template ?? null,
    company: kept?.company ?? loan.app,
    borrower: {
      name: name ?? customer.id,
      phone: phone ? mask('phone', phone) : '–',
      pan: panTail ? maskedLastFour('pan', panTail) : '–',
    },
  }
}

/** How papers about one order are written: in which words, amounts and days. */
export interface Formatters {
  readonly language: LetterLanguage
  t(key: string, values?: FaultValues): string
  /** With its decimals, without its sign: the paper says once what is counted in. */
  amount(minor: number): string
  /** A rate in ppm as percent. */
  rate(ppm: number): string
  /** The day of a moment where the business runs. */
  day(at: Date): string
}

/** The hand that papers of an order are written in. */
export function formattersFor(
  { currency }: DocumentData['loan'],
  { app: { clock, translations } }: Pick<Context, 'app'>,
): Formatters {
  const { letters } = countries[clock.country]
  const numbers = numbersOf(clock.country)
  return {
    language: letters,
    t: (key, values) => translations.t(letters, `documents.${key}`, values),
    amount: (minor) => formatAmount(ofMinor(minor, currency), numbers, true),
    rate: (ppm) => formatRate(ppm, numbers),
    day: (at) => formatDay(businessDate(toInstant(at), clock.country), letters),
  }
}
