import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, onTestFinished } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Statement } from '#contract/statements.ts'
import { type Account, type Answer, test, type World } from '#tests/support/server.ts'
import { sendSheet } from '#tests/support/sheets.ts'
import { booksOf, owing, tell } from '../payments/support.ts'
import { imageBy, png, said } from './support.ts'

const head = 'template,statement,1\nbookedOn,utr,amount,bank\n'
const send = (world: Pick<World, 'raw'>, text: string, who: Account = 'ops', language = 'en') =>
  sendSheet(world, 'POST /statements', text, { who, language })
const reported = ({ code, data }: Answer) => {
  expect(code).toBe(200)
  return data as Statement
}
const linesOf = async ({ as }: Pick<World, 'as'>, id: IdOf<'statement'>) =>
  (await as('ops').statements.detail({ id })).lines

/** As if somebody else had read every statement. */
const readByAnother = ({ server }: Pick<World, 'server'>) =>
  server.app.database.query(`update statements set read_by = 'Manager'`)

/** A proof of ₹5,210 under this UTR, of an order of its own. */
const proofOf = async ({ as, raw, given, server }: Pick<World, 'as' | 'raw' | 'given' | 'server'>, utr: string) => {
  const { loanId } = await owing({ given, server })
  const image = await imageBy({ raw }, 'cs', png(3, 3, Number(utr.slice(-2))))
  const [loan] = (await as('cs').loans.orders({ q: `id:${loanId}` })).rows
  await as('cs').proofs.enter({ id: loanId, version: loan!.version, ...said(image), utr })
  const [row] = (await as('ops').proofs.list({ q: `loanId:${loanId}` })).rows
  return row!
}

test('every line is held against proofs and payments by UTR and amount, and the report says what each came to', async ({
  as,
  raw,
  given,
  server,
  clock,
}) => {
  const proof = await proofOf({ as, raw, given, server }, '100000000001')
  const [paid, lost] = [await owing({ given, server }), await owing({ given, server })]
  await tell({ as, server, clock }, { loanId: paid.loanId, utr: '100000000002' })
  await tell({ as, server, clock }, { loanId: lost.loanId, ref: 'P2', outcome: 'fail', utr: '100000000003' })
  const other = await proofOf({ as, raw, given, server }, '100000000004')

  const statement = reported(
    await send(
      { raw },
      `${head}2026-03-10,100000000001,5210.00,HDFC
2026-03-10,100000000002,5210,HDFC
2026-03-10,100000000003,5210.00,ICICI
2026-03-10,100000000004,5000.00,
2026-03-10,100000000005,77.50,SBI
`,
    ),
  )

  expect(statement).toMatchObject({ lines: 5, proof: 1, payment: 1, known: 1, differs: 1, unmatched: 1, refused: 0 })
  expect(await linesOf({ as }, statement.id)).toMatchObject([
    { line: 3, outcome: 'proof', utr: '100000000001', proofId: proof.id, loanId: proof.loanId },
    { line: 4, outcome: 'known', loanId: paid.loanId },
    { line: 5, outcome: 'payment', loanId: lost.loanId, amount: money('5210', 'INR'), bank: 'ICICI' },
    { line: 6, outcome: 'differs', loanId: other.loanId, bank: null },
    { line: 7, outcome: 'unmatched', loanId: null },
  ])
  expect((await as('ops').proofs.list({ q: 'state:matched' })).rows).toMatchObject([{ id: proof.id, matched: true }])
  expect((await as('ops').loans.detail({ id: lost.loanId })).loan.state).toBe(40)
  expect(await booksOf({ server }, lost.loanId)).toMatchObject({ received: 521_000, owed: 0 })
})

test('a statement that is read again changes nothing, and says that it knows every line', async ({
  as,
  raw,
  given,
  server,
}) => {
  await proofOf({ as, raw, given, server }, '100000000001')
  const text = `${head}2026-03-10,100000000001,5210,HDFC\n2026-03-10,100000000009,1,HDFC\n`
  await send({ raw }, text)
  const before = (await as('ops').proofs.list({ q: '' })).rows

  const again = reported(await send({ raw }, text))

  expect(again).toMatchObject({ lines: 2, known: 2, proof: 0 })
  expect((await as('ops').proofs.list({ q: '' })).rows).toEqual(before)
})

test('a proof that comes after its statement is matched at once', async ({ as, raw, given, server }) => {
  await send({ raw }, `${head}2026-03-10,100000000001,5210,HDFC\n`)

  expect(await proofOf({ as, raw, given, server }, '100000000001')).toMatchObject({ state: 'matched', matched: true })
})

