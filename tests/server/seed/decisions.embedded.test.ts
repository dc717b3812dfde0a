import { expect } from 'vitest'
import { cardChangeRows } from '#server/modules/card-changes/store.ts'
import { caseTransferRows } from '#server/modules/case-transfers/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { decisionRows, loanStateRows } from '#server/modules/loans/store.ts'
import { reviewRows } from '#server/modules/reviews/store.ts'
import { tracedDays } from '#server/seed/history/orders/decisions.ts'
import { staffOf } from '#server/seed/staff.ts'
import { grouped, now, test } from './book.ts'

/** What each step of an application means as a decision. */
const outcomes: Readonly<Record<string, string>> = {
  machinePass: 'passed',
  machineFail: 'failed',
  machineUndecided: 'undecided',
  quotaFail: 'overQuota',
  manualPass: 'passed',
  manualReject: 'failed',
}

test('every decision in the log of a recent order is told with what was looked at, up to what decided', async ({
  library,
}) => {
  const { db } = library.database
  const steps = grouped(await db.select().from(loanStateRows).orderBy(loanStateRows.id), ({ loanId }) => loanId)
  const decisions = grouped(await db.select().from(decisionRows).orderBy(decisionRows.id), ({ loanId }) => loanId)

  const recent = ({ appliedAt }: { appliedAt: Date }) => now.getTime() - appliedAt.getTime() < tracedDays * 86_400_000
  expect(library.loans.filter(recent).length).toBeGreaterThan(100)
  for (const { id, deniedCode } of library.loans.filter(recent)) {
    const decided = steps(id).flatMap(({ event }) => outcomes[event] ?? [])
    expect(decisions(id).map(({ outcome }) => outcome)).toEqual(decided)
    for (const { outcome, trace, decidedBy, code } of decisions(id)) {
      const machine = decidedBy === 'rule engine'
      expect(trace.length > 0).toBe(machine)
      expect(trace.filter(({ hit }) => hit)).toHaveLength(machine && outcome !== 'passed' ? 1 : 0)
      expect(trace.findLastIndex(({ hit }) => hit)).toBe(machine && outcome !== 'passed' ? trace.length - 1 : -1)
      if (outcome === 'failed') expect(code).toBe(deniedCode)
    }
  }
})

const besideRows = `select id, machine_result, manual_result, passed_once, reloaned_at from loans order by id`
const besideCustomers = 'select id, live_loan, reviewed, applied, borrowed from customers order by id'

test('what stands beside orders and customers is what triggers write there of everything at once', async ({
  library,
}) => {
  const { query } = library.database
  const read = async () => [(await query(besideRows)).rows, (await query(besideCustomers)).rows]
  const before = await read()

  await query(`
    begin;
    alter table loans disable trigger user;
    alter table customers disable trigger user;
    select tell_loans(array_agg(id)) from customers;
    update customers c set reviewed = exists (select from loans where customer_id = c.id and reviewer_id is not null);
    update loans l set machine_result = d.machine, manual_result = d.manual, passed_once = d.passed
      from (select loan_id, (array_agg(outcome order by id desc) filter (where decided_by = 'rule engine'))[1] as machine,
          (array_agg(outcome order by id desc) filter (where decided_by <> 'rule engine'))[1] as manual,
          bool_or(outcome = 'passed') as passed from loan_decisions group by loan_id) d where l.id = d.loan_id;
    alter table loans enable trigger user;
    alter table customers enable trigger user;
    commit`)

  expect(await read()).toEqual(before)
  expect(before[0]!.some(({ reloaned_at: at }) => at !== null)).toBe(true)
  expect(new Set(before[1]!.map(({ reviewed }) => reviewed))).toEqual(new Set([true, false]))
})

test('what waits for a reviewer, and only that, has a review that is not over; recent decisions have one that is', async ({
  library,
}) => {
  const { db } = library.database
  const reviews = await db.select().from(reviewRows)
  const waiting = library.loans.filter(({ state }) => state === 22)
  const open = reviews.filter(({ endedAt }) => endedAt === null)

  expect(open.map(({ loanId }) => loanId).toSorted()).toEqual(waiting.map(({ id }) => id).toSorted())
  const orders = new Map(library.loans.map((order) => [order.id, order]))
  for (const { loanId, reviewerId, state } of open) {
    expect(orders.get(loanId)!.reviewerId).toBe(reviewerId)
    expect(reviewerId === null).toBe(state === 'unclaimed' || state === 'manualCheck')
  }
  const over = reviews.filter(({ result }) => result !== null)
  const byHand = (await db.select().from(decisionRows)).filter(({ decidedBy }) => decidedBy !== 'rule engine')
  expect(over.length).toBeGreaterThan(10)
  expect(over.map(({ loanId, result, code, remark, decidedAt: at }) => ({ loanId, result, code, remark, at }))).toEqual(
    expect.arrayContaining(
      byHand.map(({ loanId, outcome: result, code, remark, at }) => ({ loanId, result, code, remark, at })),
    ),
  )
  expect(over.length).toBe(byHand.length)
})

test('orders go to another card, wait for a second person, or were refused one', async ({ library }) => {
  const changes = await library.database.db.select().from(cardChangeRows)
  const cardOf = new Map(library.loans.map(({ id, cardId }) => [id, cardId]))

  expect(new Set(changes.map(({ state }) => state))).toEqual(new Set(['pending', 'passed', 'rejected']))
  for (const { loanId, state, oldCardId, newCardId, makerId, checkerId, auditedAt, requestedAt } of changes) {
    expect(cardOf.get(loanId)).toBe(state === 'passed' ? newCardId : oldCardId)
    expect(newCardId).not.toBe(oldCardId)
    expect(auditedAt === null).toBe(state === 'pending')
    expect(checkerId === null || checkerId !== makerId).toBe(true)
    expect(requestedAt <= (auditedAt ?? now)).toBe(true)
  }
})

test('cases went from one collector to another of the agency, given by its leader, and some back again', async ({
  library,
}) => {
  const { db } = library.database
  const transfers = await db.select().from(caseTransferRows)
  const cases = new Map((await db.select().from(caseRows)).map((row) => [row.id, row]))
  const leaders = new Map(staffOf('CTL').map(({ id, unit }) => [id, unit.id]))

  expect(transfers.length).toBeGreaterThan(10)
  expect(new Set(transfers.map(({ undoneAt }) => undoneAt === null)).size).toBe(2)
  for (const row of transfers) {
    const { collectorId, allocatedAt, closedAt } = cases.get(row.caseId)!
    expect(row.toCollectorId).not.toBe(row.fromCollectorId)
    expect(row.toAgencyId).toBe(row.fromAgencyId)
    expect(leaders.get(row.operatorId)).toBe(row.toAgencyId)
    expect(collectorId).toBe(row.undoneAt ? row.fromCollectorId : row.toCollectorId)
    expect(row.at >= allocatedAt! && row.at <= (closedAt ?? now)).toBe(true)
  }
})
