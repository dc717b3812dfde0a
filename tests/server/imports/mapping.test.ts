import { expect } from 'vitest'
import { loansCsv, named, test } from './support.ts'

const loans = loansCsv([{}, { customerId: 'ben' }, { amount: '' }])

test('a mapping names the columns of a file that calls them otherwise', async ({ calls }) => {
  const ops = calls()
  const { import: uploaded, mapping } = await ops.upload({ loans: loans.replace('loanamount', 'Principal (Rs)') })
  expect(mapping).toMatchObject({ book: null })

  const completed = named({ ...mapping, loans: { ...mapping.loans, amount: 'Principal (Rs)' } }, 'acme')
  await ops.start(uploaded.id, completed)

  expect(await ops.ended(uploaded.id)).toMatchObject({ state: 'finished', loaded: 2, refused: 1 })
})

const field = (value: string) => ({ vocabulary: 'imports.field', value })

test.for([
  ['no column', {}, 'import_unmapped', { field: [field('amount')] }],
  ['a column that is not there', { amount: 'sum' }, 'import_unknown_column', { field: field('amount'), column: 'sum' }],
  ['a column that is there twice', { amount: 'customerid' }, 'import_heading_twice', { column: 'customerid' }],
] as const)(
  'a needed field with %s is refused by name, and the import may be started again',
  async (one, { calls }) => {
    const [, amount, fault, values] = one
    const ops = calls()
    const { import: uploaded, mapping } = await ops.upload({ loans: loans.replace('loannumber', 'customerid') })
    const { amount: _, ...others } = mapping.loans
    const columns = { ...others, customerId: 'systemloanid', ordinal: 'systemloanid', ...amount }

    const answer = await ops.start(uploaded.id, named({ ...mapping, loans: columns }))

    expect(answer).toMatchObject({ code: 400, fault, values })
    if (fault === 'import_unmapped')
      expect(answer).toMatchObject({ values: { columns: expect.stringContaining('loanamount') } })
    expect(await ops.get(uploaded.id)).toMatchObject({ state: 'uploaded' })
  },
)

test('all needed fields without a column are named at once', async ({ calls }) => {
  const ops = calls()
  const { import: uploaded, mapping } = await ops.upload({ loans })
  const { amount: _, termDays: __, closedAt: ___, ...some } = mapping.loans

  expect(await ops.start(uploaded.id, named({ ...mapping, loans: some }))).toMatchObject({
    ...{ fault: 'import_unmapped', msg: 'The file of loans has no column for Amount / Term in days / Closed' },
    values: { field: [field('amount'), field('termDays'), field('closedAt')] },
  })
})

test('a mapping without a book, or with a field nobody knows, is not valid', async ({ calls }) => {
  const ops = calls()
  const { import: uploaded, mapping } = await ops.upload({ loans })

  expect(await ops.start(uploaded.id, { ...mapping, book: null })).toMatchObject({ fault: 'invalid' })
  expect(await ops.start(uploaded.id, { ...mapping, currency: 'NGN' })).toMatchObject({ fault: 'invalid' })
  const unknown = { ...mapping, loans: { ...mapping.loans, penalty: 'loanamount' } }
  expect(await ops.start(uploaded.id, unknown)).toMatchObject({ fault: 'invalid' })
})

test('headings that are called like our fields need no mapping but the name of the book', async ({ calls }) => {
  const { mapping } = await calls().upload({ loans: 'loanId,amount,x\n1,2,3', customers: 'customerId,bank\nanna,HDFC' })

  expect(mapping).toEqual({
    ...{ kind: 'loans', book: null },
    loans: { loanId: 'loanId', amount: 'amount' },
    customers: { customerId: 'customerId', bank: 'bank' },
  })
})

test('a file of customers need not tell everything there is to tell', async ({ calls }) => {
  const ops = calls()
  const { import: uploaded, mapping } = await ops.upload({ loans, customers: 'customerid,birthdate\nanna,1990-05-06' })

  await ops.start(uploaded.id, mapping)

  expect(await ops.ended(uploaded.id)).toMatchObject({ state: 'finished', loaded: 2 })
})
