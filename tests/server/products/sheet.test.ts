import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { termsInForce } from '#server/modules/products/steps/terms.ts'
import { type Account, test, type World } from '#tests/support/server.ts'
import { blankSheet, filledSheet, sendSheet } from '#tests/support/sheets.ts'

const week = {
  ...{ id: 'WEEK-7', name: 'Week', app: 'Lendline', merchant: '', rank: '3', icon: '', level: '1' },
  ...{
    minAmount: '1000',
    maxAmount: '5000.00',
    amountStep: '500',
    baseLimit: '5000',
    limitStep: '500',
    maxLimit: '7000',
  },
  ...{ tenureDays: '7|14', periods: '1', daysPerPeriod: '7', servicePercent: '15', gstPercent: '0' },
  ...{ dailyInterestPercent: '0.1', feeMode: 'upfront', earlyInterest: 'full', coolingOffDays: '1' },
  ...{ coolingOffRefundsFee: 'no', graceDays: '0', penaltyBase: 'outstandingPrincipal' },
  ...{ penaltyTiers: '1-3:0.5; 4-15:1; 16-:1.5', penaltyCapPercent: '100', badDebtDays: '90' },
  ...{ allocationOrder: 'penaltyFirst', extension: 'yes', extensionDays: '7', extensionFee: '12%' },
  ...{ extensionCommissionPercent: '1', extensionTimes: '3', extensionDaysBefore: '2', extensionDaysAfter: '30' },
  extensionInterest: 'no',
}
type Filled = Partial<typeof week>
const second: Filled = {
  ...Object.fromEntries(Object.keys(week).map((name) => [name, ''])),
  ...{ id: 'WEEK-7', level: '2', minAmount: '2000', maxAmount: '9000', amountStep: '1000', baseLimit: '6000' },
  ...{ limitStep: '500', maxLimit: '9000', tenureDays: '7', periods: '1', daysPerPeriod: '7', servicePercent: '12' },
  ...{ gstPercent: '18', dailyInterestPercent: '0.1', feeMode: 'atDue', earlyInterest: 'prorata' },
  ...{ coolingOffDays: '3', coolingOffRefundsFee: 'yes' },
}

const template = '/product/download/product/template'
const download = (world: Pick<World, 'server' | 'tokenOf'>, query = '') => blankSheet(world, `${template}${query}`)
/** The sheet that was handed out, with these lines filled in. */
const filled = async (world: Pick<World, 'server' | 'tokenOf'>, ...lines: Filled[]) =>
  filledSheet(await download(world), lines)
const send = (world: Pick<World, 'raw'>, contents: string, who: Account = 'ops', language = 'en') =>
  sendSheet(world, 'POST /product/add', contents, { who, language })
const idsOf = async ({ as }: Pick<World, 'as'>) => (await as('ops').products.list({ q: '' })).rows.map(({ id }) => id)
const id = (text: string) => text as IdOf<'product'>

test('the template comes back filled and its products are there, not yet offered', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  await given.parameter('products.fourEyes', false)
  const sheet = await filled({ server, tokenOf }, week, second)

  const answer = await send({ raw }, sheet)

  expect(answer).toMatchObject({ code: 200, data: { added: ['WEEK-7'] } })
  const { rows } = await as('ops').products.list({ q: '' })
  expect(rows[0]).toMatchObject({
    ...{ id: 'WEEK-7', name: 'Week', state: 'disabled', tenures: '7, 14', periods: 1, serviceRate: 150_000 },
    ...{ minAmount: { minor: 100_000, currency: 'INR' }, maxAmount: { minor: 900_000, currency: 'INR' } },
    ...{ penalty: '1–3 0.5 % · 4–15 1 % · 16– 1.5 %', extension: true, apr: 9_631_100, changesOn: null },
  })
  const { inForce } = await as('ops').products.quota({ productId: id('WEEK-7') })
  expect(inForce).toMatchObject({ effectiveFrom: '2026-03-10', madeBy: 'Operations' })
  expect(inForce!.value.map(({ level, feeMode, tenureDays }) => ({ level, feeMode, tenureDays }))).toEqual([
    { level: 1, feeMode: 'upfront', tenureDays: [7, 14] },
    { level: 2, feeMode: 'atDue', tenureDays: [7] },
  ])
})

