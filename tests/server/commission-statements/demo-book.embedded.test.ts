import { expect } from 'vitest'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { commissionLineRows, commissionStatementRows } from '#server/modules/commission-statements/store.ts'
import { recoveryRows } from '#server/modules/recoveries/store.ts'
import { grouped, test, today } from '../seed/book.ts'

const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)
const monthOf = (at: Date) => businessDate(toInstant(at), 'IN').slice(0, 7)

test('each recovery of an agency stands in the statement of the month it was booked in, and in no other', async ({
  library,
}) => {
  const { db } = library.database
  const [rows, statements, lines] = [
    ...[await db.select().from(recoveryRows), await db.select().from(commissionStatementRows)],
    await db.select().from(commissionLineRows),
  ] as const
  const statementAt = new Map(statements.map((one) => [`${one.agencyId} ${one.month.slice(0, 7)}`, one]))
  const lineAt = new Map(lines.map((line) => [line.id, line]))
  const [rowsOf, linesOf] = [
    grouped(rows, ({ lineId }) => lineId ?? ''),
    grouped(lines, ({ statementId }) => statementId),
  ]

  for (const row of rows) {
    const month = monthOf(row.bookedAt)
    const expected = row.agencyId && month < today.slice(0, 7) ? statementAt.get(`${row.agencyId} ${month}`)!.id : null
    expect([row.id, row.statementId]).toEqual([row.id, expected])
    if (!expected) continue
    const { statementId, paidMonth, entry, stage, ratePpm } = lineAt.get(row.lineId!)!
    expect([row.id, statementId, paidMonth.slice(0, 7), entry, stage, ratePpm]).toEqual([
      ...[row.id, expected, monthOf(row.paidAt), row.entry, row.stage, row.ratePpm],
    ])
  }
  for (const line of lines) {
    const own = rowsOf(line.id)
    expect([line.entries, line.amountMinor, line.commissionMinor]).toEqual([
      ...[own.length, total(own.map((row) => row.amountMinor)), total(own.map((row) => row.commissionMinor))],
    ])
  }
  for (const statement of statements) {
    const own = linesOf(statement.id)
    expect([statement.entries, statement.amountMinor, statement.commissionMinor]).toEqual([
      ...[total(own.map((line) => line.entries)), total(own.map((line) => line.amountMinor))],
      total(own.map((line) => line.commissionMinor)),
    ])
    const earlier = own.filter(({ paidMonth }) => paidMonth < statement.month)
    expect(statement.earlierMinor).toBe(total(earlier.map((line) => line.commissionMinor)))
  }
  expect(new Set(statements.map(({ state }) => state))).toEqual(new Set(['drawn', 'confirmed', 'closed']))
  expect(statements.every(({ confirmedById, closedById }) => !closedById || confirmedById !== closedById)).toBe(true)
  expect(total(statements.map(({ entries }) => entries))).toBeGreaterThan(100)
})
