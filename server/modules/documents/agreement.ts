import { filledContract } from '#contract/contract-template.ts'
import { addDays, businessDate, type Country, daysBetween, toInstant } from '#contract/kernel/calendar.ts'
import { currencySign } from '#contract/kernel/format.ts'
import { formatDay } from '#contract/kernel/letter-dates.ts'
import { totalOf } from '#contract/loans/balance.ts'
import { penaltyCap } from '#contract/loans/penalty.ts'
import { schedule } from '#contract/loans/plan.ts'
import { type Quote, quote, quoteOfPeriods, roundApr } from '#contract/loans/quote.ts'
import type { Terms } from '#contract/loans/terms.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { accountOf } from '#server/modules/plans/steps/plans.ts'
import type { DocumentData, Formatters } from './data.ts'
import type { CustomerDocument, Fact, Section } from './steps/document.ts'

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)

/** What was agreed. Of an order that was lent elsewhere only its instalments are known, and they say what it costs. */
function agreedQuote({ loan, plans }: DocumentData, country: Country): Quote {
  if (loan.externalId === null) return quote(loan.amountMinor, loan.terms)
  let from = businessDate(toInstant(loan.disbursedAt!), country)
  const periods = plans.map((plan) => {
    const charges = { ...accountOf(plan).charged, penalty: 0 }
    const days = daysBetween(from, plan.dueDate)
    from = plan.dueDate
    return { days, charges, dueMinor: totalOf(charges) }
  })
  return quoteOfPeriods(loan, periods)
}

/** Who lends what to whom, and what it costs altogether. */
function loanFacts(
  { loan, product, borrower, lender }: DocumentData,
  quoted: Quote,
  { t, amount, rate, day }: Formatters,
): Fact[] {
  const { terms, currency, appliedAt, disbursedAt } = loan
  const interest = sumOf(quoted.periods.map(({ charges }) => charges.interest))
  const daily = `(${rate(terms.dailyInterestPpm)} ${t('perDay')})`
  return [
    [t('fact.lender'), lender],
    [t('fact.borrower'), borrower.name],
    [t('fact.pan'), borrower.pan],
    [t('fact.phone'), borrower.phone],
    [t('fact.product'), product],
    ...(loan.externalRef ? [[t('fact.externalRef'), loan.externalRef] as const] : []),
    [t('fact.currency'), `${currency} (${currencySign(currency)})`],
    [t('fact.amount'), amount(quoted.amountMinor)],
    [t('fact.received'), amount(loan.receivedMinor)],
    [t('fact.fee'), `${amount(quoted.feeMinor)} (${rate(terms.serviceRatePpm)})`],
    [t('fact.tax'), `${amount(quoted.gstMinor)} (${rate(terms.gstPpm)})`],
    [t('fact.interest'), loan.externalId === null ? `${amount(interest)} ${daily}` : amount(interest)],
    [t('fact.total'), amount(quoted.dueMinor)],
    [t('fact.apr'), rate(roundApr(quoted.aprPpm))],
    [t('fact.tenure'), t('days', { count: terms.tenureDays })],
    [t('fact.applied'), day(appliedAt)],
    [t('fact.disbursed'), day(disbursedAt!)],
  ]
}

/** When what falls due, as it was agreed. */
function scheduleSection({ plans }: DocumentData, quoted: Quote, { t, amount, language }: Formatters): Section {
  const [first] = plans
  const agreed = first ? schedule(quoted, addDays(first.dueDate, -quoted.periods[0]!.days)) : []
  const figures = agreed.map(({ charged: { principal, interest, fee }, charged }) => {
    return [principal, interest, fee, totalOf(charged)]
  })
  const titles = ['principal', 'interest', 'fee', 'dueAmount']
  return {
    heading: t('section.schedule'),
    table: {
      columns: [
        { title: t('column.period'), share: 1 },
        { title: t('column.due'), share: 2 },
        ...titles.map((title) => ({ title: t(`column.${title}`), share: 2, end: true })),
      ],
      rows: agreed.map(({ serial, dueDate }, i) => {
        return [`${serial}/${agreed.length}`, formatDay(dueDate, language), ...figures[i]!.map(amount)]
      }),
      sums: [t('column.sum'), '', ...titles.map((_, i) => amount(sumOf(figures.map((line) => line[i]!))))],
      none: '–',
    },
  }
}

