import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { businessDate, daysBetween, toInstant } from '#contract/kernel/calendar.ts'
import {
  addComponents,
  booksBalance,
  type Components,
  noComponents,
  outstandingOf,
  repayable,
  totalOf,
} from '#contract/loans/balance.ts'
import { extensionRepayable } from '#contract/loans/extension.ts'
import { loanCode } from '#contract/loans/flow.ts'
import { penaltyRows as dueFrom } from '#contract/loans/penalty.ts'
import { schedule } from '#contract/loans/plan.ts'
import { quote } from '#contract/loans/quote.ts'
import { allocationRows, paymentRows } from '#server/modules/payments/store.ts'
import { accountOf } from '#server/modules/plans/steps/plans.ts'
import { lossRows, penaltyRows } from '#server/modules/plans/store.ts'
import { reductionRows } from '#server/modules/reductions/store.ts'
import { writeOffRows } from '#server/modules/write-offs/store.ts'
import { wrongBooks } from '#tests/support/books.ts'
import { test as base, grouped, today } from './book.ts'

type Of<Prefix extends string> = Record<`${Prefix}${'Penalty' | 'Fee' | 'Interest' | 'Principal'}`, number>
const part = <Prefix extends string>(prefix: Prefix, row: Of<Prefix>): Components => ({
  penalty: row[`${prefix}Penalty`],
  fee: row[`${prefix}Fee`],
  interest: row[`${prefix}Interest`],
  principal: row[`${prefix}Principal`],
})
const sum = (parts: readonly Components[]) => parts.reduce(addComponents, noComponents)
const dateOf = (at: Date) => businessDate(toInstant(at), 'IN')
const counts = ({ fate }: typeof reductionRows.$inferSelect) => fate === 'inForce' || fate === 'used'

/** What the tables beside the plans say. */
interface Ledger {
  payments: (typeof paymentRows.$inferSelect)[]
  allocationsOf: (planId: string) => (typeof allocationRows.$inferSelect)[]
  allocationsBy: (paymentId: string) => (typeof allocationRows.$inferSelect)[]
  penaltiesOf: (planId: string) => (typeof penaltyRows.$inferSelect)[]
  reductionsOf: (planId: string) => (typeof reductionRows.$inferSelect)[]
  lossesOf: (planId: string) => (typeof lossRows.$inferSelect)[]
  /** Orders of which a write-off is asked for. */
  asked: Set<string>
}

const test = base.extend<{ ledger: Ledger }>({
  ledger: [
    async ({ library }, use) => {
      const { db } = library.database
      const allocations = await db.select().from(allocationRows)
      await use({
        payments: await db.select().from(paymentRows),
        allocationsOf: grouped(allocations, ({ planId }) => planId),
        allocationsBy: grouped(allocations, ({ paymentId }) => paymentId),
        penaltiesOf: grouped(await db.select().from(penaltyRows).orderBy(penaltyRows.date), ({ planId }) => planId),
        reductionsOf: grouped(await db.select().from(reductionRows), ({ planId }) => planId),
        lossesOf: grouped(await db.select().from(lossRows), ({ planId }) => planId),
        asked: new Set(
          (await db.select().from(writeOffRows).where(eq(writeOffRows.state, 'pending'))).map(({ loanId }) => loanId),
        ),
      })
    },
    { scope: 'file' },
  ],
})

test('the books of every order balance, each figure from its own table', ({ library, ledger }) => {
  const wrong = library.loans.filter(({ id, amountMinor }) => {
    const plans = library.plansOf(id).map((plan) => ({
      charged: {
        ...part('charged', plan),
        penalty: ledger.penaltiesOf(plan.id).reduce((all, row) => all + row.amountMinor, 0),
      },
      paid: sum(ledger.allocationsOf(plan.id).map((row) => part('paid', row))),
      reduced: sum(
        ledger
          .reductionsOf(plan.id)
          .filter(counts)
          .map((row) => part('relief', row)),
      ),
      discounted: accountOf(plan).discounted,
      lost: sum(ledger.lossesOf(plan.id).map((row) => part('lost', row))),
      outstanding: outstandingOf(accountOf(plan)),
    }))
    return plans.length > 0 && !booksBalance({ amountMinor, plans })
  })

  expect(wrong).toEqual([])
})

test('every order charges what its terms say of its amount, from the day it was paid out', ({ library }) => {
  for (const { id, amountMinor, terms, disbursedAt, kind, receivedMinor, feeMinor } of library.loans) {
    const plans = library.plansOf(id)
    if (plans.length === 0 || kind === 'extension') continue
    const quoted = quote(amountMinor, terms)
    const due = schedule(quoted, dateOf(disbursedAt!))

    expect(plans.map(({ dueDate }) => dueDate)).toEqual(due.map(({ dueDate }) => dueDate))
    expect(plans.map((plan) => ({ ...part('charged', plan), penalty: 0 }))).toEqual(due.map(({ charged }) => charged))
    expect([receivedMinor, feeMinor]).toEqual([quoted.receivedMinor, quoted.feeMinor])
  }
})

