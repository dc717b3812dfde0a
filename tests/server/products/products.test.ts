import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Level } from '#contract/products/quota.ts'
import { termsInForce } from '#server/modules/products/steps/terms.ts'
import { type Account, test, type World } from '#tests/support/server.ts'

const id = (text: string) => text as IdOf<'product'>

const penaltyOf = async ({ as }: Pick<World, 'as'>, who: Account = 'ops') =>
  (await as(who).products.penalty({ productId: id('IN-7') })).inForce!.value

test('terms that are changed for a later day count from that day on, and the list says so', async ({
  as,
  given,
  clock,
}) => {
  await given.parameter('products.fourEyes', false)
  await given.product()
  const [row] = (await as('manager').products.list({ q: '' })).rows
  const penalty = { ...(await penaltyOf({ as })), graceDays: 3 }

  await as('manager').products.editPenalty({
    id: row!.id,
    version: row!.version,
    penalty,
    effectiveFrom: '2026-03-12' as never,
  })

  expect((await penaltyOf({ as })).graceDays).toBe(0)
  expect((await as('ops').products.list({ q: 'has:changesOn' })).rows).toMatchObject([{ changesOn: '2026-03-12' }])
  clock.set('2026-03-11T18:29:59.000Z')
  expect((await penaltyOf({ as }, 'cs')).graceDays).toBe(0)
  clock.set('2026-03-11T18:30:00.000Z')
  expect((await penaltyOf({ as }, 'cs')).graceDays).toBe(3)
  const { revisions } = await as('cs').products.history({ productId: id('IN-7') })
  expect(revisions[0]).toMatchObject({ part: 'penalty', inForce: true, madeBy: 'Manager' })
  expect(revisions[0]!.changes).toEqual([{ level: null, field: 'graceDays', before: '0', after: '3' }])
})

test('of two changes for one day the later one counts', async ({ as, given }) => {
  await given.parameter('products.fourEyes', false)
  await given.product()
  const [row] = (await as('ops').products.list({ q: '' })).rows
  const penalty = await penaltyOf({ as })
  const effectiveFrom = '2026-03-10' as never

  const { version } = await as('ops').products.editPenalty({
    ...{ id: row!.id, version: row!.version, effectiveFrom },
    penalty: { ...penalty, graceDays: 1 },
  })
  await as('ops').products.editPenalty({ id: row!.id, version, effectiveFrom, penalty: { ...penalty, graceDays: 2 } })

  expect((await penaltyOf({ as })).graceDays).toBe(2)
})

test('a change for a day that is over, or of a product somebody else has changed, is refused', async ({
  as,
  given,
}) => {
  await given.parameter('products.fourEyes', false)
  await given.product()
  const [row] = (await as('ops').products.list({ q: '' })).rows
  const penalty = { ...(await penaltyOf({ as })), graceDays: 5 }
  const change = { id: row!.id, version: row!.version, penalty }

  const past = as('ops').products.editPenalty({ ...change, effectiveFrom: '2026-03-09' as never })
  await expect(past).rejects.toMatchObject({ fault: 'effective_in_past' })
  await as('ops').products.editPenalty({ ...change, effectiveFrom: '2026-03-10' as never })
  const stale = as('ops').products.editPenalty({ ...change, effectiveFrom: '2026-03-10' as never })
  await expect(stale).rejects.toMatchObject({ fault: 'stale_version' })
})

test('an order keeps the terms it was submitted under when the product changes', async ({ as, given, server }) => {
  const order = await given.loan()
  const [row] = (await as('ops').products.list({ q: '' })).rows
  const penalty = { ...(await penaltyOf({ as })), graceDays: 5 }

  await as('ops').products.editPenalty({
    id: row!.id,
    version: row!.version,
    penalty,
    effectiveFrom: '2026-03-10' as never,
  })

  const { rows } = await server.app.database.query(
    `select terms -> 'penalty' ->> 'graceDays' as grace from loans where id = '${order.id}'`,
  )
  expect(rows).toEqual([{ grace: '0' }])
})

test.for([
  [{ tenureDays: [20], periods: 3, daysPerPeriod: 10 }, 'levels.0.tenureDays'],
  [{ serviceRatePpm: 900_000, gstPpm: 180_000 }, 'levels.0.serviceRatePpm'],
  [{ minMinor: 600_000, maxMinor: 500_000 }, 'levels.0.maxMinor'],
  [{ level: 2 }, 'levels'],
  [{ minMinor: 0 }, 'levels.0.minMinor'],
  [{ dailyInterestPpm: 2_000_000 }, 'levels.0.dailyInterestPpm'],
] as const)('a level with %j is refused, naming the field', async ([wrong, field], { as, given }) => {
  await given.product()
  const [row] = (await as('ops').products.list({ q: '' })).rows
  const { inForce } = await as('ops').products.quota({ productId: id('IN-7') })
  const levels = [{ ...inForce!.value[0]!, ...wrong }] as Level[]

  const edit = as('ops').products.editQuota({
    id: row!.id,
    version: row!.version,
    levels,
    effectiveFrom: '2026-03-10' as never,
  })

  await expect(edit).rejects.toMatchObject({ code: 400, fields: [{ field }] })
})

