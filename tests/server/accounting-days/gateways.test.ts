import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { journalLines } from '#contract/journal.ts'
import { tell } from '../payments/support.ts'
import { gateways, itemsOf, night, take, test } from '../settlement-items/support.ts'
import { closed, daysOf, entriesOf, later, lent } from './support.ts'

const nothing = {
  principal: 0,
  interest: 0,
  fee: 0,
  penalty: 0,
  cash: 0,
  gst: 0,
  extensionFee: 0,
  overpaid: 0,
  cleared: 0,
}
const moved = ({ day, valueDate, kind, cash, gst, amount, loanId }: Awaited<ReturnType<typeof entriesOf>>[number]) =>
  `${day} ${valueDate} ${kind} ${cash.minor} ${gst.minor} ${amount.minor} ${loanId}`

test('what a gateway keeps is a charge with its GST, from the bank that it keeps it of', () => {
  // by hand: 40.00 and 18 % of it, 7.20
  expect(journalLines('collectionFee', { ...nothing, cash: -4_720, gst: -720 })).toEqual([
    { account: 'inputGst', debit: 720, credit: 0 },
    { account: 'gatewayCharges', debit: 4_000, credit: 0 },
    { account: 'collectionBank', debit: 0, credit: 4_720 },
  ])
  expect(journalLines('payoutFee', { ...nothing, cash: -590, gst: -90 }).map(({ account }) => account)).toEqual([
    ...['inputGst', 'gatewayCharges', 'payoutBank'],
  ])
  expect(journalLines('collectionRefund', { ...nothing, cash: -200_000 })).toEqual([
    { account: 'refundClearing', debit: 200_000, credit: 0 },
    { account: 'collectionBank', debit: 0, credit: 200_000 },
  ])
  expect(journalLines('payoutAdjustment', { ...nothing, cash: 1_200 })).toEqual([
    { account: 'payoutBank', debit: 1_200, credit: 0 },
    { account: 'refundClearing', debit: 0, credit: 1_200 },
  ])
  expect(journalLines('refundMatched', { ...nothing, cash: 200_000 })).toEqual([
    { account: 'collectionBank', debit: 200_000, credit: 0 },
    { account: 'refundClearing', debit: 0, credit: 200_000 },
  ])
})

test('fees and refunds of a file are booked on the day it is taken in, of no order, and change no amount of the day', async ({
  here,
}) => {
  const { loanId } = await lent(here)
  await gateways(here)
  await tell(here, { loanId, amountMinor: 200_000 })
  const settledOn = '2026-03-10'
  await take(here, [
    { gatewayRef: 'P1', amount: '2000', fee: '40', gst: '7.20', settledOn },
    { gatewayRef: 'R1', kind: 'refund', amount: '70', fee: '5', gst: '0.90', settledOn },
    { gatewayRef: 'A1', kind: 'adjustment', amount: '-12', settledOn },
  ])

  await later(here)
  expect(await closed(here)).toEqual({ closed: 13, imbalances: [] })

  expect((await entriesOf(here, 'document:settlementItem')).map(moved).toSorted()).toEqual([
    '2026-03-10 2026-03-10 collectionAdjustment -1200 0 0 null',
    '2026-03-10 2026-03-10 collectionFee -4720 -720 0 null',
    '2026-03-10 2026-03-10 collectionFee -590 -90 0 null',
    '2026-03-10 2026-03-10 collectionRefund -7000 0 0 null',
  ])
  const day = (await daysOf(here)).at(-1)!
  expect(day).toMatchObject({ received: { minor: 200_000 }, gst: { minor: 0 }, closing: { minor: 321_000 } })
  expect(day.entryCount).toBe((await entriesOf(here, 'day:2026-03-10')).length)
})

test('a file that is taken in later is booked in the first open day, and is late where its settlement was before', async ({
  here,
}) => {
  const { loanId } = await lent(here)
  await gateways(here)
  await tell(here, { loanId, amountMinor: 200_000 })
  await later(here)
  await closed(here)
  await later(here)
  await take(here, [{ gatewayRef: 'P1', amount: '2000', fee: '40', gst: '7.20', settledOn: '2026-03-11' }])
  await closed(here)
  expect(await entriesOf(here, 'document:settlementItem')).toEqual([])

  await later(here)
  await closed(here)

  const entries = await entriesOf(here, 'document:settlementItem')
  expect(entries.map(moved)).toEqual(['2026-03-12 2026-03-11 collectionFee -4720 -720 0 null'])
  expect(entries[0]).toMatchObject({ isLate: true })
  await later(here)
  await closed(here)
  expect(await entriesOf(here, 'document:settlementItem')).toHaveLength(1)
})

