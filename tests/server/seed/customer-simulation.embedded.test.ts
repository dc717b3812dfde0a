import { eq, ne, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { daysBetween, toInstant } from '#contract/kernel/calendar.ts'
import { contactHours } from '#contract/kernel/contact-hours.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { isLive, type LoanEvent, loanCode, loanFlow, loanGroups } from '#contract/loans/flow.ts'
import { callsMax } from '#contract/loans/verification.ts'
import { stageOf } from '#contract/stage-days.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { caseHolderColumns } from '#server/modules/case-holder/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { extensionRows } from '#server/modules/extensions/store.ts'
import { loanStateRows } from '#server/modules/loans/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { stagesOf } from '#server/modules/stages/steps.ts'
import { verificationRows } from '#server/modules/tele-verifications/store.ts'
import { grouped, now, test, today } from './book.ts'

const late = (dueDate: LocalDate) => Math.max(0, daysBetween(dueDate, today))

/** What is written into the log of an order and changes nothing about it. */
const notes = ['enterProof', 'verifyProof', 'sendPaymentLink', 'requestCardChange', 'changeCard', 'teleVerify']

test('all nineteen codes occur', ({ library }) => {
  expect(new Set(library.loans.map(({ state }) => state))).toEqual(new Set(loanFlow.states))
})

test('the code of an order that is owed is the one its dates give', ({ library }) => {
  for (const { id, state, cameFrom, dueDate, terms } of library.loans.filter((order) => isLive(order.state))) {
    const oldest = library.plansOf(id).find((plan) => plan.state === 'open')!
    const days = late(oldest.dueDate)
    const overdue = days >= terms.penalty.badDebtDays ? loanCode.badDebt : loanCode.overdue

    expect(dueDate).toBe(oldest.dueDate)
    expect(cameFrom === null).toBe(state !== loanCode.repaymentProcessing)
    expect(cameFrom ?? state).toBe(days > 0 ? overdue : loanCode.awaitingRepayment)
  }
})

test('an order that is not owed has no due date, and was closed where its code says so', ({ library }) => {
  for (const { state, dueDate, closedAt, disbursedAt, id } of library.loans.filter((order) => !isLive(order.state))) {
    const closed = (loanGroups.closed as readonly number[]).includes(state)

    expect(dueDate).toBeNull()
    expect(closedAt === null).toBe(!closed)
    expect(library.plansOf(id).length === 0).toBe(disbursedAt === null)
  }
})

test('the log of every order leads through the machine to its code', async ({ library }) => {
  const log = await library.database.db.select().from(loanStateRows).orderBy(loanStateRows.id)
  const of = grouped(log, ({ loanId }) => loanId)

  for (const { id, state, kind, appliedAt, version } of library.loans) {
    const [first, ...steps] = of(id)
    expect(first).toMatchObject({ fromState: null, toState: kind === 'extension' ? 30 : 10, at: appliedAt })
    const reached = steps.reduce((from, { fromState, toState, event }) => {
      expect([fromState, toState]).toEqual([from, loanFlow.after(from, event as LoanEvent)])
      return toState
    }, first!.toState)
    const times = [first!, ...steps].map(({ at }) => at.getTime())
    expect(reached).toBe(state)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(version).toBe(steps.filter(({ event }) => !notes.includes(event)).length + 1)
  }
})

test('whoever was verified by phone was so before the money left, in hours, and the log of the order says so', async ({
  library,
}) => {
  const rows = await library.database.db.select().from(verificationRows)
  const sent = grouped(await library.database.db.select().from(payoutRows), ({ loanId }) => loanId)
  const log = await library.database.db.select().from(loanStateRows).where(eq(loanStateRows.event, 'teleVerify'))
  const noted = new Map(log.map(({ loanId, at }) => [loanId, at.getTime()]))

  expect(noted.size).toBeGreaterThan(0)
  expect(rows.length).toBeGreaterThan(noted.size)
  expect(rows.filter(({ state }) => state === 'connected').map(({ loanId }) => loanId)).toHaveLength(noted.size)
  for (const { loanId, state, calls, calledAt, verifiedAt } of rows) {
    expect(calls).toBeLessThanOrEqual(callsMax)
    expect(contactHours(toInstant(calledAt), 'IN').ok || contactHours(toInstant(verifiedAt ?? now), 'IN').ok).toBe(true)
    expect(noted.get(loanId)).toBe(state === 'connected' ? verifiedAt!.getTime() : undefined)
    for (const { requestedAt } of sent(loanId)) expect(calledAt.getTime()).toBeLessThan(requestedAt.getTime())
  }
})

test('nobody applies while an earlier order is open', ({ library }) => {
  const of = grouped(library.loans, ({ customerId }) => customerId)
  const refused = [loanCode.autoFailed, loanCode.manualFailed] as number[]

  for (const { customerId } of library.loans) {
    const orders = of(customerId).toSorted((a, b) => a.appliedAt.getTime() - b.appliedAt.getTime())
    for (const [i, { closedAt, state }] of orders.slice(0, -1).entries()) {
      const next = orders[i + 1]!.appliedAt
      expect(refused.includes(state) || (closedAt !== null && closedAt <= next)).toBe(true)
    }
  }
})

test('an order has one open case at most, only while it is owed, and of the stage that its days give', async ({
  library,
}) => {
  const cases = grouped(await library.database.db.select().from(caseRows), ({ loanId }) => loanId)
  const stages = await stagesOf(library.database.db)

  for (const { id, state, dueDate, cameFrom } of library.loans) {
    const open = cases(id).filter((row) => row.state !== 'closed')
    const owed = isLive(state) && dueDate! <= today && (cameFrom ?? state) !== loanCode.badDebt
    expect(open).toHaveLength(owed ? 1 : 0)
    for (const { stage, collectorId, state: held } of open) {
      expect(stage).toBe(stageOf(stages, late(dueDate!))?.id)
      expect(collectorId === null).toBe(held === 'allocating')
    }
    for (const { closedAt, openedAt, closeReason } of cases(id).filter((row) => row.state === 'closed')) {
      expect(closeReason).not.toBeNull()
      expect(closedAt!.getTime()).toBeGreaterThanOrEqual(openedAt.getTime())
    }
  }
})

test('whose an order is stands beside it and beside all that belongs to it', async ({ library }) => {
  const open = await library.database.db.select().from(caseRows).where(ne(caseRows.state, 'closed'))
  const holderOf = ({
    collectorId,
    groupId,
    agencyId,
  }: Pick<(typeof open)[number], keyof ReturnType<typeof caseHolderColumns>>) =>
    [collectorId, groupId, agencyId].join(' ')
  const held = new Map(open.map((row) => [row.loanId, holderOf(row)]))
  const nobody = holderOf({ collectorId: null, groupId: null, agencyId: null })
  const payments = grouped(await library.database.db.select().from(paymentRows), ({ loanId }) => loanId)
  const offers = grouped(await library.database.db.select().from(extensionRows), ({ loanId }) => loanId)

  expect(new Set(held.values()).size).toBeGreaterThan(3)
  for (const order of library.loans) {
    const rows = [order, ...library.plansOf(order.id), ...payments(order.id), ...offers(order.id)]
    expect(new Set(rows.map(holderOf))).toEqual(new Set([held.get(order.id) ?? nobody]))
  }
  const customers = await library.database.db.select().from(customerRows)
  const inHands = new Set(library.loans.filter(({ agencyId }) => agencyId).map(({ customerId }) => customerId))
  expect(customers.filter((row) => row.held !== inHands.has(row.id))).toEqual([])
})

test('cases go through every stage, wait, and are worked in all three agencies', async ({ library }) => {
  const cases = await library.database.db.select().from(caseRows)

  expect(new Set(cases.map(({ stage }) => stage))).toEqual(new Set(['T0', 'T1', 'T2', 'S1', 'S2', 'M1', 'M2', 'M3']))
  expect(new Set(cases.map(({ state }) => state))).toEqual(new Set(['allocating', 'allocated', 'closed']))
  expect(new Set(cases.map(({ agencyId }) => agencyId))).toEqual(new Set([null, 'AG1', 'AG2', 'AG3']))
  expect(cases.some(({ promisedFor }) => promisedFor !== null)).toBe(true)
})

test('the pay-outs of an order are its attempts, and the last one is as its code says', async ({ library }) => {
  const payouts = grouped(await library.database.db.select().from(payoutRows), ({ loanId }) => loanId)

  for (const { id, attempts, state, disbursedAt, kind } of library.loans) {
    const tried = payouts(id).toSorted((a, b) => a.attempt - b.attempt)
    expect(tried.map(({ attempt }) => attempt)).toEqual(Array.from({ length: attempts }, (_, i) => i + 1))
    expect(tried.slice(0, -1).every((payout) => payout.state === 'fail')).toBe(true)
    if (state === loanCode.disbursing) expect(tried.at(-1)!.state).toBe('paying')
    if (disbursedAt && kind === 'regular') expect(tried.at(-1)!.state).toBe('success')
  }
})

test('of the pay-outs that failed, several kinds cannot be made again', async ({ library }) => {
  const [kinds] = await rowsOf(
    library.database.db,
    sql`select bool_or(c.state = 'unbound') as unbound, bool_or(c.similarity_ppm < 800000) as foreign,
          bool_or(l.attempts >= 5) as exhausted, bool_or(p.state = 'paying') as unconfirmed,
          bool_or(c.state = 'bound' and c.similarity_ppm >= 800000 and l.attempts < 5 and p.state = 'fail') as fine
        from loans l join cards c on c.id = l.card_id
        join payouts p on p.loan_id = l.id and p.attempt = l.attempts where l.state = 31`,
  )

  expect(Object.values(kinds as object).filter(Boolean).length).toBeGreaterThanOrEqual(3)
  expect(kinds).toMatchObject({ fine: true })
})

test.for([
  ['loans', ['applied_at', 'decided_at', 'disbursed_at', 'failed_at', 'closed_at']],
  ['loan_states', ['at']],
  ['plans', ['created_at', 'settled_at', 'reduced_at']],
  ['payments', ['created_at', 'completed_at']],
  ['payouts', ['requested_at', 'resolved_at']],
  ['reductions', ['requested_at', 'audited_at']],
  ['cases', ['opened_at', 'allocated_at', 'closed_at', 'last_contact_at']],
  ['tickets', ['created_at', 'first_response_at', 'closed_at']],
  ['ticket_moves', ['at']],
  ['audit', ['at']],
  ['customers', ['registered_at']],
] as const)('nothing in %s happens after the moment the book leads up to', async ([table, columns], { library }) => {
  const latest = columns.map((column) => sql`max(${sql.identifier(column)})::timestamptz`)
  const [row] = await rowsOf<{ latest: string }>(
    library.database.db,
    sql`select greatest(${sql.join(latest, sql`, `)}) as latest from ${sql.identifier(table)}`,
  )

  expect(new Date(row!.latest).getTime()).toBeLessThanOrEqual(now.getTime())
})