test('penalties are those that the terms and the payments give, up to the last day charged', ({ library, ledger }) => {
  const completed = new Map(ledger.payments.map(({ id, completedAt }) => [id, completedAt]))
  for (const { id, terms } of library.loans) {
    for (const plan of library.plansOf(id)) {
      const repaid = ledger.allocationsOf(plan.id).map(({ paymentId, paidPrincipal }) => {
        return { date: dateOf(completed.get(paymentId)!), minor: paidPrincipal }
      })
      const { dueDate, chargedPrincipal: principalMinor, chargedFee, chargedInterest, penaltyThrough } = plan
      const arrears = { dueDate, principalMinor, dueMinor: principalMinor + chargedFee + chargedInterest }
      const rows = penaltyThrough ? dueFrom({ ...arrears, repaid, accrued: [] }, penaltyThrough, terms.penalty) : []

      expect(ledger.penaltiesOf(plan.id).map(({ date, amountMinor: minor }) => ({ date, minor }))).toEqual(rows)
    }
  }
})

test('a plan past due is charged up to today, and up to the bad-debt day once that has come', ({ library }) => {
  const late = [loanCode.overdue, loanCode.badDebt] as number[]
  for (const { id, state, terms } of library.loans.filter((order) => late.includes(order.state))) {
    const oldest = library.plansOf(id).find((plan) => plan.state === 'open')!
    const last = oldest.penaltyThrough!
    const days = daysBetween(oldest.dueDate, last)

    expect(state === loanCode.overdue ? last : days).toBe(
      state === loanCode.overdue ? today : terms.penalty.badDebtDays,
    )
  }
})

test('what came in went to plans; of an extension, fee and commission did not', ({ library, ledger }) => {
  const orders = new Map(library.loans.map((order) => [order.id, order]))
  for (const { id, loanId, amountMinor, kind, state, extensionMinor } of ledger.payments) {
    const allocated = totalOf(sum(ledger.allocationsBy(id).map((row) => part('paid', row))))
    const [plan] = library.plansOf(loanId)
    const price = extensionRepayable(accountOf(plan!), orders.get(loanId)!.terms.extension)
    const extended = kind === 'extension' || extensionMinor > 0
    const kept = extended ? price.feeMinor + price.commissionMinor : 0

    expect(extensionMinor).toBe(kept)
    expect(allocated).toBe(state === 'success' ? amountMinor - kept : 0)
  }
})

test('a plan is settled when nothing is owed on it, and only then; an extended one leaves its principal', ({
  library,
}) => {
  for (const { id } of library.loans) {
    for (const plan of library.plansOf(id)) {
      const left = outstandingOf(accountOf(plan))

      expect(plan.owedMinor).toBe(plan.state === 'extended' ? 0 : totalOf(left))
      expect(totalOf(left) === 0 || plan.state === 'open' || plan.state === 'extended').toBe(true)
      if (plan.state === 'open') expect(totalOf(left)).toBeGreaterThan(0)
      if (plan.state === 'extended') expect(left).toEqual({ ...noComponents, principal: left.principal })
      expect(plan.settledAt === null).toBe(plan.state === 'open')
    }
  }
})

test('an order that extends another owes the principal that was left, and nothing is paid out', ({ library }) => {
  const children = library.loans.filter(({ kind }) => kind === 'extension')

  expect(children.length).toBeGreaterThan(5)
  for (const { parentId, amountMinor, receivedMinor, customerId } of children) {
    const parent = library.loans.find(({ id }) => id === parentId)!
    expect(parent).toMatchObject({ state: loanCode.extensionSettled, customerId })
    expect(library.plansOf(parent.id).map((plan) => repayable([accountOf(plan)]))).toEqual([amountMinor])
    expect(library.plansOf(parent.id).map(({ owedMinor }) => owedMinor)).toEqual([0])
    expect(receivedMinor).toBe(0)
  }
})

test('a plan is flagged while something is asked of it, and only one thing is', ({ library, ledger }) => {
  for (const plan of library.loans.flatMap(({ id }) => library.plansOf(id))) {
    const writeOff = ledger.asked.has(plan.loanId) && plan.state === 'open'
    const reduction = ledger.reductionsOf(plan.id).some(({ state }) => state === 'pending')
    expect([plan.openRequest, writeOff && reduction]).toEqual([writeOff || reduction, false])
  }
})

test('a reduction counts until it lapses, and was used where the plan is settled', ({ library, ledger }) => {
  const plans = library.loans.flatMap(({ id }) => library.plansOf(id))
  const fates = new Set<string | null>()
  for (const plan of plans) {
    const requests = ledger.reductionsOf(plan.id)
    for (const { state, fate, validUntil, checkerId, makerId, amountMinor, ...row } of requests) {
      fates.add(fate)
      expect((fate === null) === (state !== 'passed')).toBe(true)
      expect((checkerId === null) === (state === 'pending')).toBe(true)
      expect(checkerId).not.toBe(makerId)
      if (state === 'passed') expect(totalOf(part('relief', row))).toBe(amountMinor)
      if (fate === 'inForce') expect([plan.state, validUntil! >= today]).toEqual(['open', true])
      if (fate === 'lapsed') expect(validUntil! < today).toBe(true)
      if (fate === 'used') expect(plan.state).toBe('paidReduced')
    }
  }

  expect(fates).toEqual(new Set([null, 'inForce', 'used', 'lapsed']))
})

test('the books of a demo balance, and what stands beside a row is what follows from others', async ({ library }) => {
  expect(await wrongBooks(library)).toEqual({})
})
