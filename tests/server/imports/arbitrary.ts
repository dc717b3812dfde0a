import fc from 'fast-check'
import { addDays, businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { type BookLoan, plansOfTerm, type TermDays } from '#server/modules/imports/csv-schemas.ts'
import type { LoanLine } from './support.ts'

const start = Date.parse('2015-01-01T00:00:00Z')
const terms = Object.keys(plansOfTerm).map(Number) as TermDays[]

/** Any order that a book can tell of, closed before 2026. */
export const bookLoan: fc.Arbitrary<BookLoan> = fc
  .record({
    loanId: fc.uuid(),
    customerId: fc.constantFrom('anna', 'ben', 'chi', 'dev'),
    ordinal: fc.integer({ min: 1, max: 30 }),
    amount: fc.integer({ min: 1, max: 100_000_000 }),
    interest: fc.integer({ min: 0, max: 50_000_000 }),
    termDays: fc.constantFrom(...terms),
    createdSecond: fc.integer({ min: 0, max: 3_000 * 86_400 }),
    waitSeconds: fc.integer({ min: 0, max: 100_000 }),
    dueDays: fc.integer({ min: 0, max: 40 }),
    repaidSeconds: fc.integer({ min: 0, max: 200 * 86_400 }),
    closeSeconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200 * 86_400 })),
  })
  .map(({ interest, createdSecond, waitSeconds, dueDays, repaidSeconds, closeSeconds, ...loan }) => {
    const created = start + createdSecond * 1_000
    const approved = created + waitSeconds * 1_000
    const repaid = approved + repaidSeconds * 1_000
    const at = (ms: number) => toInstant(new Date(ms))
    return {
      ...loan,
      totalDue: loan.amount + interest,
      createdAt: at(created),
      approvedAt: at(approved),
      firstDueDate: addDays(businessDate(at(approved), 'IN'), dueDays),
      firstRepaidAt: at(repaid),
      closedAt: at(repaid + closeSeconds * 1_000),
    }
  })

const reading = (instant: string) =>
  new Date(Date.parse(instant) + 330 * 60_000).toISOString().slice(0, 23).replace('T', ' ')
const rupees = (minor: number) => (minor / 100).toFixed(2)

/** The order as a line of a file, on the clock of India. */
export const lineOf = ({ ordinal, termDays, ...loan }: BookLoan): LoanLine => ({
  ...loan,
  ordinal: String(ordinal),
  termDays: String(termDays),
  amount: rupees(loan.amount),
  totalDue: rupees(loan.totalDue),
  createdAt: reading(loan.createdAt),
  approvedAt: reading(loan.approvedAt),
  firstRepaidAt: reading(loan.firstRepaidAt),
  closedAt: reading(loan.closedAt),
})