test('a proof whose UTR was typed wrong is matched by hand, to a line of just its amount that is free', async ({
  as,
  raw,
  given,
  server,
}) => {
  await send({ raw }, `${head}2026-03-10,100000000001,5210,HDFC\n2026-03-10,100000000002,5000,HDFC\n`)
  const { id, version } = await proofOf({ as, raw, given, server }, '100000000007')
  const match = (utr: string) => as('cs').proofs.match({ id, version, utr })

  await expect(match('100000000008')).rejects.toMatchObject({ fault: 'line_unknown', fields: [{ field: 'utr' }] })
  await expect(match('100000000002')).rejects.toMatchObject({ fault: 'line_differs' })
  expect(await match('100000000001')).toMatchObject({ state: 'matched', utr: '100000000001', matched: true })

  const next = await proofOf({ as, raw, given, server }, '100000000006')
  const taken = as('cs').proofs.match({ id: next.id, version: next.version, utr: '100000000001' })
  await expect(taken).rejects.toMatchObject({ fault: 'line_taken' })
})

test('a line that cannot be used says why, and stops no other', async ({ as, raw, given, server, clock }) => {
  const [closed, lost] = [await owing({ given, server }), await owing({ given, server })]
  await tell({ as, server, clock }, { loanId: closed.loanId, outcome: 'fail', utr: '100000000001' })
  await tell({ as, server, clock }, { loanId: closed.loanId, ref: 'P2', utr: '900000000001' })
  await tell({ as, server, clock }, { loanId: lost.loanId, ref: 'P3', outcome: 'fail', utr: '100000000002' })

  const { id } = reported(await send({ raw }, `${head}2026-03-10,100000000001,5210,\n2026-03-10,100000000002,5210,\n`))

  expect(await linesOf({ as }, id)).toMatchObject([
    { outcome: 'refused', note: 'order_closed' },
    { outcome: 'payment' },
  ])
  expect(await booksOf({ server }, closed.loanId)).toMatchObject({ received: 521_000 })
})

test('a line that was refused is free for its payment once the reason is gone, though it was read again', async ({
  as,
  raw,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId } = await owing(world)
  await given.parameter('payment.reversal', true)
  await tell(world, { loanId, outcome: 'fail', utr: '100000000001', amountMinor: 100_000 })
  await tell(world, { loanId, ref: 'P2', utr: '900000000001' })
  const text = `${head}2026-03-10,100000000001,1000,HDFC\n`
  const { id } = reported(await send({ raw }, text))
  const paymentOf = async (ref: string) => (await as('ops').payments.list({ q: `platformRef:${ref}` })).rows[0]!
  const counted = await paymentOf('P2')
  await as('ops').payments.askReversal({ id: counted.id, version: counted.version, reason: 'bounced' })
  const { version } = await paymentOf('P2')
  await as('executive').payments.reverse({ id: counted.id, version })
  expect(reported(await send({ raw }, text))).toMatchObject({ known: 1 })

  const lost = await paymentOf('P1')
  const { customerId } = lost
  const found = { id: lost.id, version: lost.version, customerId, paymentId: lost.id, utr: '100000000001' }
  await readByAnother({ server })
  const made = await as('ops').payments.reconcile(found)

  expect(made).toMatchObject({ state: 'success' })
  expect(await linesOf({ as }, id)).toMatchObject([{ outcome: 'payment', paymentId: lost.id, loanId, note: null }])
  expect(await booksOf({ server }, loanId)).toMatchObject({ received: 100_000 })
})

test('a line that was refused is free for a proof', async ({ as, raw, given, server, clock }) => {
  const closed = await owing({ given, server })
  await tell({ as, server, clock }, { loanId: closed.loanId, outcome: 'fail', utr: '100000000001' })
  await tell({ as, server, clock }, { loanId: closed.loanId, ref: 'P2', utr: '900000000001' })
  const { id } = reported(await send({ raw }, `${head}2026-03-10,100000000001,5210,HDFC\n`))
  expect(await linesOf({ as }, id)).toMatchObject([{ outcome: 'refused' }])

  const proof = await proofOf({ as, raw, given, server }, '100000000001')

  expect(proof).toMatchObject({ state: 'matched', matched: true })
  const owner = { outcome: 'proof', proofId: proof.id, paymentId: null, loanId: proof.loanId, note: null }
  expect(await linesOf({ as }, id)).toMatchObject([owner])
})

test('the line of a proof that was rejected is free again', async ({ as, raw, given, server, clock }) => {
  const { id: statement } = reported(await send({ raw }, `${head}2026-03-10,100000000001,5210,HDFC\n`))
  const proof = await proofOf({ as, raw, given, server }, '100000000001')
  expect(await linesOf({ as }, statement)).toMatchObject([{ outcome: 'proof', proofId: proof.id }])
  const right = await owing({ given, server })
  await tell({ as, server, clock }, { loanId: right.loanId, outcome: 'fail', utr: null })
  const [payment] = (await as('ops').payments.list({ q: `loanId:${right.loanId}` })).rows

  await as('ops').proofs.reject({ id: proof.id, version: proof.version, reason: 'notOurs' })

  const nothing = { outcome: 'unmatched', proofId: null, paymentId: null, loanId: null }
  expect(await linesOf({ as }, statement)).toMatchObject([nothing])
  const { id, version, customerId } = payment!
  const found = { id, version, customerId, paymentId: id, utr: '100000000001' }
  await readByAnother({ server })
  expect(await as('ops').payments.reconcile(found)).toMatchObject({ state: 'success' })
  expect(await booksOf({ server }, right.loanId)).toMatchObject({ received: 521_000 })
})

