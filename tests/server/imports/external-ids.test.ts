import { expect } from 'vitest'
import { pdfText } from '#tests/support/pdf.ts'
import { test } from '#tests/support/server.ts'
import { customersCsv, imported, loansCsv } from './support.ts'

test('what was imported is found by what it was called elsewhere: pasted, in the filter line, in files and papers', async ({
  as,
  server,
  tokenOf,
}) => {
  const loans = loansCsv([{ loanId: '301794' }, { loanId: '301795', customerId: 'ben' }])
  await imported(server, { loans, customers: customersCsv([{}]) })
  const headers = { authentication: await tokenOf('ops') }

  const [order] = (await as('ops').loans.orders({ q: 'externalRef:301794' })).rows
  const [application] = (await as('ops').loans.applications({ q: 'externalRef:301795' })).rows
  const people = (await as('ops').customers.list({ q: 'externalRef:anna' })).rows
  const pasted = await Promise.all(
    [' 301794', 'test:301794', 'anna', '30179'].map((text) => as('ops').finding.records({ text })),
  )
  const file = await (await fetch(`${server.url}/api/export/pay-out`, { headers })).text()
  const { text } = await pdfText(`/loans/${order!.id}/statement`, 'cs', { server, tokenOf })

  expect(order).toMatchObject({ externalRef: '301794', app: 'test' })
  expect(application).toMatchObject({ externalRef: '301795' })
  expect(people).toMatchObject([{ externalRef: 'anna' }])
  expect(pasted.map(({ found }) => found.map(({ noun, id }) => [noun, id]))).toEqual([
    [['loans', order!.id]],
    [['loans', order!.id]],
    [['customers', people[0]!.id]],
    [],
  ])
  expect(file).toContain('301794')
  expect(text).toMatch(/External id\s+301794/)
})
