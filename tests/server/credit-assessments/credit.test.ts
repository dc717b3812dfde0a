import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { heldBy, offered, raise, rupees } from '#tests/server/coupons/support.ts'
import { owing, tell } from '#tests/server/payments/support.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'

type Side = Pick<World, 'as' | 'given' | 'server'>

/** A customer who has done KYC, of an app that offers a product. */
async function identified({ given, server }: Side, about: Parameters<World['given']['customer']>[0] = {}) {
  await given.product()
  const id = await given.customer(about)
  await server.app.database.db.update(customerRows).set({ kyc: 'done' }).where(eq(customerRows.id, id))
  return id
}
const assessmentsOf = async ({ as }: Pick<World, 'as'>, id: IdOf<'customer'>) =>
  (await as('ops').creditAssessments.list({ q: `customerId:${id}` })).rows
const customerOf = async ({ as }: Pick<World, 'as'>, id: IdOf<'customer'>) =>
  (await as('ops').customers.detail({ id })).customer
const nightly = ({ server }: Pick<World, 'server'>) => server.app.taskRunners.get('renewCredit')!(server.app)
async function assess(side: Side, id: IdOf<'customer'>) {
  const { version } = await customerOf(side, id)
  return side.as('ops').creditAssessments.assess({ id, version })
}

test('who has done KYC is assessed by the rules and terms of their app, and the limit stands beside them', async ({
  as,
  given,
  server,
}) => {
  const side = { as, given, server }
  const id = await identified(side)

  await assess(side, id)

  expect(await assessmentsOf(side, id)).toMatchObject([
    {
      ...{ state: 'passed', inForce: true, cause: 'asked', reason: null, code: null, productId: 'IN-7', level: 1 },
      ...{ base: rupees('5000'), adjusted: rupees('0'), onTimeLoans: 0, limit: rupees('5000'), tenures: '7' },
      ...{ ceiling: rupees('7000'), periods: 1, expiresOn: '2026-09-06' },
    },
  ])
  const limited = { credit: 'passed', limit: rupees('5000'), limitExpiresOn: '2026-09-06' }
  expect(await customerOf(side, id)).toMatchObject(limited)
})

test('nobody is assessed before KYC is done', async ({ as, given, server }) => {
  const side = { as, given, server }
  await given.product()
  const id = await given.customer()

  await expect(assess(side, id)).rejects.toMatchObject({ fault: 'kyc_not_done' })

  expect(await assessmentsOf(side, id)).toEqual([])
})

test('an assessment that says the same as before leaves that one in force', async ({ as, given, server }) => {
  const side = { as, given, server }
  const id = await identified(side)
  await assess(side, id)

  await assess(side, id)

  expect(await assessmentsOf(side, id)).toHaveLength(1)
})

test('a loan repaid on time raises the limit by a step, and its last day is counted anew', async ({
  as,
  given,
  server,
  clock,
}) => {
  const side = { as, given, server }
  const customerId = await identified(side)
  await assess(side, customerId)
  const due = { customerId, dueDate: '2026-03-20' as never, charged: { penalty: 0 } }
  const { loanId } = await given.plan({ ...due, state: 30 })
  await moveTo({ server, clock }, '2026-03-15T06:00:00Z')

  await tell({ as, server, clock }, { loanId, amountMinor: 503_500 })
  await server.dispatcher.flush()

  expect(await assessmentsOf(side, customerId)).toMatchObject([
    {
      ...{ cause: 'repaid', inForce: true, onTimeLoans: 1, step: rupees('500'), adjusted: rupees('500') },
      ...{ limit: rupees('5500'), expiresOn: '2026-09-11' },
    },
    { cause: 'asked', inForce: false, limit: rupees('5000') },
  ])
})

test('a loan repaid late raises nothing', async ({ as, given, server, clock }) => {
  const side = { as, given, server }
  const customerId = await identified(side)
  const { loanId } = await owing({ given, server }, { customerId })

  await tell({ as, server, clock }, { loanId, amountMinor: 521_000 })
  await server.dispatcher.flush()

  const [one] = await assessmentsOf(side, customerId)
  expect(one).toMatchObject({ cause: 'repaid', onTimeLoans: 0, limit: rupees('5000') })
})