test('a refund is cleared once its payment is reversed in our book, whichever of the two comes first', async ({
  here,
  as,
  given,
}) => {
  const { loanId } = await lent(here)
  await gateways(here)
  await tell(here, { loanId, amountMinor: 521_000 })
  await take(here, [
    { gatewayRef: 'P1', amount: '5210' },
    { gatewayRef: 'R1', utr: '000000000001', kind: 'chargeback', amount: '5210' },
  ])
  await later(here)
  await closed(here)
  await given.parameter('payment.reversal', true)
  const { rows } = await as('manager').payments.list({ q: `loanId:${loanId}` })
  const [payment] = rows
  const asked = await as('ops').payments.askReversal({ id: payment!.id, version: payment!.version, reason: 'bounced' })
  await as('executive').payments.reverse({ id: payment!.id, version: asked.version })

  await later(here)
  await night(here)
  expect(await closed(here)).toMatchObject({ imbalances: [] })

  const cash = (kind: string) => entriesOf(here, `kind:${kind}`)
  expect((await cash('collectionRefund')).map(({ day, cash: minor }) => [day, minor.minor])).toEqual([
    ['2026-03-10', -521_000],
  ])
  expect((await cash('reversal')).map(({ day, cash: minor }) => [day, minor.minor])).toEqual([['2026-03-11', -521_000]])
  expect((await cash('refundMatched')).map(({ day, cash: minor }) => [day, minor.minor])).toEqual([
    ['2026-03-11', 521_000],
  ])
})

test('an adjustment leaves the clearing account on the day that somebody says what it was, for the account of the reason', async ({
  here,
  tokenOf,
}) => {
  await lent(here)
  await gateways(here)
  const settledOn = '2026-03-10'
  const adjusted = { A1: '-12', A2: '-30', A3: '5', A4: '-7' }
  const lines = Object.entries(adjusted).map(([gatewayRef, amount]) => ({ gatewayRef, amount, settledOn }))
  await take(
    here,
    lines.map((line) => ({ ...line, kind: 'adjustment' })),
  )
  await later(here)
  await closed(here)
  const before = (await daysOf(here)).at(-1)!
  const reasons = { A1: 'gatewayCharge', A2: 'gatewayLoss', A3: 'gatewayCharge', A4: 'gatewayCorrects' }
  for (const { id, version, gatewayRef } of await itemsOf(here))
    await here.as('ops').settlementItems.explain({ id, version, reason: reasons[gatewayRef as keyof typeof reasons] })

  await later(here)
  expect(await closed(here)).toMatchObject({ imbalances: [] })

  const entries = await entriesOf(here, 'kind:adjustmentCharged,adjustmentLost')
  expect(entries.map((entry) => `${moved(entry)} ${entry.cleared.minor}`).toSorted()).toEqual([
    '2026-03-11 2026-03-11 adjustmentCharged 0 0 0 null -500',
    '2026-03-11 2026-03-11 adjustmentCharged 0 0 0 null 1200',
    '2026-03-11 2026-03-11 adjustmentLost 0 0 0 null 3000',
  ])
  const after = (await daysOf(here)).at(-1)!
  expect([after.opening, after.received, after.gst]).toEqual([before.closing, { ...before.gst, minor: 0 }, before.gst])
  // calculated a second time, from the file that leaves the house: what is left there is what the gateway is to correct
  const headers = { authentication: await tokenOf('manager') }
  const at = `${here.server.url}/api/accounting-days/journal?from=2026-03-10&to=2026-03-11`
  const [, ...rows] = parse(await (await fetch(at, { headers })).text(), { bom: true }) as string[][] // without columns
  const balance = (...codes: readonly string[]) =>
    rows
      .filter(([, code]) => codes.length === 0 || codes.includes(code!))
      .reduce((sum, [, , , debit, credit]) => sum + Math.round((Number(debit) - Number(credit)) * 100), 0)
  expect({ all: balance(), clearing: balance('1195'), suspense: balance('1990') }).toEqual({
    ...{ all: 0, clearing: 700, suspense: 0 },
  })
  expect([balance('1020'), balance('5030'), balance('5040')]).toEqual([-4_400, 700, 3_000])
  await later(here)
  await closed(here)
  expect(await entriesOf(here, 'kind:adjustmentCharged,adjustmentLost')).toHaveLength(3)
})
