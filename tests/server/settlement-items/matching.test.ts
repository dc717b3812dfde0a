import { expect } from 'vitest'
import { book, itemsOf, night, paid, take, test } from './support.ts'

const about = ({ line, match, state, documentId }: Awaited<ReturnType<typeof itemsOf>>[number]) =>
  `${line ?? '–'} ${match} ${state} ${documentId ?? '–'}`

test('a line is found by our id, else by what the gateway calls it, else by its UTR', async ({ here }) => {
  const loanId = await book(here)
  const [one, two, three] = [await paid(here, loanId, 1), await paid(here, loanId, 2), await paid(here, loanId, 3)]

  const { data } = await take(here, [
    { gatewayRef: 'G1', ownRef: one, amount: '500', utr: 'UTR000000002' },
    { gatewayRef: 'PF2', amount: '500.00' },
    { gatewayRef: 'G3', utr: 'utr000000003', amount: '500' },
  ])

  expect(data).toMatchObject({ lines: 3, matched: 3, unknown: 0, missing: 0, amount: { minor: 150_000 } })
  expect((await itemsOf(here)).map(about)).toEqual([
    ...[`2 matched matched ${one}`, `3 matched matched ${two}`, `4 matched matched ${three}`],
  ])
})

test('a link names its payment: what is said of it first is what the gateway knows', async ({ here, server }) => {
  const loanId = await book(here)
  const failed = await paid(here, loanId, 1, { state: 'fail' })
  const payment = await paid(here, loanId, 2)
  await server.app.database.query(
    `insert into payment_links (id, loan_id, amount_minor, currency, kind, config_id, state, made_by, created_at, expires_at)
       values ('LK1', '${loanId}', 50000, 'INR', 'normal', 'ENV-COLLECTION', 'used', 'x', now(), now());
     update payments set link_id = 'LK1', channel = 'link' where id in ('${failed}', '${payment}')`,
  )

  await take(here, [{ gatewayRef: 'order_1', ownRef: 'LK1', amount: '500' }])

  expect((await itemsOf(here)).map(about)).toEqual([`2 matched matched ${payment}`])
})

test('what does not fit is left, each with what is wrong with it', async ({ here }) => {
  const loanId = await book(here)
  const [dear, failed, twice] = [
    await paid(here, loanId, 1),
    await paid(here, loanId, 2, { state: 'fail' }),
    await paid(here, loanId, 3),
  ]
  const unnamed = await paid(here, loanId, 4)
  await paid(here, loanId, 5, { at: '2026-03-09T18:29:59Z' }) // of the day before by the country's clock
  await paid(here, loanId, 6, { ref: null }) // by no gateway

  const { data } = await take(here, [
    { gatewayRef: 'PF1', amount: '499.99' },
    { gatewayRef: 'PF2', amount: '500' },
    { gatewayRef: 'PF3', amount: '500' },
    { gatewayRef: 'other', ownRef: twice, amount: '500' },
    { gatewayRef: 'PF99', amount: '20' },
  ])

  expect(data).toMatchObject({
    lines: 5,
    matched: 1,
    amountDiffers: 1,
    stateDiffers: 1,
    duplicate: 1,
    unknown: 1,
    missing: 1,
  })
  const items = await itemsOf(here)
  expect(items.map(about)).toEqual([
    `2 amountDiffers open ${dear}`,
    `3 stateDiffers open ${failed}`,
    `4 matched matched ${twice}`,
    `5 duplicate open ${twice}`,
    '6 unknown open –',
    `– missing open ${unnamed}`,
  ])
  expect(items.map(({ amount, booked, difference }) => [amount?.minor, booked?.minor, difference.minor])).toEqual([
    ...[
      [49_999, 50_000, -1],
      [50_000, undefined, 50_000],
      [50_000, 50_000, 0],
      [50_000, undefined, 50_000],
    ],
    ...[
      [2_000, undefined, 2_000],
      [undefined, 50_000, -50_000],
    ],
  ])
})

test('a transaction that another file has settled is a duplicate, and the first one stays as it is', async ({
  here,
}) => {
  const loanId = await book(here)
  const payment = await paid(here, loanId, 1)
  await take(here, [
    { gatewayRef: 'PF1', amount: '500' },
    { gatewayRef: 'PF9', amount: '10' },
  ])

  const { data } = await take(here, [
    { gatewayRef: 'PF1', amount: '500' },
    { gatewayRef: 'PF9', amount: '10' },
    { gatewayRef: 'PF10', amount: '1' },
  ])

  expect(data).toMatchObject({ lines: 3, matched: 0, duplicate: 2, unknown: 1 })
  expect((await itemsOf(here, 'match:matched')).map(about)).toEqual([`2 matched matched ${payment}`])
})

test('a document that was missing becomes the line of the file that names it, and keeps its id', async ({ here }) => {
  const loanId = await book(here)
  await paid(here, loanId, 1)
  const late = await paid(here, loanId, 2)
  await take(here, [{ gatewayRef: 'PF1', amount: '500' }])
  const [missing] = await itemsOf(here, 'match:missing')
  expect(missing).toMatchObject({ documentId: late, state: 'open', booked: { minor: 50_000 }, amount: null })

  const { data } = await take(here, [{ gatewayRef: 'PF2', amount: '500', fee: '10', gst: '1.80' }])

  expect(data).toMatchObject({ matched: 1, missing: 0, closed: 1 })
  expect(await itemsOf(here, `documentId:${late}`)).toMatchObject([
    { id: missing!.id, state: 'matched', match: 'matched', line: 2, amount: { minor: 50_000 }, net: { minor: 48_820 } },
  ])
})

