import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'
import { counted, customersCsv, imported, type LoanLine, loansCsv, problemsOf } from './support.ts'

const wrong: [why: string, line: LoanLine, field: string, problem: string][] = [
  ['a blank amount', { amount: '' }, 'amount', 'blank'],
  ['an amount of blanks', { amount: '  ' }, 'amount', 'blank'],
  ['a negative amount', { amount: '-10000.00' }, 'amount', 'not_positive'],
  ['no amount at all', { amount: '0' }, 'amount', 'not_positive'],
  ['more decimals than the currency has', { amount: '9999.999' }, 'amount', 'too_precise'],
  ['a grouped amount', { amount: '"10,000.00"' }, 'amount', 'not_an_amount'],
  ['an exponent', { totalDue: '1e5' }, 'totalDue', 'not_an_amount'],
  ['an amount too large to be exact', { totalDue: '99999999999999' }, 'totalDue', 'not_an_amount'],
  ['blanks around an amount', { amount: ' 10000.00' }, 'amount', 'not_an_amount'],
  ['less due than was lent', { totalDue: '9999.99' }, 'totalDue', 'due_below_amount'],
  ['a day that does not exist', { createdAt: '2025-02-30 09:00:00' }, 'createdAt', 'not_a_moment'],
  ['a day instead of a moment', { approvedAt: '2025-01-10' }, 'approvedAt', 'not_a_moment'],
  ['a zone', { approvedAt: '2025-01-10T10:00:00Z' }, 'approvedAt', 'not_a_moment'],
  ['a date written another way', { firstDueDate: '09/02/2025' }, 'firstDueDate', 'not_a_date'],
  ['another term', { termDays: '45' }, 'termDays', 'not_a_term'],
  ['a term with decimals', { termDays: '30.0' }, 'termDays', 'not_a_term'],
  ['a loan before the first', { ordinal: '0' }, 'ordinal', 'not_a_count'],
  ['an id that is too long', { loanId: 'x'.repeat(65) }, 'loanId', 'not_an_id'],
  ['an id that ends with a blank', { customerId: 'anna ' }, 'customerId', 'not_an_id'],
  ['an approval before the application', { createdAt: '2025-01-10 10:00:01' }, 'approvedAt', 'approved_before_created'],
  ['a due date before the approval', { firstDueDate: '2025-01-09' }, 'firstDueDate', 'due_before_approval'],
  [
    'a repayment before the approval',
    { firstRepaidAt: '2025-01-10 09:59:59' },
    'firstRepaidAt',
    'repaid_before_approval',
  ],
  ['a repayment after the close', { firstRepaidAt: '2025-02-08 12:30:01' }, 'firstRepaidAt', 'repaid_after_close'],
  ['a close that is still to come', { closedAt: '2026-03-11 00:00:00' }, 'closedAt', 'in_the_future'],
]

test('each line that cannot be loaded is told with its field and the reason', async ({ server }) => {
  const { id, outcome } = await imported(server, { loans: loansCsv([{}, ...wrong.map(([, line]) => line)]) })

  expect(outcome.loans).toEqual({ loaded: 1, changed: 0, known: 0, refused: wrong.length })
  const told = (await problemsOf(server, id)).map(({ line, field, fault }) => [wrong[line - 3]?.[0], field, fault])
  expect(told).toEqual(wrong.map(([why, , field, problem]) => [why, field, problem]))
})

test('what stands in a wrong field is told as it is', async ({ server }) => {
  const { id } = await imported(server, { loans: loansCsv([{ amount: '"10,000.00"' }, { loanId: 'x'.repeat(100) }]) })

  const told = (await problemsOf(server, id)).map(({ file, line, got }) => [file, line, got])
  expect(told).toEqual([
    ['loans', 2, '10,000.00'],
    ['loans', 3, 'x'.repeat(80)],
  ])
})