test('one wrong line adds no product at all, and everything that is wrong is told by line and column', async ({
  as,
  raw,
  server,
  tokenOf,
}) => {
  const wrong = {
    ...week,
    ...{ id: 'BAD-1', merchant: 'NOBODY', maxAmount: '5000.005', servicePercent: '15.00001', feeMode: 'later' },
  }
  const gap = { ...week, id: 'BAD-2', penaltyTiers: '1-3:0.5; 5-:1' }
  const cheap = { ...week, id: 'BAD-3', maxAmount: '500' }
  const sheet = await filled({ server, tokenOf }, week, wrong, gap, cheap)

  const answer = await send({ raw }, sheet)

  expect(answer).toMatchObject({ code: 400, fault: 'invalid' })
  expect((answer as unknown as { fields: unknown }).fields).toEqual([
    { field: '4.maxAmount', reason: 'has more decimals than the currency' },
    { field: '4.servicePercent', reason: 'must be a percentage with at most four decimals' },
    { field: '4.feeMode', reason: 'is none of the possible words' },
    {
      field: '5.penaltyTiers',
      reason: 'must cover every day from 1 on, without gap or overlap, the last one open',
    },
    { field: '6.maxAmount', reason: 'must not be below the lower bound' },
  ])
  expect(await idsOf({ as })).toEqual([])
})

test('a product that is there, or a merchant that is not, is told by its line, in the reader’s language', async ({
  as,
  raw,
  server,
  tokenOf,
}) => {
  await send({ raw }, await filled({ server, tokenOf }, week))
  const sheet = await filled({ server, tokenOf }, { ...week, id: 'NEW-1' }, week, {
    ...week,
    id: 'NEW-2',
    merchant: 'X1',
  })

  const answer = await send({ raw }, sheet, 'ops', 'zh')

  expect((answer as unknown as { fields: unknown }).fields).toEqual([
    { field: '4.id', reason: '已存在' },
    { field: '5.merchant', reason: '不是已有的商户' },
  ])
  expect(await idsOf({ as })).toEqual(['WEEK-7'])
})

test.for([
  ['another file', () => 'a,b\n1,2\n', 'template_unknown'],
  ['another version', (sheet: string) => sheet.replace('products,1', 'products,0'), 'template_old'],
  ['a missing column', (sheet: string) => sheet.replace('tenureDays', 'tenure'), 'template_columns'],
  ['no line', (sheet: string) => sheet.split('\n').slice(0, 2).join('\n'), 'template_empty'],
  ['a quote that never closes', (sheet: string) => `${sheet}"WEEK`, 'template_quote'],
  ['bytes that are no text', () => '\u0000\u0001template,products,1', 'template_unknown'],
] as const)('a sheet with %s is refused and adds nothing', async ([, spoil, fault], { as, raw, server, tokenOf }) => {
  const sheet = await filled({ server, tokenOf }, week)

  const answer = await send({ raw }, spoil(sheet))

  expect(answer).toMatchObject({ code: 400, fault })
  expect(await idsOf({ as })).toEqual([])
})

test('a cell that holds a formula is refused by line and column', async ({ raw, server, tokenOf }) => {
  const sheet = await filled({ server, tokenOf }, { ...week, name: '=HYPERLINK("http://x")' })

  const answer = await send({ raw }, sheet)

  expect(answer).toMatchObject({ fields: [{ field: '3.name', reason: 'must not begin with a formula sign' }] })
})

test('whoever may only look at products can neither add nor change them', async ({
  as,
  raw,
  server,
  tokenOf,
  given,
}) => {
  await given.product()
  const [row] = (await as('cs').products.list({ q: '' })).rows

  const answer = await send({ raw }, await filled({ server, tokenOf }, week), 'cs')

  expect(answer).toMatchObject({ code: 403 })
  await expect(
    as('cs').products.edit({ id: row!.id, version: row!.version, name: 'X', app: 'X', rank: 5 }),
  ).rejects.toMatchObject({ code: 403 })
  await expect(as('ops').products.setState({ ...row!, state: 'disabled' })).rejects.toMatchObject({ code: 403 })
})

test('the sheet of a product holds its terms of today, and makes another of them', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  await given.parameter('products.fourEyes', false)
  await send({ raw }, await filled({ server, tokenOf }, week, second))

  const own = await download({ server, tokenOf }, '?productId=WEEK-7')
  const answer = await send({ raw }, own.replaceAll('WEEK-7', 'WEEK-8'))

  expect(answer).toMatchObject({ code: 200, data: { added: ['WEEK-8'] } })
  const termsOf = async (product: string) => {
    const { db } = server.app.database
    return termsInForce(db, id(product), '2026-03-10' as never)
  }
  expect(await termsOf('WEEK-8')).toEqual(await termsOf('WEEK-7'))
  expect((await termsOf('WEEK-8'))!.levels).toHaveLength(2)
  const rows = (await as('ops').products.list({ q: '' })).rows
  expect(rows.map(({ name, app, rank }) => [name, app, rank])).toEqual([
    ['Week', 'Lendline', 3],
    ['Week', 'Lendline', 3],
  ])
  expect(await download({ server, tokenOf }, '?productId=NONE')).toContain('"fault":"not_found"')
})