test('a product is copied with its terms, and the copy is not offered', async ({ as, given, server }) => {
  await given.parameter('products.fourEyes', false)
  await given.product()
  const [row] = (await as('ops').products.list({ q: '' })).rows

  await as('ops').products.copy({ id: row!.id, version: row!.version, code: 'IN-7B', name: 'Copy' })

  const { rows } = await as('ops').products.list({ q: 'id:IN-7B' })
  expect(rows).toMatchObject([{ name: 'Copy', state: 'disabled', apr: row!.apr }])
  const { db } = server.app.database
  const day = '2026-03-10' as never
  expect(await termsInForce(db, id('IN-7B'), day)).toEqual(await termsInForce(db, id('IN-7'), day))
  const again = as('ops').products.copy({ id: row!.id, version: row!.version, code: 'IN-7B', name: 'Copy' })
  await expect(again).rejects.toMatchObject({ fault: 'known_already' })
})

test('only what has terms can be offered', async ({ as, server }) => {
  await server.app.database.query(
    `insert into products (id, name, department_id, app, currency, state, created_at)
     values ('BARE', 'Bare', 'OPS', 'x', 'INR', 'disabled', '2026-01-01')`,
  )
  const [row] = (await as('admin').products.list({ q: '' })).rows

  const enable = as('admin').products.setState({ id: row!.id, version: row!.version, state: 'enabled' })

  await expect(enable).rejects.toMatchObject({ fault: 'product_without_terms' })
})

test('a product is bound to a merchant that exists and is enabled', async ({ as, given }) => {
  await given.product()
  await as('ops').merchants.add({ code: 'ACME', name: 'Acme Finance' })
  const [row] = (await as('ops').products.list({ q: '' })).rows
  const acme = 'ACME' as IdOf<'merchant'>

  const bound = await as('ops').merchants.bind({ id: row!.id, version: row!.version, merchantId: acme })

  expect(bound.merchant).toEqual({ id: 'ACME', name: 'Acme Finance' })
  const { rows: merchants } = await as('cs').merchants.list()
  expect(merchants).toMatchObject([{ id: 'ACME', name: 'Acme Finance', state: 'enabled', products: 'IN-7' }])
  const bind = { id: row!.id, version: bound.version }
  const nobody = as('ops').merchants.bind({ ...bind, merchantId: 'NONE' as typeof acme })
  await expect(nobody).rejects.toMatchObject({ fault: 'unknown_merchant' })
  await as('admin').merchants.setState({ id: acme, version: merchants[0]!.version, state: 'disabled' })
  await expect(as('ops').merchants.bind({ ...bind, merchantId: acme })).rejects.toMatchObject({
    fault: 'merchant_disabled',
  })
  await expect(as('ops').merchants.add({ code: 'ACME', name: 'Twice' })).rejects.toMatchObject({
    fault: 'known_already',
  })
})

test('a quote says what is paid out, what falls due when, and the yearly cost with and without the fee', async ({
  as,
  given,
}) => {
  await given.product()
  const { inForce } = await as('cs').products.quota({ productId: id('IN-7') })
  const [level] = inForce!.value

  const quote = await as('cs').products.quote({ level: level!, amountMinor: 500_000, tenureDays: 7 })

  expect(quote).toMatchObject({
    ...{ received: { minor: 425_000 }, due: { minor: 503_500 }, fee: { minor: 75_000 }, gst: { minor: 0 } },
    ...{ apr: 9_631_100, interestApr: 365_000 },
    periods: [{ days: 7, principal: { minor: 500_000 }, interest: { minor: 3_500 }, due: { minor: 503_500 } }],
  })
})

test.for([
  ['too small', 50_000, 7],
  ['too large', 750_000, 7],
  ['between two steps', 510_000, 7],
  ['for another tenure', 500_000, 14],
] as const)('nothing is quoted that is %s', async ([, amountMinor, tenureDays], { as, given }) => {
  await given.product()
  const { inForce } = await as('cs').products.quota({ productId: id('IN-7') })

  const quote = as('cs').products.quote({ level: inForce!.value[0]!, amountMinor, tenureDays })

  await expect(quote).rejects.toMatchObject({ code: 400, fault: 'outside_level' })
})