/** What it costs to be late. */
function penaltySection(amountMinor: number, { penalty }: Terms, { t, amount, rate }: Formatters): Section {
  const { tiers, graceDays, base, capPpmOfPrincipal, badDebtDays } = penalty
  const heading = t('section.late')
  if (tiers.length === 0) return { heading, notes: [t('note.noPenalty')] }
  const cap = { rate: rate(capPpmOfPrincipal), amount: amount(penaltyCap(amountMinor, penalty)) }
  return {
    heading,
    table: {
      columns: [
        { title: t('column.days'), share: 1 },
        { title: t('column.perDay'), share: 1, end: true },
      ],
      rows: tiers.map(({ fromDay, toDay, ratePpm }) => {
        return [toDay === null ? `${fromDay}+` : `${fromDay}–${toDay}`, rate(ratePpm)]
      }),
      none: '–',
    },
    notes: [
      t(`note.${base}`),
      ...(graceDays > 0 ? [t('note.grace', { count: graceDays })] : []),
      t('note.cap', cap),
      t('note.badDebt', { count: badDebtDays }),
    ],
  }
}

/** How the order may be ended before its term, or its due date put off. */
function earlyExitSection(
  { earlyInterest, coolingOffDays, coolingOffRefundsFee, extension }: Terms,
  hand: Formatters,
): Section {
  const { t, amount, rate } = hand
  const fee = 'ppm' in extension.fee ? rate(extension.fee.ppm) : amount(extension.fee.fixedMinor)
  const commission = rate(extension.commissionPpm)
  return {
    heading: t('section.ways'),
    notes: [
      t(`note.early.${earlyInterest}`),
      ...(coolingOffDays > 0 ? [t('note.coolingOff', { count: coolingOffDays })] : []),
      ...(coolingOffDays > 0 && coolingOffRefundsFee ? [t('note.feeRefunded')] : []),
      extension.enabled
        ? t('note.extension', { days: extension.days, fee, commission, count: extension.timesMax })
        : t('note.noExtension'),
    ],
  }
}

/** What the app's contract says beside the terms. */
function furtherSection(told: DocumentData, quoted: Quote, { t, amount, day }: Formatters): readonly Section[] {
  const { loan, contractTemplate, borrower, lender, company, product } = told
  if (contractTemplate === null) return []
  const said = { borrower: borrower.name, lender, company, product, app: loan.app, loan: loan.id }
  const agreed = { amount: amount(quoted.amountMinor), total: amount(quoted.dueMinor), date: day(loan.disbursedAt!) }
  return [{ heading: t('section.further'), notes: filledContract(contractTemplate, { ...said, ...agreed }) }]
}

/** The terms an order was lent on, as they were taken down when it was submitted. */
export function agreementOf(
  told: DocumentData,
  hand: Formatters,
  { now, app }: Pick<Context, 'now' | 'app'>,
): CustomerDocument {
  const { loan } = told
  const { t, language, day } = hand
  const quoted = agreedQuote(told, app.clock.country)
  const title = t(loan.kind === 'extension' ? 'title.extension' : 'title.contract')
  const parent = loan.parentId ? [t('note.parent', { loan: loan.parentId })] : []
  return {
    ...{ language, sender: loan.app, title, subtitle: `${loan.id} · ${day(loan.disbursedAt!)}`, at: now },
    parts: [
      { heading: t('section.terms'), facts: loanFacts(told, quoted, hand), notes: parent },
      scheduleSection(told, quoted, hand),
      penaltySection(loan.amountMinor, loan.terms, hand),
      earlyExitSection(loan.terms, hand),
      ...furtherSection(told, quoted, hand),
    ],
    foot: (page, pages) => t('foot', { loan: loan.id, page, pages }),
  }
}
