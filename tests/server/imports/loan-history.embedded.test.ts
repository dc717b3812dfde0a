import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, businessDate } from '#contract/kernel/calendar.ts'
import { Instant, LocalDate } from '#contract/kernel/values.ts'
import { booksBalance, outstandingOf, repayable, totalOf } from '#contract/loans/balance.ts'
import { type LoanEvent, loanFlow } from '#contract/loans/flow.ts'
import { type BookLoan, plansOfTerm } from '#server/modules/imports/csv-schemas.ts'
import { historyOf, importedTerms } from '#server/modules/imports/loan-history.ts'
import { bookLoan } from './arbitrary.ts'

const at = (text: string) => Instant.parse(`${text}:00.000Z`)
/** An order of ₹100.00 for 30 days, with ₹15.00 of interest, paid back on its due date. */
const order: BookLoan = {
  loanId: '1001',
  customerId: 'anna',
  ordinal: 1,
  createdAt: at('2025-01-10T04:00'),
  approvedAt: at('2025-01-10T05:00'),
  amount: 10_000,
  totalDue: 11_500,
  termDays: 30,
  firstDueDate: LocalDate.parse('2025-02-09'),
  firstRepaidAt: at('2025-02-09T05:00'),
  closedAt: at('2025-02-09T06:00'),
}
const told = (about: Partial<BookLoan> = {}) => historyOf({ ...order, ...about }, 'IN')
const wayOf = (about: Partial<BookLoan>) => told(about).transitions.map(({ event, to }) => `${event} ${to}`)
const untilDisbursed = ['submit 10', 'machinePass 20', 'disburse 29', 'disburseOk 30']

test('the books of every imported order balance, and nothing of it is owed', () => {
  fc.assert(
    fc.property(bookLoan, (book) => {
      const { plans } = historyOf(book, 'IN')

      expect(
        booksBalance({
          amountMinor: book.amount,
          plans: plans.map((one) => ({ ...one, outstanding: outstandingOf(one) })),
        }),
      ).toBe(true)
      expect(repayable(plans)).toBe(0)
      expect(plans.reduce((sum, { charged }) => sum + charged.interest, 0)).toBe(book.totalDue - book.amount)
    }),
  )
})

test('what came in is what was due, and each plan got of it what it was paid', () => {
  fc.assert(
    fc.property(bookLoan, (book) => {
      const { plans, receipts } = historyOf(book, 'IN')

      expect(receipts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(book.totalDue)
      const allocations = receipts.flatMap((receipt) => receipt.allocations)
      for (const { serial, paid } of plans) {
        const mine = allocations.filter((allocation) => allocation.serial === serial)
        expect(mine.reduce((sum, allocation) => sum + totalOf(allocation.paid), 0)).toBe(totalOf(paid))
      }
    }),
  )
})

test('every transition is one that the machine allows, in the order of time, from the application to 40', () => {
  fc.assert(
    fc.property(bookLoan, (book) => {
      const [submitted, ...steps] = historyOf(book, 'IN').transitions

      expect(submitted).toEqual({ from: null, to: 10, event: 'submit', at: book.createdAt })
      let [state, time] = [submitted!.to, submitted!.at]
      for (const step of steps) {
        expect(step.from).toBe(state)
        expect(loanFlow.after(state, step.event as LoanEvent)).toBe(step.to)
        expect(step.at >= time).toBe(true)
        state = step.to
        time = step.at
      }
      expect([state, time]).toEqual([40, book.closedAt])
    }),
  )
})

test('an order is overdue in its log if, and only if, money came after a due date', () => {
  fc.assert(
    fc.property(bookLoan, (book) => {
      const { transitions: steps, plans } = historyOf(book, 'IN')

      const late = plans.some((plan) => totalOf(plan.charged) > 0 && businessDate(plan.settledAt, 'IN') > plan.dueDate)
      expect(steps.some(({ to }) => to === 50)).toBe(late)
    }),
  )
})

test.for([
  [15, 1],
  [30, 1],
  [60, 2],
  [90, 3],
] as const)('an order of %i days has %i plans, 30 days apart from the first due date', ([termDays, count]) => {
  const { plans } = told({ termDays })

  expect(plansOfTerm[termDays]).toBe(count)
  expect(plans.map(({ dueDate }) => dueDate)).toEqual(
    Array.from({ length: count }, (_, i) => addDays(order.firstDueDate, 30 * i)),
  )
  expect(importedTerms[termDays]).toMatchObject({ periods: count, tenureDays: termDays, penalty: { tiers: [] } })
})

test('plans have equal parts, and the last takes what is left over', () => {
  const { plans } = told({ termDays: 90, amount: 10_000, totalDue: 11_001 })

  expect(plans.map(({ charged }) => [charged.principal, charged.interest])).toEqual([
    [3_333, 333],
    [3_333, 333],
    [3_334, 335],
  ])
})

test('the first plan was paid with the first repayment, the others when the order was closed', () => {
  const { plans, receipts } = told({ termDays: 90, closedAt: at('2025-03-01T06:00') })

  expect(plans.map(({ settledAt }) => settledAt)).toEqual([
    at('2025-02-09T05:00'),
    at('2025-03-01T06:00'),
    at('2025-03-01T06:00'),
  ])
  expect(receipts.map((receipt) => [receipt.at, receipt.amountMinor])).toEqual([
    [at('2025-02-09T05:00'), 3_833],
    [at('2025-03-01T06:00'), 7_667],
  ])
})

test('an order paid on its due date was never overdue', () => {
  expect(wayOf({})).toEqual([...untilDisbursed, 'startPay 43', 'settle 40'])
})

test('an order paid the day after became overdue at midnight', () => {
  const late = { firstRepaidAt: at('2025-02-09T18:30'), closedAt: at('2025-02-10T06:00') }

  expect(wayOf(late)).toEqual([...untilDisbursed, 'becomeOverdue 50', 'startPay 43', 'settle 40'])
  expect(told(late).transitions[4]!.at).toBe(at('2025-02-09T18:30'))
})

test('between two payments an order is owed again, overdue where its next plan is past due', () => {
  const closedAt = at('2025-06-01T06:00')

  expect(wayOf({ termDays: 60, closedAt })).toEqual([
    ...untilDisbursed,
    ...['startPay 43', 'resumeDue 30', 'becomeOverdue 50', 'startPay 43', 'settle 40'],
  ])
  expect(wayOf({ termDays: 60, closedAt, firstRepaidAt: at('2025-04-01T06:00') })).toEqual([
    ...untilDisbursed,
    ...['becomeOverdue 50', 'startPay 43', 'resumeOverdue 50', 'startPay 43', 'settle 40'],
  ])
})
