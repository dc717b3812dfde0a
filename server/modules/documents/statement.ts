import { sql } from 'drizzle-orm'
import { currencySign, formatDay } from '#contract/kernel/format.ts'
import { components, owed, total } from '#contract/loans/balance.ts'
import { payments } from '#contract/payments.ts'
import type { Context } from '#server/kernel/implement.ts'
import { findMany } from '#server/kernel/source.ts'
import { paymentSource } from '#server/modules/payments/source.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { accountOf } from '#server/modules/plans/steps.ts'
import type { Column, Paper, Part } from './paper.ts'
import type { Hand, Told } from './source.ts'

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)
const end = (title: string, share: number): Column => ({ title, share, end: true })

/** What each instalment was charged, what became of that, and what it still asks for. */
function plansPart({ plans }: Told, { say, amount, language }: Hand): Part {
  const lines = plans.map((plan) => {
    const account = accountOf(plan)
    const { charged, reduced, discounted, lost, paid } = account
    const of = components.map((one) => charged[one])
    const figures = [...of, total(reduced) + total(discounted), total(lost), total(paid), total(owed(account))]
    return { plan, figures }
  })
  const titles = [...components, 'reduced', 'lost', 'paid', 'open']
  const sums = titles.map((_, i) => sumOf(lines.map(({ figures }) => figures[i]!)))
  return {
    heading: say('section.plans'),
    table: {
      columns: [
        { title: say('column.period'), share: 1 },
        { title: say('column.due'), share: 2 },
        ...titles.map((title) => end(say(`column.${title}`), 1.9)),
      ],
      rows: lines.map(({ plan: { serial, periods, dueDate }, figures }) => {
        return [`${serial}/${periods}`, formatDay(dueDate, language), ...figures.map(amount)]
      }),
      sums: [say('column.sum'), '', ...sums.map(amount)],
      none: '–',
    },
  }
}

/** What was paid, and what each payment was used for. */
async function paymentsPart({ loan }: Told, { say, amount, day }: Hand, context: Context): Promise<Part> {
  const { tx, actor, ground } = context
  const made = { where: sql`${paymentRows.loanId} = ${loan.id} and ${paymentRows.state} = 'success'` }
  const wanted = { ...made, order: sql`${paymentRows.completedAt}, ${paymentRows.id}` }
  const all = { actor, scopes: ['all'] as const, ground } // whoever may see an order may see its parts
  const rows = await findMany(tx, { source: paymentSource, fields: payments.list.fields }, wanted, all)
  const figuresOf = (row: (typeof rows)[number]) =>
    [row.amount, row.toPenalty, row.toFee, row.toInterest, row.toPrincipal].map(({ minor }) => minor)
  const sums = [0, 1, 2, 3, 4].map((i) => sumOf(rows.map((row) => figuresOf(row)[i]!)))
  return {
    heading: say('section.payments'),
    table: {
      columns: [
        { title: say('column.paidOn'), share: 2 },
        { title: say('column.reference'), share: 3 },
        ...['amount', ...components].map((title) => end(say(`column.${title}`), 2)),
      ],
      rows: rows.map((row) => {
        return [day(new Date(row.completedAt!)), row.utr ?? row.id, ...figuresOf(row).map(amount)]
      }),
      sums: [say('column.sum'), '', ...sums.map(amount)],
      none: say('noPayments'),
    },
  }
}

/** What an order was charged by the books of today, what became of it, and what is still owed. */
export async function statementOf(told: Told, hand: Hand, context: Context): Promise<Paper> {
  const { loan, plans, product, borrower } = told
  const { say, amount, day, language } = hand
  const today = formatDay(context.today, language)
  const open = sumOf(plans.map((plan) => total(owed(accountOf(plan)))))
  const through = plans
    .flatMap(({ penaltyThrough }) => penaltyThrough ?? [])
    .toSorted()
    .at(-1)
  return {
    ...{
      language,
      sender: loan.app,
      title: say('title.statement'),
      subtitle: `${loan.id} · ${today}`,
      at: context.now,
    },
    parts: [
      {
        heading: say('section.loan'),
        facts: [
          [say('fact.borrower'), borrower.name],
          [say('fact.phone'), borrower.phone],
          [say('fact.product'), product],
          [say('fact.currency'), `${loan.currency} (${currencySign(loan.currency)})`],
          [say('fact.amount'), amount(loan.amountMinor)],
          [say('fact.received'), amount(loan.receivedMinor)],
          [say('fact.disbursed'), day(loan.disbursedAt!)],
          [say('fact.open'), amount(open)],
        ],
      },
      plansPart(told, hand),
      await paymentsPart(told, hand, context),
      {
        heading: say('section.notes'),
        notes: [
          ...(through ? [say('note.penaltyThrough', { date: formatDay(through, language) })] : []),
          say('note.statement', { date: today }),
        ],
      },
    ],
    foot: (page, pages) => say('foot', { loan: loan.id, page, pages }),
  }
}
