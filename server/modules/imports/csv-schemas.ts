import { businessDate, type Country } from '#contract/kernel/calendar.ts'
import type { Instant, LocalDate } from '#contract/kernel/values.ts'
import { amount, type CellParser, type CellResult, count, currencyOf, date, id, moment, note } from './cells.ts'
import type { CsvSchema } from './parse-lines.ts'

/** How many instalments an order of so many days has. */
export const plansOfTerm = { 15: 1, 30: 1, 60: 2, 90: 3 } as const
export type TermDays = keyof typeof plansOfTerm

/** An order as a book tells it. Amounts in minor units of the operating country's currency. */
export interface BookLoan {
  readonly loanId: string
  readonly customerId: string
  readonly ordinal: number
  readonly createdAt: Instant
  readonly approvedAt: Instant
  readonly amount: number
  /** The amount and its interest. */
  readonly totalDue: number
  readonly termDays: TermDays
  readonly firstDueDate: LocalDate
  readonly firstRepaidAt: Instant
  readonly closedAt: Instant
}

/** A customer as a book tells it. */
export interface BookCustomer {
  readonly customerId: string
  readonly birthDate: LocalDate | null
  readonly bank: string | null
  readonly employment: string | null
  readonly education: string | null
}

const term: CellParser<TermDays> = (text): CellResult<TermDays> =>
  Object.hasOwn(plansOfTerm, text) ? { value: Number(text) as TermDays } : { problem: 'not_a_term' } // one of its keys

/** How the orders of a book are read where the business runs. Moments compare as text. */
export const loanSchema = (country: Country, now: Instant): CsvSchema<BookLoan> => ({
  file: 'loans',
  key: 'loanId',
  cells: {
    loanId: id,
    customerId: id,
    ordinal: count,
    createdAt: moment(country),
    approvedAt: moment(country),
    amount: amount(currencyOf(country)),
    totalDue: amount(currencyOf(country)),
    termDays: term,
    firstDueDate: date(country),
    firstRepaidAt: moment(country),
    closedAt: moment(country),
  },
  rules: [
    ['totalDue', 'due_below_amount', (row) => row.totalDue >= row.amount],
    ['approvedAt', 'approved_before_created', (row) => row.approvedAt >= row.createdAt],
    ['firstDueDate', 'due_before_approval', (row) => row.firstDueDate >= businessDate(row.approvedAt, country)],
    ['firstRepaidAt', 'repaid_before_approval', (row) => row.firstRepaidAt >= row.approvedAt],
    ['closedAt', 'closed_before_approval', (row) => row.closedAt >= row.approvedAt],
    ['firstRepaidAt', 'repaid_after_close', (row) => row.firstRepaidAt <= row.closedAt],
    ['closedAt', 'in_the_future', (row) => row.closedAt <= now],
  ],
})

/** How the customers of a book are read where the business runs. */
export const customerSchema = (country: Country, now: Instant): CsvSchema<BookCustomer> => ({
  file: 'customers',
  key: 'customerId',
  cells: { customerId: id, birthDate: date(country), bank: note, employment: note, education: note },
  rules: [
    ['birthDate', 'in_the_future', ({ birthDate }) => birthDate === null || birthDate <= businessDate(now, country)],
  ],
})
