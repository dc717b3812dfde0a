import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { givenConfig, nobody } from '#tests/server/providers/support.ts'
import { statementsOf } from '#tests/support/migrations/statements.ts'
import { test } from '#tests/support/server.ts'
import { sendSheet } from '#tests/support/sheets.ts'
import { booksOf, owing, tell } from './support.ts'

test('one transfer counts once, however its reference is written', async ({ as, given, server, clock }) => {
  const world = { as, given, server, clock }
  const [one, two] = [await owing(world), await owing(world)]
  await tell(world, { loanId: one.loanId, ref: 'A', utr: 'axisn12345678' })
  const [loan] = (await as('ops').loans.orders({ q: `id:${two.loanId}` })).rows
  const slip = { channel: 'offline', bankCode: 'HDFC', upi: 'a@b', repaidOn: '2026-03-10' as never } as const
  const filed = await as('ops')
    .writeOffs.full({
      id: loan!.id,
      version: loan!.version,
      ...slip,
      utr: 'AXISN12345678',
      amount: money('5210', 'INR'),
    })
    .catch((error: unknown) => error)
  const [request] = (await as('manager').writeOffs.list({ q: 'state:pending' })).rows
  if (request) await as('manager').writeOffs.pass({ id: request.id, version: request.version })
  const { rows } = await server.app.database.query(
    `select sum(amount_minor)::int as counted from payments where state = 'success' and upper(trim(utr)) = 'AXISN12345678'`,
  )
  expect(rows).toEqual([{ counted: 521_000 }])
  expect(filed).toMatchObject({ fault: 'utr_used' })
})

test('a line of the bank is known to be a payment that counts, however the channel has written its reference', async ({
  as,
  given,
  raw,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId } = await owing(world)
  await tell(world, { loanId, ref: 'A', utr: ' axisn12345678' })
  const sheet = 'template,statement,1\nbookedOn,utr,amount,bank\n2026-03-10,AXISN12345678,5210,HDFC\n'
  const { data } = await sendSheet({ raw }, 'POST /statements', sheet)
  expect(data).toMatchObject({ known: 1, unmatched: 0 })
})

test('a channel that sends an empty reference twice has both payments counted', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const [one, two] = [await owing(world), await owing(world)]
  await tell(world, { loanId: one.loanId, ref: 'A', utr: '' })
  const second = await tell(world, { loanId: two.loanId, ref: 'B', utr: '' }).catch((error: unknown) => error)
  expect(second).toEqual({ received: true })
  expect(await booksOf(world, two.loanId)).toMatchObject({ received: 521_000 })
})

test('two gateways may call their payments the same', async ({ as, given, server, clock }) => {
  const world = { as, given, server, clock }
  const linkBy = async (id: string) => {
    await givenConfig(world, { id, kind: 'collection', address: nobody })
    const { loanId } = await owing(world)
    const { loan } = await as('ops').loans.detail({ id: loanId })
    await as('ops').payments.sendLink({ id: loanId, version: loan.version })
    const { rows } = await server.app.database.query(
      `update payment_links set config_id = '${id}' where loan_id = '${loanId}' returning id`,
    )
    return { loanId, linkId: String(rows[0]!.id) }
  }
  const [one, two] = [await linkBy('G1'), await linkBy('G2')]
  await tell(world, { ...one, ref: '1001', utr: '100000000001' })

  await tell(world, { ...two, ref: '1001', utr: '100000000002' })
  await tell(world, { ...two, ref: '1001', utr: '100000000002' })

  for (const { loanId } of [one, two]) expect(await booksOf(world, loanId)).toMatchObject({ received: 521_000 })
})

for (const [what, more] of [
  ['half of a sign', { paymentNo: 'PN\ud83d' }],
  ['a zero byte', { paymentNo: 'PN\0' }],
] as const)
  test(`money is heard of that is told with ${what}`, async ({ as, given, server, clock }) => {
    const world = { as, given, server, clock }
    const { loanId } = await owing(world)
    const said = await tell(world, { loanId, ...more }).catch((error: unknown) => error)
    expect(said).not.toMatchObject({ code: 500 })
  })

/** Statements of the migration that tells references apart as people do, about what channels had written before. */
const renaming = statementsOf('0099_payment_configs').filter((statement) =>
  statement.includes('UPDATE payments p SET utr'),
)

test('what channels had written is told apart as people do, but for what counts twice already', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { query } = server.app.database
  const refs = ['AAA1', 'BBB2', 'CCC3', 'DDD4']
  for (const utr of refs) await tell(world, { loanId: (await owing(world)).loanId, ref: utr, utr })
  const before = { AAA1: 'aaa1 ', BBB2: 'ccc3', DDD4: ' ' }
  for (const [ref, utr] of Object.entries(before))
    await query(`update payments set utr = '${utr}' where platform_ref = '${ref}'`)

  for (const statement of renaming) await query(statement)

  const { rows } = await query('select platform_ref as ref, utr from payments order by 1')
  expect(rows).toEqual([
    { ref: 'AAA1', utr: 'AAA1' },
    { ref: 'BBB2', utr: 'ccc3' },
    { ref: 'CCC3', utr: 'CCC3' },
    { ref: 'DDD4', utr: null },
  ])
})