test('a coupon of limit counts while it may be used, up to the most of the product', async ({ as, given, server }) => {
  const side = { as, given, server }
  const id = await identified(side)
  await assess(side, id)
  const template = await offered({ as }, { ...raise, amount: rupees('9000') })
  const { version } = await customerOf(side, id)

  await as('ops').coupons.issue({ id, version, template })
  await server.dispatcher.flush()

  const [coupon] = await heldBy({ as }, id)
  expect((await assessmentsOf(side, id))[0]).toMatchObject({
    ...{ cause: 'coupon', coupon: rupees('9000'), couponId: coupon!.id, limit: rupees('7000') },
    ...{ adjusted: rupees('2000'), expiresOn: '2026-09-06' },
  })
})

test.for([
  ['a frozen account', { account: 'frozen' }, 'accountEnabled', 'D01'],
  ['a blacklisted customer', { blacklisted: true }, 'blacklisted', 'D02'],
  ['a customer too young', { birthDate: '2009-03-11' }, 'age', 'D03'],
] as const)(
  '%s may borrow nothing, for the reason of the rule',
  async ([, about, reason, code], { as, given, server }) => {
    const world = { as, given, server }
    const id = await identified(world, about as Parameters<typeof identified>[1])

    await assess(world, id)

    expect(await assessmentsOf(world, id)).toMatchObject([
      { state: 'failed', reason, code, limit: null, expiresOn: null },
    ])
    expect(await customerOf(world, id)).toMatchObject({ credit: 'failed', limit: null, limitExpiresOn: null })
  },
)

test('freezing an account ends its limit, enabling it brings it back until the same day', async ({
  as,
  given,
  server,
  clock,
}) => {
  const side = { as, given, server }
  const id = await identified(side)
  await assess(side, id)
  await moveTo({ server, clock }, '2026-03-12T06:00:00Z')
  const { version } = await customerOf(side, id)
  await as('ops').customers.freeze({ id, version, reason: 'fraud' })
  await server.dispatcher.flush()
  const frozen = await customerOf(side, id)
  expect(frozen).toMatchObject({ credit: 'failed', limit: null })

  await as('ops').customers.enable({ id, version: frozen.version, reason: 'Cleared up' })
  await server.dispatcher.flush()

  expect(await customerOf(side, id)).toMatchObject({ credit: 'passed', limit: rupees('5000') })
  expect(await assessmentsOf(side, id)).toMatchObject([{ cause: 'account' }, { cause: 'account' }, { cause: 'asked' }])
})

test('an app that offers nothing leaves the credit abnormal', async ({ as, given, server }) => {
  const side = { as, given, server }
  const id = await identified(side)
  await server.app.database.db.update(customerRows).set({ app: 'Other' }).where(eq(customerRows.id, id))

  await assess(side, id)

  expect(await assessmentsOf(side, id)).toMatchObject([{ state: 'abnormal', reason: 'noProduct', limit: null }])
})

test('by night limits end that were not drawn by their last day, once, and who was forgotten is assessed', async ({
  as,
  given,
  server,
  clock,
}) => {
  const side = { as, given, server }
  const [id, forgotten] = [await identified(side), await identified(side, { phone: '9876543211' })]
  await assess(side, id)
  await moveTo({ server, clock }, '2026-09-06T06:00:00Z')
  await nightly(side)
  expect(await customerOf(side, id)).toMatchObject({ credit: 'passed' })
  await moveTo({ server, clock }, '2026-09-07T06:00:00Z')

  await nightly(side)
  await nightly(side)

  expect(await assessmentsOf(side, id)).toMatchObject([
    { state: 'expired', cause: 'expired', inForce: true, limit: null },
    { state: 'passed', inForce: false },
  ])
  expect(await customerOf(side, id)).toMatchObject({ credit: 'toCredit', limit: null, limitExpiresOn: null })
  expect(await assessmentsOf(side, forgotten)).toMatchObject([{ cause: 'nightly', state: 'passed' }])
})

test('whoever applies after their limit has ended is assessed again', async ({ as, given, server }) => {
  const side = { as, given, server }
  const id = await identified(side)
  await given.card(id)
  const request = { ref: 'R1', customerId: id, productId: 'IN-7', amountMinor: 500_000, currency: 'INR', tenureDays: 7 }
  const payload = JSON.stringify(request)

  await as(null).loans.submit({ payload, signature: server.app.secrets.sign('customer app', payload) })
  await server.dispatcher.flush()

  expect(await assessmentsOf(side, id)).toMatchObject([{ cause: 'applied', state: 'passed' }])
})

test('only who may change customers assesses, and agencies see no credit', async ({ as, given, server }) => {
  const side = { as, given, server }
  const id = await identified(side)
  await assess(side, id)
  const { version } = await customerOf(side, id)

  await expect(as('collector').creditAssessments.assess({ id, version })).rejects.toMatchObject({ code: 403 })

  await expect(as('agency').creditAssessments.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})
