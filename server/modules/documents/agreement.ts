import { addDays } from '#contract/kernel/calendar.ts'
import { currencySign, formatDay } from '#contract/kernel/format.ts'
import { total } from '#contract/loans/balance.ts'
import { penaltyCap } from '#contract/loans/penalty.ts'
import { schedule } from '#contract/loans/plan.ts'
import { type Quote, quote, shownApr } from '#contract/loans/quote.ts'
import type { Terms } from '#contract/loans/terms.ts'
import type { Context } from '#server/kernel/implement.ts'
import type { Fact, Paper, Part } from './paper.ts'
import type { Hand, Told } from './source.ts'

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)

/** Who lends what to whom, and what it costs altogether. */
function loanFacts({ loan, product, borrower }: Told, quoted: Quote, { say, amount, rate, day }: Hand): Fact[] {
  const { terms, app, currency, appliedAt, disbursedAt } = loan
  const interest = sumOf(quoted.periods.map(({ charges }) => charges.interest))
  return [
    [say('fact.lender'), app],
    [say('fact.borrower'), borrower.name],
    [say('fact.pan'), borrower.pan],
    [say('fact.phone'), borrower.phone],
    [say('fact.product'), product],
    [say('fact.currency'), `${currency} (${currencySign(currency)})`],
    [say('fact.amount'), amount(quoted.amountMinor)],
    [say('fact.received'), amount(loan.receivedMinor)],
    [say('fact.fee'), `${amount(quoted.feeMinor)} (${rate(terms.serviceRatePpm)})`],
    [say('fact.tax'), `${amount(quoted.gstMinor)} (${rate(terms.gstPpm)})`],
    [say('fact.interest'), `${amount(interest)} (${rate(terms.dailyInterestPpm)} ${say('perDay')})`],
    [say('fact.total'), amount(quoted.dueMinor)],
    [say('fact.apr'), rate(shownApr(quoted.aprPpm))],
    [say('fact.tenure'), say('days', { count: terms.tenureDays })],
    [say('fact.applied'), day(appliedAt)],
    [say('fact.disbursed'), day(disbursedAt!)],
  ]
}

/** When what falls due, as it was agreed. */
function schedulePart({ plans }: Told, quoted: Quote, { say, amount, language }: Hand): Part {
  const [first] = plans
  const agreed = first ? schedule(quoted, addDays(first.dueDate, -quoted.periods[0]!.days)) : []
  const figures = agreed.map(({ charged: { principal, interest, fee }, charged }) => {
    return [principal, interest, fee, total(charged)]
  })
  const titles = ['principal', 'interest', 'fee', 'dueAmount']
  return {
    heading: say('section.schedule'),
    table: {
      columns: [
        { title: say('column.period'), share: 1 },
        { title: say('column.due'), share: 2 },
        ...titles.map((title) => ({ title: say(`column.${title}`), share: 2, end: true })),
      ],
      rows: agreed.map(({ serial, dueDate }, i) => {
        return [`${serial}/${agreed.length}`, formatDay(dueDate, language), ...figures[i]!.map(amount)]
      }),
      sums: [say('column.sum'), '', ...titles.map((_, i) => amount(sumOf(figures.map((line) => line[i]!))))],
      none: '–',
    },
  }
}

/** What it costs to be late. */
function latePart(amountMinor: number, { penalty }: Terms, { say, amount, rate }: Hand): Part {
  const { tiers, graceDays, base, capPpmOfPrincipal, badDebtDays } = penalty
  const heading = say('section.late')
  if (tiers.length === 0) return { heading, notes: [say('note.noPenalty')] }
  const cap = { rate: rate(capPpmOfPrincipal), amount: amount(penaltyCap(amountMinor, penalty)) }
  return {
    heading,
    table: {
      columns: [
        { title: say('column.days'), share: 1 },
        { title: say('column.perDay'), share: 1, end: true },
      ],
      rows: tiers.map(({ fromDay, toDay, ratePpm }) => {
        return [toDay === null ? `${fromDay}+` : `${fromDay}–${toDay}`, rate(ratePpm)]
      }),
      none: '–',
    },
    notes: [
      say(`note.${base}`),
      ...(graceDays > 0 ? [say('note.grace', { count: graceDays })] : []),
      say('note.cap', cap),
      say('note.badDebt', { count: badDebtDays }),
    ],
  }
}

/** How the order may be ended before its term, or its due date put off. */
function waysPart({ earlyInterest, coolingOffDays, coolingOffRefundsFee, extension }: Terms, hand: Hand): Part {
  const { say, amount, rate } = hand
  const fee = 'ppm' in extension.fee ? rate(extension.fee.ppm) : amount(extension.fee.fixedMinor)
  const commission = rate(extension.commissionPpm)
  return {
    heading: say('section.ways'),
    notes: [
      say(`note.early.${earlyInterest}`),
      ...(coolingOffDays > 0 ? [say('note.coolingOff', { count: coolingOffDays })] : []),
      ...(coolingOffDays > 0 && coolingOffRefundsFee ? [say('note.feeRefunded')] : []),
      extension.enabled
        ? say('note.extension', { days: extension.days, fee, commission, count: extension.timesMax })
        : say('note.noExtension'),
    ],
  }
}

/** The terms an order was lent on, as they were taken down when it was submitted. */
export function agreementOf(told: Told, hand: Hand, { now }: Pick<Context, 'now'>): Paper {
  const { loan } = told
  const { say, language, day } = hand
  const quoted = quote(loan.amountMinor, loan.terms)
  const title = say(loan.kind === 'extension' ? 'title.extension' : 'title.contract')
  const parent = loan.parentId ? [say('note.parent', { loan: loan.parentId })] : []
  return {
    ...{ language, sender: loan.app, title, subtitle: `${loan.id} · ${day(loan.disbursedAt!)}`, at: now },
    parts: [
      { heading: say('section.terms'), facts: loanFacts(told, quoted, hand), notes: parent },
      schedulePart(told, quoted, hand),
      latePart(loan.amountMinor, loan.terms, hand),
      waysPart(loan.terms, hand),
    ],
    foot: (page, pages) => say('foot', { loan: loan.id, page, pages }),
  }
}
