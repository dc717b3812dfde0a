import { expect } from 'vitest'
import { businessDate, daysBetween, toInstant } from '#contract/kernel/calendar.ts'
import { caseTransferRows } from '#server/modules/case-transfers/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { allocationRows, paymentRows } from '#server/modules/payments/store.ts'
import { recoveryDisputeRows, recoveryRows } from '#server/modules/recoveries/store.ts'
import { commissionRateRows } from '#server/modules/units/store.ts'
import { grouped, test } from '../seed/book.ts'

const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)

/** Who had each case at a time, told from its last holder backwards through what was transferred since. */
function holders(
  cases: readonly (typeof caseRows.$inferSelect)[],
  moves: readonly (typeof caseTransferRows.$inferSelect)[],
) {
  const movesOf = grouped(moves, ({ caseId }) => caseId)
  return (one: (typeof cases)[number], at: Date): string | null => {
    let holder: string | null = one.collectorId
    const steps = movesOf(one.id).flatMap(({ at: moved, undoneAt, fromCollectorId, toCollectorId }) => [
      { at: moved, from: fromCollectorId },
      ...(undoneAt ? [{ at: undoneAt, from: toCollectorId }] : []),
    ])
    for (const step of steps.toSorted((a, b) => b.at.getTime() - a.at.getTime())) if (at < step.at) holder = step.from
    return holder
  }
}

test('what came in while somebody had a case is theirs, to the last minor unit, counted again over the demo book', async ({
  library,
}) => {
  const { db } = library.database
  const [cases, moves, payments, rows, disputes, rates] = [
    ...[await db.select().from(caseRows), await db.select().from(caseTransferRows)],
    ...[await db.select().from(paymentRows), await db.select().from(recoveryRows)],
    ...[await db.select().from(recoveryDisputeRows), await db.select().from(commissionRateRows)],
  ] as const
  const shares = grouped(await db.select().from(allocationRows), ({ paymentId }) => paymentId)
  const casesOf = grouped(cases, ({ loanId }) => loanId)
  const rowsOf = grouped(rows, ({ paymentId }) => paymentId)
  const accepted = new Map(disputes.filter(({ state }) => state === 'accepted').map((one) => [one.recoveryId, one]))
  const holderAt = holders(cases, moves)

  let credited = 0
  for (const payment of payments.filter(({ state, kind }) => state === 'success' && kind !== 'reversal')) {
    const at = payment.completedAt!
    const [held] = casesOf(payment.loanId)
      .filter((one) => one.allocatedAt && one.allocatedAt <= at && (!one.closedAt || at <= one.closedAt))
      .toSorted((a, b) => b.allocatedAt!.getTime() - a.allocatedAt!.getTime())
    const theirs = rowsOf(payment.id)
    const used = payment.amountMinor - payment.unappliedMinor
    expect([payment.id, total(theirs.map((row) => row.amountMinor))]).toEqual([payment.id, held && used > 0 ? used : 0])
    if (!held || used <= 0) continue
    const [first] = theirs.filter(({ entry }) => entry === 'payment')
    const who = accepted.get(first!.id)?.collectorId ?? holderAt(held, at)
    const net = theirs.filter(({ collectorId }) => collectorId === who)
    expect([payment.id, total(net.map((row) => row.amountMinor))]).toEqual([payment.id, used])
    const parts = shares(payment.id)
    const principal = total(parts.map((one) => one.paidPrincipal))
    expect(first).toMatchObject({ caseId: held.id, stage: held.stage, principalMinor: principal, paidAt: at })
    credited += 1
  }
  expect(credited).toBeGreaterThan(100)

  for (const row of rows) {
    const parts = [row.principalMinor, row.interestMinor, row.feeMinor, row.penaltyMinor, row.extensionMinor]
    expect([row.id, total(parts)]).toEqual([row.id, row.amountMinor])
    const day = businessDate(toInstant(row.paidAt), 'IN')
    const agreed = rates
      .filter(({ agencyId, stage, validFrom }) => agencyId === row.agencyId && stage === row.stage && validFrom <= day)
      .toSorted((a, b) => daysBetween(a.validFrom, b.validFrom))[0]
    expect([row.id, row.ratePpm]).toEqual([row.id, agreed?.ratePpm ?? null])
    const exact = (BigInt(Math.abs(row.amountMinor)) * BigInt(agreed?.ratePpm ?? 0) + 500_000n) / 1_000_000n
    expect([row.id, Math.abs(row.commissionMinor)]).toEqual([row.id, Number(exact)])
  }
  const states = new Set(rows.map(({ state }) => state))
  expect([...states].toSorted()).toEqual(['attributed', 'corrected', 'disputed'])
})
