import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { maskedLastFour } from '#contract/kernel/mask.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, Masked } from '#contract/kernel/values.ts'
import { isLive, loanCode } from '#contract/loans/flow.ts'
import { reviews } from '#contract/reviews/calls.ts'
import type { ReviewDetail } from '#contract/reviews/detail.ts'
import type { Review } from '#contract/reviews/row.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { documentsOf } from '#server/modules/loans/steps/decisions.ts'
import { decisionsOf } from '#server/modules/loans/steps/transition.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { picturesOf } from '#server/modules/pictures/steps/in-force.ts'
import { productRows } from '#server/modules/products/store.ts'
import { comparedOf } from './compared.ts'
import { sameElsewhere } from './same-elsewhere.ts'
import { reviewSource } from './source.ts'
import { reviewRows, waitsForAnybody } from './store.ts'

type ReviewId = IdOf<'review'>

/** Order, product, customer and card of a review, as they are stored. */
async function partsOf(tx: Db, id: ReviewId) {
  const [parts] = await tx
    .select({ review: reviewRows, loan: loanRows, product: productRows.name, customer: customerRows, card: cardRows })
    .from(reviewRows)
    .innerJoin(loanRows, eq(loanRows.id, reviewRows.loanId))
    .innerJoin(productRows, eq(productRows.id, loanRows.productId))
    .innerJoin(customerRows, eq(customerRows.id, loanRows.customerId))
    .leftJoin(cardRows, eq(cardRows.id, loanRows.cardId))
    .where(eq(reviewRows.id, id))
  return parts! // the review was found, and the rest is never deleted
}
type Parts = Awaited<ReturnType<typeof partsOf>>

/** Which of those that wait it is, and how many those are. */
async function placeOf(tx: Db, { review }: Parts): Promise<ReviewDetail['place']> {
  const { waitingSince, priority, id } = review
  if (!waitingSince || review.state === 'dataModifiable' || review.state === 'audited') return null
  const [place] = await rowsOf<{ of: number; nth: number }>(
    tx,
    sql`select count(*)::int + 1 as of, 1 + count(*) filter (where priority > ${priority}
          or (priority = ${priority} and waiting_since < ${waitingSince.toISOString()}::timestamptz))::int as nth
        from ${reviewRows} where ${waitsForAnybody} and ${reviewRows.id} <> ${id}`,
  )
  return place!
}

const loanOf = ({ loan, product }: Parts): ReviewDetail['loan'] => ({
  ...{ id: loan.id, state: loan.state, amount: ofMinor(loan.amountMinor, loan.currency) },
  ...{ received: ofMinor(loan.receivedMinor, loan.currency), tenureDays: loan.terms.tenureDays },
  ...{ product: { id: loan.productId, name: product }, firstLoan: loan.ordinal === 1 },
  appliedAt: toInstant(loan.appliedAt),
})

const applicantOf = ({ customer, card }: Parts): ReviewDetail['applicant'] => ({
  ...{ sex: customer.sex, birthDate: customer.birthDate, registeredAt: toInstant(customer.registeredAt) },
  ...{ profession: customer.profession, employment: customer.employment, education: customer.education },
  income: customer.incomeMinor === null ? null : ofMinor(customer.incomeMinor, customer.currency),
  address: customer.address,
  bank: card?.bank ?? null,
  account: (card ? maskedLastFour('account', card.accountTail) : null) as Masked | null, // just masked
})

/** How many of somebody's loans are shown beside a review. */
const earlierMax = 12

async function earlierOf(tx: Db, { loan }: Parts, today: string): Promise<ReviewDetail['earlier']> {
  const rows = await tx
    .select()
    .from(loanRows)
    .where(and(eq(loanRows.customerId, loan.customerId), ne(loanRows.id, loan.id)))
    .orderBy(desc(loanRows.appliedAt))
    .limit(earlierMax)
  const lateBy = ({ state, dueDate }: (typeof rows)[number]) =>
    isLive(state) && dueDate && state !== loanCode.awaitingRepayment
      ? Math.max(0, Math.round((Date.parse(today) - Date.parse(dueDate)) / 86_400_000))
      : null
  return rows.map((one) => ({
    ...{ id: one.id, state: one.state, amount: ofMinor(one.amountMinor, one.currency) },
    ...{ appliedAt: toInstant(one.appliedAt), overdueDays: lateBy(one) },
  }))
}

/** Everything that a decision on a review stands on. */
export async function detailOf(id: ReviewId, call: Call<'not_found'>): Promise<ReviewDetail> {
  const { tx, actor, app, today } = call
  const access = { actor, scopes: actor.scopesOf(reviews.detail.requires), app }
  const where = sql`${reviewRows.id} = ${id}`
  const [review] = await findMany<Review>(tx, { source: reviewSource, fields: reviews.list.fields }, { where }, access)
  if (!review) return call.fail('not_found')
  const parts = await partsOf(tx, id)
  const { customer, loan } = parts
  const decisions = await decisionsOf(tx, loan.id)
  return {
    review,
    loan: loanOf(parts),
    applicant: applicantOf(parts),
    place: await placeOf(tx, parts),
    asked: [...parts.review.asked],
    documents: documentsOf(customer, app.secrets, app.clock.country),
    pictures: await picturesOf(tx, customer.id),
    compared: await comparedOf(tx, customer, app),
    elsewhere: await sameElsewhere(tx, customer, today),
    rules: decisions.findLast(({ trace }) => trace.length > 0)?.trace ?? [],
    decisions: decisions.map(({ at, outcome, code, remark, decidedBy }) => ({ at, outcome, code, remark, decidedBy })),
    earlier: await earlierOf(tx, parts, today),
  }
}
