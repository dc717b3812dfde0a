import { expect } from 'vitest'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { paymentChannel } from '#server/modules/payments/steps/links.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'
import { fifth, heldBy, holding, offered, raise, rupees } from './support.ts'

const expire = ({ server }: Pick<World, 'server'>) => server.app.taskRunners.get('expireCoupons')!(server.app)
async function channelSays(
  { as, server, clock }: Pick<World, 'as' | 'server' | 'clock'>,
  about: { loanId: string; outcome: 'paying' | 'success' | 'fail'; amountMinor: number },
) {
  const { rows } = await server.app.database.query(`select id from payment_links order by id desc limit 1`)
  const rest = { paymentNo: null, utr: '123456789012', upi: null, costMinor: 0, failure: null }
  const event = {
    ref: 'R1',
    linkId: rows[0]!.id,
    by: 'eWallet',
    currency: 'INR',
    at: clock.now().toISOString(),
    ...rest,
  }
  const payload = JSON.stringify({ ...event, ...about })
  await as(null).payments.callback({ payload, signature: server.app.secrets.sign(paymentChannel, payload) })
}

test('a coupon is held for a payment, and used when it comes: 42 off, 5,168 paid, code 40', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { customerId, loanId, one } = await holding({ as, given })

  const held = await as('ops').coupons.use(one)

  expect(held).toMatchObject({ state: 'locked', loanId, discount: rupees('42') })
  await channelSays({ as, server, clock }, { loanId, outcome: 'paying', amountMinor: 516_800 })
  await expect(as('ops').coupons.release({ ...one, version: held.version })).rejects.toMatchObject({
    fault: 'payment_under_way',
  })
  await channelSays({ as, server, clock }, { loanId, outcome: 'success', amountMinor: 516_800 })
  const { loan, plans } = await as('ops').loans.detail({ id: loanId })
  expect(loan.state).toBe(40)
  expect(plans).toMatchObject([{ state: 'paid', paid: rupees('5168'), repayable: rupees('0') }])
  expect(await heldBy({ as }, customerId)).toMatchObject([{ state: 'used', discount: rupees('42'), loanId }])
  const { rows } = await as('ops').couponTemplates.list({ q: '' })
  expect(rows).toMatchObject([{ issued: 1, used: 1, expired: 0 }])
})

test('a payment that fails lets the coupon go', async ({ as, given, server, clock }) => {
  const { customerId, loanId, one } = await holding({ as, given })
  await as('ops').coupons.use(one)
  await channelSays({ as, server, clock }, { loanId, outcome: 'paying', amountMinor: 516_800 })

  await channelSays({ as, server, clock }, { loanId, outcome: 'fail', amountMinor: 516_800 })

  expect(await heldBy({ as }, customerId)).toMatchObject([{ state: 'unused', loanId: null, discount: null }])
})

test.for([
  [{ ...fifth, amountType: 'fixed', ratio: undefined, amount: rupees('50') }, '50'],
  [{ ...fifth, amountType: 'fixed', ratio: undefined, amount: rupees('900') }, '210'],
  [{ ...fifth, amountType: 'rate', ratio: undefined, amount: undefined, rate: 500_000 as never }, '105'],
  [{ ...fifth, ratio: 1_000_000 as never }, '100'],
  [{ ...fifth, discountType: 'interest', ratio: 1_000_000 as never }, '35'],
  [{ ...fifth, discountType: 'penalty', ratio: 500_000 as never }, '87.50'],
] as const)('%o takes %s off penalty 175 and interest 35', async ([worth, off], { as, given }) => {
  const { one } = await holding({ as, given }, worth)

  expect(await as('ops').coupons.use(one)).toMatchObject({ discount: rupees(off) })
})

test('one coupon is held for an order at a time, and released by hand makes room', async ({ as, given }) => {
  const { template, customerId, one } = await holding({ as, given })
  const { version } = await as('ops').coupons.use(one)
  await as('ops').coupons.issue({ id: customerId, version: 1 as never, template })
  const second = (await heldBy({ as }, customerId)).find(({ state }) => state === 'unused')!
  const other = { id: second.id, version: second.version }

  await expect(as('ops').coupons.use(other)).rejects.toMatchObject({ fault: 'coupon_held' })
  await as('ops').coupons.release({ id: one.id, version })
  expect(await as('ops').coupons.use(other)).toMatchObject({ state: 'locked' })
})

