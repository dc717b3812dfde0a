import { sql } from 'drizzle-orm'
import { currencySign } from '#contract/kernel/format.ts'
import { formatDay } from '#contract/kernel/letter-dates.ts'
import { components, outstandingOf, totalOf } from '#contract/loans/balance.ts'
import { payments } from '#contract/payments.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { paymentSource } from '#server/modules/payments/source.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { accountOf } from '#server/modules/plans/steps/plans.ts'
import type { DocumentData, Formatters } from './data.ts'
import type { CustomerDocument, Section, TableColumn } from './steps/document.ts'

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)
const end = (title: string, share: number): TableColumn => ({ title, share, end: true })

type StatementPlan = DocumentData['plans'][number]

/** What of an instalment another order asks for, which extends it. */
const carriedOver = (plan: StatementPlan): number =>
  plan.state === 'extended' ? totalOf(outstandingOf(accountOf(plan))) : 0

/** What each instalment was charged, what became of that, and what it still asks for. */
function plansSection({ plans }: DocumentData, { t, amount, language }: Formatters): Section {
  const extended = plans.some(({ state }) => state === 'extended')
  const lines = plans.map((plan) => {
    const account = accountOf(plan)
    const { charged, reduced, discounted, lost, paid } = account
    const of = components.map((one) => charged[one])
    const figures = [
      ...of,
      totalOf(reduced) + totalOf(discounted),
      totalOf(lost),
      totalOf(paid),
      ...(extended ? [carriedOver(plan)] : []),
      plan.owedMinor,
    ]
    return { plan, figures }
  })
  const titles = [...components, 'reduced', 'lost', 'paid', ...(extended ? ['carriedOver'] : []), 'open']
  const sums = titles.map((_, i) => sumOf(lines.map(({ figures }) => figures[i]!)))
  return {
    heading: t('section.plans'),
    table: {
      columns: [
        { title: t('column.period'), share: 1 },
        { title: t('column.due'), share: 2 },
        ...titles.map((title) => end(t(`column.${title}`), 1.9)),
      ],
      rows: lines.map(({ plan: { serial, periods, dueDate }, figures }) => {
        return [`${serial}/${periods}`, formatDay(dueDate, language), ...figures.map(amount)]
      }),
      sums: [t('column.sum'), '', ...sums.map(amount)],
      none: '–',
    },
  }
}

/** What a payment can be used for beside the instalments. Told of only where some of it was. */
const besides = ['extensionFee', 'unapplied'] as const

/** What was paid, and what each payment was used for, to the last paisa. */
async function paymentsSection(
  { loan }: DocumentData,
  { t, amount, day }: Formatters,
  context: Context,
): Promise<Section> {
  const { tx, actor, app } = context
  const made = { where: sql`${paymentRows.loanId} = ${loan.id} and ${paymentRows.state} = 'success'` }
  const wanted = { ...made, order: sql`${paymentRows.completedAt}, ${paymentRows.id}` }
  const all = { actor, scopes: ['all'] as const, app } // whoever may see an order may see its parts
  const rows = await findMany(tx, { source: paymentSource, fields: payments.list.fields }, wanted, all)
  const more = besides.filter((one) => rows.some((row) => row[one].minor !== 0))
  const titles = ['amount', ...components, ...more]
  const figuresOf = (row: (typeof rows)[number]) =>
    [row.amount, row.toPenalty, row.toFee, row.toInterest, row.toPrincipal, ...more.map((one) => row[one])].map(
      ({ minor }) => minor,
    )
  const sums = titles.map((_, i) => sumOf(rows.map((row) => figuresOf(row)[i]!)))
  return {
    heading: t('section.payments'),
    table: {
      columns: [
        { title: t('column.paidOn'), share: 2 },
        { title: t('column.reference'), share: 3 },
        ...titles.map((title) => end(t(`column.${title}`), 2)),
      ],
      rows: rows.map((row) => {
        return [day(new Date(row.completedAt!)), row.utr ?? row.id, ...figuresOf(row).map(amount)]
      }),
      sums: [t('column.sum'), '', ...sums.map(amount)],
      none: t('noPayments'),
    },
  }
}

/** What an order was charged by the books of today, what became of it, and what is still owed. */
export async function statementOf(told: DocumentData, hand: Formatters, context: Context): Promise<CustomerDocument> {
  const { loan, plans, product, borrower } = told
  const { t, amount, day, language } = hand
  const today = formatDay(context.today, language)
  const open = sumOf(plans.map(({ owedMinor }) => owedMinor))
  const carried = sumOf(plans.map(carriedOver))
  const through = plans
    .flatMap(({ penaltyThrough }) => penaltyThrough ?? [])
    .toSorted()
    .at(-1)
  return {
    ...{
      language,
      sender: loan.app,
      title: t('title.statement'),
      subtitle: `${loan.id} · ${today}`,
      at: context.now,
    },
    parts: [
      {
        heading: t('section.loan'),
        facts: [
          [t('fact.borrower'), borrower.name],
          [t('fact.phone'), borrower.phone],
          [t('fact.product'), product],
          ...(loan.externalRef ? [[t('fact.externalRef'), loan.externalRef] as const] : []),
          [t('fact.currency'), `${loan.currency} (${currencySign(loan.currency)})`],
          [t('fact.amount'), amount(loan.amountMinor)],
          [t('fact.received'), amount(loan.receivedMinor)],
          [t('fact.disbursed'), day(loan.disbursedAt!)],
          [t('fact.open'), amount(open)],
        ],
      },
      plansSection(told, hand),
      await paymentsSection(told, hand, context),
      {
        heading: t('section.notes'),
        notes: [
          ...(told.childId ? [t('note.carriedOver', { amount: amount(carried), loan: told.childId })] : []),
          ...(through ? [t('note.penaltyThrough', { date: formatDay(through, language) })] : []),
          t('note.statement', { date: today }),
        ],
      },
    ],
    foot: (page, pages) => t('foot', { loan: loan.id, page, pages }),
  }
}
