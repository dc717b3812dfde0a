import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { counted, customersCsv, loansCsv, problemsOf, test } from './support.ts'

const rupees = (amount: string) => money(amount, 'INR')
const loans = loansCsv([{}, { customerId: 'ben' }, { amount: '9000.00' }, { amount: '' }, { closedAt: 'never' }])
const customers = customersCsv([{ education: 'Primary' }, { customerId: 'carl', birthDate: 'x' }])

test('a dry run says what would be new, updated, known and refused, by column, with sums that add up', async ({
  calls,
  server,
}) => {
  const ops = calls()
  const first = await ops.upload({ loans: loansCsv([{}, { loanId: '1003' }]), customers: customersCsv([{}]) })
  await ops.start(first.import.id, first.mapping)
  await ops.ended(first.import.id)
  const before = await counted(server)
  const { import: uploaded, mapping } = await ops.upload({ loans, customers })

  const { state, check, checking } = await ops.check(uploaded.id, mapping)

  expect({ state, checking }).toEqual({ state: 'uploaded', checking: false })
  expect(check).toEqual({
    loans: { loaded: 1, changed: 0, known: 1, refused: 3 },
    customers: { loaded: 0, changed: 1, known: 0, refused: 1 },
    ...{ nameless: 1, unread: 1 },
    sums: [
      {
        ...{ field: 'amount', file: rupees('39000'), loaded: rupees('10000'), known: rupees('10000') },
        refused: rupees('19000'),
      },
      {
        ...{ field: 'totalDue', file: rupees('65000'), loaded: rupees('13000'), known: rupees('13000') },
        refused: rupees('39000'),
      },
    ],
    problems: [
      { file: 'loans', field: 'amount', problem: 'blank', reason: 'Blank', count: 1, line: 5 },
      ...[
        { file: 'loans', field: 'closedAt', problem: 'not_a_moment', reason: expect.any(String), count: 1, line: 6 },
        { file: 'loans', field: 'amount', problem: 'known_otherwise', reason: expect.any(String), count: 1, line: 4 },
        { file: 'customers', field: 'birthDate', problem: 'not_a_date', reason: expect.any(String), count: 1, line: 3 },
        { file: 'customers', field: 'education', problem: 'changed', reason: 'Updated', count: 1, line: 2 },
      ],
    ],
  })
  expect(await counted(server)).toEqual(before)
  expect(await problemsOf(server, uploaded.id)).toHaveLength(5)

  await ops.start(uploaded.id, mapping)
  expect(await ops.ended(uploaded.id)).toMatchObject({ state: 'finished', loaded: 1, known: 1, refused: 3 })
  expect(await problemsOf(server, uploaded.id)).toHaveLength(5)
})

test('a dry run of a file that cannot be read to its end says so, and may be followed by another', async ({
  calls,
}) => {
  const ops = calls()
  const many = Array.from({ length: 2_000 }, () => ({}))
  const { import: uploaded, mapping } = await ops.upload({ loans: `${loansCsv(many)}\n"never closed` })

  const checked = await ops.check(uploaded.id, mapping)

  expect(checked).toMatchObject({
    ...{ state: 'uploaded', check: null, checking: false },
    failure: { fault: 'import_quote' },
  })
})