test('zeros behind the decimals of the currency are no part of an amount', async ({ server }) => {
  const { outcome } = await imported(server, { loans: loansCsv([{ amount: '10000.000', totalDue: '13000' }]) })

  expect(outcome.loans).toEqual({ loaded: 1, changed: 0, known: 0, refused: 0 })
})

test('everything that is wrong with a line is told at once', async ({ server }) => {
  const loans = loansCsv([{ amount: 'ten', termDays: '', ordinal: 'first' }])

  const { id } = await imported(server, { loans })

  const told = (await problemsOf(server, id)).map(({ field, fault }) => [field, fault])
  expect(told).toEqual([
    ['amount', 'not_an_amount'],
    ['ordinal', 'not_a_count'],
    ['termDays', 'blank'],
  ])
})

test('a line closed before it was approved is told as that, and as repaid too late', async ({ server }) => {
  const { id } = await imported(server, { loans: loansCsv([{ closedAt: '2025-01-09 10:00:00' }]) })

  const faults = (await problemsOf(server, id)).map(({ fault }) => fault)
  expect(faults).toEqual(['closed_before_approval', 'repaid_after_close'])
})

test.for([
  ['too many', ','.repeat(121)],
  ['too few', ''],
] as const)('a line with %s columns is refused as a whole', async ([, rest], { server }) => {
  const line = rest || 'anna,1002,1'
  const { id, outcome } = await imported(server, { loans: `${loansCsv([{}])}\n${line}` })

  expect(outcome.loans).toEqual({ loaded: 1, changed: 0, known: 0, refused: 1 })
  const got = String(line.split(',').length)
  expect(await problemsOf(server, id)).toEqual([{ file: 'loans', line: 3, field: '', fault: 'columns', got }])
})

test('of an id that a file has twice the first line counts', async ({ server }) => {
  const loans = loansCsv([{ loanId: 'A', amount: '' }, { loanId: 'A', ordinal: '7' }, { loanId: 'A' }])

  const { id, outcome } = await imported(server, { loans })

  expect(outcome.loans).toEqual({ loaded: 1, changed: 0, known: 0, refused: 2 })
  expect((await problemsOf(server, id)).map(({ line, fault }) => [line, fault])).toEqual([
    [2, 'blank'],
    [4, 'repeated'],
  ])
})

test('of a customer told twice the first line counts, and the others are reported', async ({ server }) => {
  const customers = customersCsv([{ bank: 'HDFC' }, { bank: 'Axis' }, { customerId: 'ben', birthDate: '1990-13-01' }])

  const { id, outcome } = await imported(server, { loans: loansCsv([{}]), customers })

  expect(outcome.customers).toEqual({ loaded: 1, changed: 0, known: 0, refused: 2 })
  expect(await problemsOf(server, id)).toEqual([
    { file: 'customers', line: 3, field: 'customerId', fault: 'repeated', got: 'anna' },
    { file: 'customers', line: 4, field: 'birthDate', fault: 'not_a_date', got: '1990-13-01' },
  ])
})

test('what a customer leaves open stays open', async ({ server }) => {
  const open = { birthDate: '', bank: '', employment: '', education: '' }

  const { id } = await imported(server, { loans: loansCsv([{}]), customers: customersCsv([open]) })

  expect(await problemsOf(server, id)).toEqual([])
  expect(await counted(server)).toMatchObject({ customers: 1, cards: 1 })
})

test('somebody cannot be born tomorrow, nor have a bank of many words', async ({ server }) => {
  const customers = customersCsv([{ birthDate: '2026-03-11' }, { bank: 'x'.repeat(121) }])

  const { id } = await imported(server, { loans: loansCsv([{}]), customers })

  const faults = (await problemsOf(server, id)).map(({ field, fault }) => [field, fault])
  expect(faults).toEqual([
    ['birthDate', 'in_the_future'],
    ['bank', 'too_long'],
  ])
})