test('whoever has read a statement is known by who they are, whatever they are called since', async ({
  as,
  raw,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server })
  await tell({ as, server, clock }, { loanId, outcome: 'fail', utr: null })
  const { id: statement } = reported(await send({ raw }, `${head}2026-03-10,100000000001,5210,HDFC\n`))
  const rename = (to: string) => server.app.database.query(`update staff set name = '${to}' where id = 'S-ops'`)
  await rename('Ops, married')
  onTestFinished(async () => void (await rename('Operations')))
  const { readBy } = (await as('ops').statements.detail({ id: statement })).statement
  const [payment] = (await as('ops').payments.list({ q: '' })).rows
  const { id, version, customerId } = payment!

  const alone = as('ops').payments.reconcile({ id, version, customerId, paymentId: id, utr: '100000000001' })

  await expect(alone).rejects.toMatchObject({ fault: 'line_own' })
  expect(readBy).toBe('Ops, married')
})

test.for([
  ['millions of cells', `template,statement,1\n${','.repeat(5_000_000)}\n`, 'template_unknown'],
  ['a cell of megabytes', `${head}2026-03-10,100000000001,1,${'x'.repeat(5_000_000)}\n`, 'template_unknown'],
  ['millions of lines', `${head}${'a\n'.repeat(3_000_000)}`, 'template_rows'],
] as const)('a sheet of %s is refused without holding anybody up', async ([, text, fault], { raw }) => {
  const held = monitorEventLoopDelay({ resolution: 10 })
  held.enable()

  const refused = await send({ raw }, text)
  held.disable()

  expect(refused).toMatchObject({ code: 400, fault })
  expect(held.max / 1e6).toBeLessThan(2_000)
})

test('a line of before the pay-out is no payment of that order', async ({ as, raw, given, server, clock }) => {
  const { loanId } = await owing({ given, server })
  await tell({ as, server, clock }, { loanId, outcome: 'fail', utr: '100000000001' })

  const { id } = reported(await send({ raw }, `${head}2026-01-01,100000000001,5210,\n`))

  expect(await linesOf({ as }, id)).toMatchObject([{ outcome: 'refused', note: 'paid_before_payout' }])
  expect(await booksOf({ server }, loanId)).toMatchObject({ received: 0 })
})

test('where cells are wrong nothing is read, and each is told by line and column', async ({
  as,
  raw,
  given,
  server,
}) => {
  await proofOf({ as, raw, given, server }, '100000000001')
  const text = `${head}2026-03-10,100000000001,5210,HDFC
10/03/2026,12,5210.005,HDFC
2026-03-11,100000000002,0,HDFC
2026-03-10,100000000001,abc,${'x'.repeat(41)}
2026-03-10,100000000003,1,HDFC
2026-03-10,100000000003,1,HDFC
`

  const answer = (await send({ raw }, text)) as Answer & { fields: unknown }

  expect(answer).toMatchObject({ code: 400, fault: 'invalid' })
  expect(answer.fields).toEqual([
    { field: '4.bookedOn', reason: 'must be a day like 2026-12-31' },
    { field: '4.utr', reason: 'must be 12 to 22 letters and digits' },
    { field: '4.amount', reason: 'has more decimals than the currency' },
    { field: '5.bookedOn', reason: 'must not be in the future' },
    { field: '5.amount', reason: 'must be more than zero' },
    { field: '6.amount', reason: 'must be an amount' },
    { field: '6.bank', reason: 'is too long' },
    { field: '8.utr', reason: 'appears twice in the file' },
  ])
  expect((await as('ops').statements.recent({})).statements).toEqual([])
  expect((await as('ops').proofs.list({ q: '' })).rows).toMatchObject([{ state: 'submitted' }])
})

test.for([
  ['another file', 'a,b\n1,2\n', 'template_unknown'],
  ['another version', head.replace(',1', ',0'), 'template_old'],
  ['no line', head, 'template_empty'],
  ['a missing column', head.replace('utr', 'ref'), 'template_columns'],
] as const)('a statement of %s is refused', async ([, text, fault], { raw }) => {
  expect(await send({ raw }, text)).toMatchObject({ code: 400, fault })
})

test('a cell that holds a formula is refused', async ({ raw }) => {
  const answer = await send({ raw }, `${head}2026-03-10,100000000001,5210,=1+1\n`)

  expect(answer).toMatchObject({ fields: [{ field: '3.bank', reason: 'must not begin with a formula sign' }] })
})

test('only operations read statements', async ({ as, raw }) => {
  expect(await send({ raw }, head, 'cs')).toMatchObject({ code: 403 })
  await expect(as('manager').statements.recent({})).rejects.toMatchObject({ code: 403 })
})

test('the blank sheet is the one that is read', async ({ raw, server, tokenOf }) => {
  const headers = { authentication: await tokenOf('ops') }
  const blank = await (await fetch(`${server.url}/api/statements/template`, { headers })).text()

  expect(reported(await send({ raw }, `${blank}2026-03-10,100000000001,5210,HDFC\n`))).toMatchObject({ unmatched: 1 })
})
