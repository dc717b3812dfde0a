import { expect } from 'vitest'
import { blankSheet, filledSheet } from '#tests/support/sheets.ts'
import { book, itemsOf, paid, take, test } from '../settlement-items/support.ts'

test('a file is rehearsed: it tells what it would come to, and nothing of it stays', async ({ here, as, server }) => {
  const loanId = await book(here)
  await paid(here, loanId, 1)
  await paid(here, loanId, 2)
  const file = [
    { gatewayRef: 'PF1', amount: '500', fee: '10', gst: '1.80' },
    { gatewayRef: 'X', amount: '70.05', fee: '1.4', gst: '0.25' },
  ]

  const told = await take(here, file, { rehearse: true })

  expect(await itemsOf(here)).toEqual([])
  expect((await as('ops').settlementReports.list({})).rows).toEqual([])
  const done = await take(here, file)
  expect(told.data).toEqual(done.data)
  // by hand: 500.00 + 70.05; 10.00 + 1.40; 1.80 + 0.25; 488.20 + 68.40
  expect(done.data).toEqual({
    ...{ lines: 2, matched: 1, unknown: 1, amountDiffers: 0, stateDiffers: 0, duplicate: 0, missing: 1, closed: 0 },
    transfers: 0,
    ...{ amount: { minor: 57_005, currency: 'INR' }, fee: { minor: 1_140, currency: 'INR' } },
    ...{ gst: { minor: 205, currency: 'INR' }, net: { minor: 55_660, currency: 'INR' } },
  })
  const { rows: log } = await server.app.database.query(
    `select object_id from audit where command = 'settlementReports.importFile'`,
  )
  expect(log).toHaveLength(1)
})

test('the same file is refused by name, whatever it is called now; nothing of it is taken', async ({ here }) => {
  await book(here)
  await take(here, [{ gatewayRef: 'A', amount: '1' }], { name: 'march-10.csv' })

  const again = await take(here, [{ gatewayRef: 'A', amount: '1' }], { name: 'again.csv' })

  expect(again).toMatchObject({ code: 400, fault: 'report_known' })
  expect(again.msg).toContain('march-10.csv')
  expect(await itemsOf(here)).toHaveLength(1)
})

test('every cell that is wrong is named by line and column, and nothing is taken', async ({ here }) => {
  await book(here)
  const right = { gatewayRef: 'A', amount: '1' }

  const answer = await take(here, [
    ...[right, { gatewayRef: '', amount: '1' }, { gatewayRef: 'B', amount: '1.234' }, { gatewayRef: 'C', amount: '0' }],
    ...[
      { gatewayRef: 'D', amount: '1', kind: 'gift' },
      { gatewayRef: 'E', amount: '1', completedOn: 'soon' },
    ],
    ...[{ gatewayRef: 'F', amount: '1', completedOn: '2026-03-11' }],
  ])
  const twice = await take(here, [right, { gatewayRef: 'B', amount: '1' }, { ...right, amount: '2' }])

  expect(answer.fields).toEqual([
    { field: '3.gatewayRef', reason: 'is required' },
    { field: '4.amount', reason: 'has more decimals than the currency' },
    { field: '5.amount', reason: 'must be more than zero' },
    { field: '6.kind', reason: 'is none of the possible words' },
    { field: '7.completedOn', reason: 'must be a day like 2026-12-31' },
    { field: '8.completedOn', reason: 'must not be in the future' },
  ])
  expect(twice.fields).toEqual([{ field: '4.gatewayRef', reason: 'A stands in the file twice: first in line 2' }])
  expect(await itemsOf(here)).toEqual([])
})

test('files of gateways are read by their headings, with their ways of writing days, amounts and minus', async ({
  here,
}) => {
  const loanId = await book(here)
  const payment = await paid(here, loanId, 1, { amountMinor: 123_450 })
  const razorpay = [
    'transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,entity_created_at,settled_at,settlement_utr,order_receipt',
    `payment,pay_1,"1,234.50",INR,24.69,4.44,0,1205.37,10/03/2026 11:30:05,11/03/2026 10:00:00,AXISCN1,${payment}`,
  ].join('\n')
  const phonepe = [
    'PaymentType;MerchantReferenceId;PhonePeReferenceId;Amount;Fee;TransactionDate;SettlementDate;BankReferenceNo;IGST;CGST;SGST',
    'REFUND;;T77;-50.00;-1.00;2026-03-09T19:00:00Z;2026-03-10;N7;0.00;-0.09;-0.09',
  ].join('\n')

  await take(here, razorpay)
  await take(here, phonepe)

  expect(await itemsOf(here)).toMatchObject([
    {
      ...{ gatewayRef: 'pay_1', match: 'matched', documentId: payment, settlementUtr: 'AXISCN1' },
      ...{ completedOn: '2026-03-10', settledOn: '2026-03-11' },
      ...{ fee: { minor: 2_469 }, gst: { minor: 444 }, net: { minor: 120_537 } },
    },
    {
      ...{ gatewayRef: 'T77', kind: 'refund', match: 'unknown', completedOn: '2026-03-10', amount: { minor: -5_000 } },
      ...{ fee: { minor: 100 }, gst: { minor: 18 }, net: { minor: -5_118 }, settlementUtr: 'N7' },
    },
  ])
})

test('the blank sheet that is handed out comes back filled', async ({ here, server, tokenOf }) => {
  await book(here)
  const blank = await blankSheet({ server, tokenOf }, '/settlement-reports/template')

  const { data } = await take(here, filledSheet(blank, [{ gatewayRef: 'A', amount: '12', completedOn: '2026-03-10' }]))

  expect(data).toMatchObject({ lines: 1, unknown: 1, amount: { minor: 1_200 } })
})

test('the days and the gateway that a file is of have to be right', async ({ here, as }) => {
  await book(here)
  const file = [{ gatewayRef: 'A', amount: '1' }]
  const refusals = [
    [{ from: '2026-03-09', to: '2026-03-08' }, 'period_reversed'],
    [{ from: '2026-01-01', to: '2026-03-10' }, 'period_too_long'],
    [{ from: '2026-03-10', to: '2026-03-11' }, 'paid_in_future'],
    [{ from: '2026-03-08' }, 'report_other_days'],
    [{ config: 'PC-nobody' }, 'unknown_config'],
    [{ config: 'ENV-SMS' }, 'no_money_config'],
  ] as const

  for (const [asked, fault] of refusals) expect(await take(here, file, asked)).toMatchObject({ code: 400, fault })

  const { gateways } = await as('ops').settlementReports.gateways({})
  expect(gateways.map(({ config }) => config.id)).toEqual(['ENV-COLLECTION', 'ENV-PAYOUT'])
  expect(await itemsOf(here)).toEqual([])
})

test('transfers of the settlement itself are left out and counted; a file of nothing else is empty', async ({
  here,
}) => {
  const loanId = await book(here)
  const payment = await paid(here, loanId, 1)
  const heading = 'entity_id,order_receipt,type,amount,debit,credit,created_at,settled_at'
  const transfer = 'setl_1,,Settlement,500,500,0,2026-03-10 23:00:00,2026-03-10'
  const payments = `pay_1,${payment},payment,500,0,500,2026-03-10 11:00:00,2026-03-10`

  expect(await take(here, [heading, transfer].join('\n'))).toMatchObject({ code: 400, fault: 'template_empty' })
  const { data } = await take(here, [heading, payments, transfer].join('\n'))

  expect(data).toMatchObject({ lines: 1, matched: 1, transfers: 1, amount: { minor: 50_000 } })
  expect(await itemsOf(here)).toHaveLength(1)
})