test('a payment that comes late closes its line in the night, whoever has explained it before', async ({
  here,
  as,
}) => {
  const loanId = await book(here)
  await take(here, [
    { gatewayRef: 'PF1', amount: '500' },
    { gatewayRef: 'PF2', amount: '500' },
  ])
  const [first] = await itemsOf(here)
  await as('ops').settlementItems.explain({ id: first!.id, version: first!.version, reason: 'gatewayCorrects' })
  await paid(here, loanId, 1)
  await paid(here, loanId, 2, { state: 'paying' })
  await paid(here, loanId, 3)

  expect(await night(here)).toMatchObject({ done: 2, refused: 0 })

  const items = await itemsOf(here)
  expect(items.map(({ match, state }) => `${match} ${state}`)).toEqual([
    ...['matched matched', 'stateDiffers open', 'missing open'],
  ])
  expect(items[0]).toMatchObject({ reason: 'gatewayCorrects', booked: { minor: 50_000 } })
  expect(await night(here)).toMatchObject({ done: 0, refused: 0 })
})

test('what was missing and is found to be what a line means is one row, not two', async ({ here, server }) => {
  const loanId = await book(here)
  const payment = await paid(here, loanId, 1, { utr: null })
  await take(here, [{ gatewayRef: 'elsewhere', utr: 'UTR000000077', amount: '500' }])
  expect((await itemsOf(here)).map(({ match }) => match)).toEqual(['unknown', 'missing'])
  await server.app.database.query(`update payments set utr = 'UTR000000077' where id = '${payment}'`)

  await night(here)

  expect((await itemsOf(here)).map(about)).toEqual([`2 matched matched ${payment}`])
})

test('pay-outs are matched as payments are: by their id, by what the channel calls them, by UTR', async ({
  here,

  given,
  server,
}) => {
  await book(here)
  const { id } = await given.loan({ payout: 'success' })
  const { id: other } = await given.loan({ payout: 'success', customerId: undefined as never, name: 'Ravi' })
  await server.app.database.query(
    `update payouts set resolved_at = '2026-03-10T06:00Z', channel_ref = 'CH' || right(loan_id, 1), amount_minor = 425000
     where loan_id in ('${id}', '${other}')`,
  )

  const file = [{ gatewayRef: 'T1', ownRef: `${id}-1`, amount: '4250', fee: '5' }]
  const { data } = await take(here, file, { config: 'ENV-PAYOUT' })

  expect(data).toMatchObject({ matched: 1, missing: 1, net: { minor: 425_500 } })
  expect((await itemsOf(here)).map(({ kind, match, documentId }) => `${kind} ${match} ${documentId}`)).toEqual([
    `payout matched ${id}-1`,
    `payout missing ${other}-1`,
  ])
})

test('money that a gateway took back matches the reversal of the payment, and is left until there is one', async ({
  here,
  server,
}) => {
  const loanId = await book(here)
  const payment = await paid(here, loanId, 1)
  const { data } = await take(here, [
    { gatewayRef: 'PF1', amount: '500' },
    { gatewayRef: 'RF1', ownRef: payment, kind: 'Chargeback', amount: '-500' },
  ])
  expect(data).toMatchObject({ matched: 1, stateDiffers: 1, amount: { minor: 0 } })
  const contra = await paid(here, loanId, 2, { kind: 'reversal', amountMinor: -50_000, ref: null, utr: null })
  await server.app.database.query(
    `insert into payment_reversals (payment_id, state, reason, maker_id, asked_at, contra_id)
     values ('${payment}', 'done', 'bounced', 'x', now(), '${contra}')`,
  )

  await night(here)

  expect(await itemsOf(here, 'kind:refund')).toMatchObject([
    { state: 'matched', documentId: payment, amount: { minor: -50_000 }, booked: { minor: -50_000 } },
  ])
})

test('an adjustment is of no document, whatever it names, and takes what its sign, its net or its debit say', async ({
  here,
}) => {
  const loanId = await book(here)
  const payment = await paid(here, loanId, 1)
  const file = [
    'entity_id,order_receipt,type,amount,debit,credit,fee,tax,net amount,created_at,settled_at',
    `pay_1,${payment},payment,500,0,500,0,0,500,2026-03-10 11:00:00,2026-03-10`,
    `adj_1,${payment},adjustment,120,120,0,0,0,,2026-03-10 11:00:00,2026-03-10`,
    'adj_2,,adjustment,80,0,80,0,0,80,2026-03-10 11:00:00,2026-03-10',
    'adj_3,,Adjustment,30,0,0,0,0,-30,2026-03-10 11:00:00,2026-03-10',
  ].join('\n')

  const { data } = await take(here, file)

  expect(data).toMatchObject({
    lines: 4,
    matched: 1,
    unknown: 3,
    missing: 0,
    amount: { minor: 50_000 - 12_000 + 8_000 - 3_000 },
  })
  const items = await itemsOf(here)
  expect(items.map(about)).toEqual([
    `2 matched matched ${payment}`,
    ...['3 unknown open –', '4 unknown open –', '5 unknown open –'],
  ])
  expect(items.map(({ amount, net }) => [amount?.minor, net?.minor])).toEqual([
    ...[
      [50_000, 50_000],
      [-12_000, -12_000],
      [8_000, 8_000],
      [-3_000, -3_000],
    ],
  ])
  await night(here)
  expect((await itemsOf(here)).map(about)).toHaveLength(4)
})
