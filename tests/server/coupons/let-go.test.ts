import { expect } from 'vitest'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { heldBy, holding, offered, raise, rupees } from '#tests/server/coupons/support.ts'
import { tell } from '#tests/server/payments/support.ts'
import { outcomeOf } from '#tests/server/settlements/support.ts'
import { test } from '#tests/support/server.ts'

test('a coupon that has raised the limit of an order is not let go while that order lives', async ({
  as,
  given,
  server,
}) => {
  await given.product()
  const template = await offered({ as }, raise)
  const customerId = await given.customer()
  await as('ops').coupons.issue({ id: customerId, version: 1 as never, template })
  const wanted = { ref: 'R1', customerId, productId: 'IN-7', amountMinor: 600_000, currency: 'INR', tenureDays: 7 }
  const payload = JSON.stringify(wanted)
  const { loanId } = await as(null).loans.submit({ payload, signature: server.app.secrets.sign(customerApp, payload) })
  await server.deliver()
  const [held] = await heldBy({ as }, customerId)
  expect(held).toMatchObject({ state: 'locked', loanId })

  const released = await as('ops')
    .coupons.release({ id: held!.id, version: held!.version })
    .catch((error: unknown) => error)

  const { loan } = await as('ops').loans.detail({ id: loanId })
  const [now] = await heldBy({ as }, customerId)
  expect({ loan: loan.state, amount: loan.amount.minor, coupon: now!.state, released }).toMatchObject({
    coupon: 'locked',
    released: { fault: expect.anything() },
  })
})

test('a coupon that is released by hand ends a link, too, through which somebody has failed to pay', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { one, loanId, customerId } = await holding(world)
  await server.app.database.query(`update loans set disbursed_at = timestamp '2026-02-26 06:00Z'`)
  await as('ops').coupons.use(one)
  const { rows } = await server.app.database.query(`select id from payment_links`)
  const linkId = String(rows[0]!.id)
  await tell(world, { loanId, linkId, amountMinor: 516_800, outcome: 'fail', failure: 'Declined', utr: null })
  await server.app.taskRunners.get('expireCoupons')!(server.app)
  const again = async () => (await heldBy(world, customerId)).map(({ id, version }) => ({ id, version }))[0]!
  await as('ops').coupons.use(await again())
  await as('ops').coupons.release(await again())
  clock.forward(60_000)

  await tell(world, { loanId, linkId, ref: 'P2', amountMinor: 516_800 })

  expect(await heldBy(world, customerId)).toMatchObject([{ state: 'unused', discount: null }])
  expect((await outcomeOf(world, loanId)).plans).toMatchObject([{ owed: 4_200 }])
})

test('a coupon that takes everything off asks for no link of nothing', async ({ as, given, server }) => {
  const { one, loanId } = await holding({ as, given }, {
    ...{ name: 'Penalty', kind: 'reduction', amountType: 'fixed', discountType: 'penalty' },
    ...{ amount: rupees('1000'), applicable: rupees('0'), validDays: 7 },
  } as never)
  await server.app.database.query(
    `update plans set paid_interest = charged_interest, paid_principal = charged_principal where loan_id = $1`,
    [loanId],
  )
  const done = await as('ops')
    .coupons.use(one)
    .catch((error: unknown) => error)
  const { rows } = await server.app.database.query(`select amount_minor::int as amount, state from payment_links`)
  expect({ done, rows }).toEqual({ done: expect.objectContaining({ fault: expect.anything() }), rows: [] })
})

test('a coupon that takes nothing off is not used up', async ({ as, given, server }) => {
  const { one } = await holding({ as, given }, {
    ...{ name: 'Penalty', kind: 'reduction', amountType: 'fixed', discountType: 'penalty' },
    ...{ amount: rupees('1000'), applicable: rupees('0'), validDays: 7 },
  } as never)
  await server.app.database.query(`update plans set paid_penalty = charged_penalty`)
  const done = await as('ops')
    .coupons.use(one)
    .catch((error: unknown) => error)
  expect(done).toMatchObject({ fault: expect.anything() })
})