test('it does not count below its applicable amount, after its last day, without an order, or for a limit', async ({
  as,
  given,
  server,
  clock,
}) => {
  const little = await holding({ as, given }, { ...fifth, applicable: rupees('6000') })
  await expect(as('ops').coupons.use(little.one)).rejects.toMatchObject({ fault: 'coupon_below_minimum' })
  const limit = await holding({ as, given }, raise)
  await expect(as('ops').coupons.use(limit.one)).rejects.toMatchObject({ fault: 'coupon_for_limit' })
  const idle = await holding({ as, given })
  await server.app.database.query(`update loans set state = 40 where id = $1`, [idle.loanId])
  await expect(as('ops').coupons.use(idle.one)).rejects.toMatchObject({ fault: 'no_live_order' })
  const old = await holding({ as, given })
  await moveTo({ server, clock }, '2026-03-18T06:00:00Z')
  await expect(as('ops').coupons.use(old.one)).rejects.toMatchObject({ fault: 'coupon_expired' })
})

test('coupons expire after their last day, once, and those of a link that ended are let go', async ({
  as,
  given,
  server,
  clock,
}) => {
  const unused = await holding({ as, given })
  const held = await holding({ as, given })
  await as('ops').coupons.use(held.one)
  await moveTo({ server, clock }, '2026-03-17T12:00:00Z')
  expect(await expire({ server })).toEqual({ done: 0, refused: 0 })
  await server.app.database.query(`update payment_links set state = 'expired'`)
  expect(await expire({ server })).toEqual({ done: 1, refused: 0 })
  expect(await heldBy({ as }, held.customerId)).toMatchObject([{ state: 'unused', loanId: null }])
  await moveTo({ server, clock }, '2026-03-25T00:00:00Z')

  expect(await expire({ server })).toEqual({ done: 2, refused: 0 })
  expect(await expire({ server })).toEqual({ done: 0, refused: 0 })
  expect(await heldBy({ as }, unused.customerId)).toMatchObject([{ state: 'expired' }])
})

test('an unused coupon is revoked, a held one is not', async ({ as, given }) => {
  const { one, coupon } = await holding({ as, given })
  const held = await holding({ as, given })
  const { version } = await as('ops').coupons.use(held.one)

  expect(await as('manager').coupons.revoke(one)).toMatchObject({ id: coupon.id, state: 'revoked' })
  await expect(as('manager').coupons.revoke({ ...held.one, version })).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })
  await expect(as('ops').coupons.revoke(held.one)).rejects.toMatchObject({ code: 403 })
})

test('a limit-raising coupon lets more be borrowed, is held for that order, and used when the money is out', async ({
  as,
  given,
  server,
}) => {
  await given.product()
  const template = await offered({ as }, raise)
  const customerId = await given.customer()
  const apply = async (ref: string) => {
    const wanted = { ref, customerId, productId: 'IN-7', amountMinor: 600_000, currency: 'INR', tenureDays: 7 }
    const payload = JSON.stringify(wanted)
    const { loanId } = await as(null).loans.submit({
      payload,
      signature: server.app.secrets.sign(customerApp, payload),
    })
    await server.deliver()
    return (await as('ops').loans.detail({ id: loanId })).loan
  }
  const without = await apply('R1')
  expect(without.state).toBe(23)
  await as('ops').coupons.issue({ id: customerId, version: 1 as never, template })

  await as('ops').loans.resubmit({ id: without.id, version: without.version })

  await server.deliver()
  const { loan } = await as('ops').loans.detail({ id: without.id })
  expect([20, 22]).toContain(loan.state)
  expect(await heldBy({ as }, customerId)).toMatchObject([{ state: 'locked', loanId: without.id }])
  await as('ops').loans.cancelLoan({ id: loan.id, version: loan.version, reason: 'x' })
  expect(await heldBy({ as }, customerId)).toMatchObject([{ state: 'unused', loanId: null }])
})
