import { expect } from 'vitest'
import { heldBy, holding } from '#tests/server/coupons/support.ts'
import { dayMs, tell } from '#tests/server/payments/support.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test } from '#tests/support/server.ts'
import { differing, type Lending, outcomeOf, ways } from './support.ts'

/** An order that owes 5,210 on 10 March, and a link for the 5,168 that a coupon leaves of it. */
async function linked(world: Lending) {
  const held = await holding(world)
  await world.server.app.database.query(`update loans set disbursed_at = timestamp '2026-02-26 06:00Z'`)
  await world.as('ops').coupons.use(held.one)
  const { rows } = await world.server.app.database.query(`select id from payment_links where loan_id = $1`, [
    held.loanId,
  ])
  return { ...held, linkId: rows[0]!.id as string }
}

/** The link of a coupon, and a payment through it in time that the channel has given up meanwhile: the coupon is free again. */
async function givenUp(world: Lending) {
  const { loanId, linkId, customerId } = await linked(world)
  const paid = { loanId, linkId, amountMinor: 516_800, at: world.clock.now().toISOString() as never }
  await tell(world, { ...paid, outcome: 'paying' })
  await tell(world, { ...paid, outcome: 'fail', failure: 'Declined' })
  const [free] = await heldBy(world, customerId)
  return { loanId, customerId, paid, free: { id: free!.id, version: free!.version } }
}

test('a coupon counts for what was paid through its link in time, whenever that is told', { timeout: 120_000 }, async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const seen = []
  for (const days of [1, 20]) {
    for (const [how, way] of ways) {
      await moveTo(world, '2026-03-10T06:00:00.000Z')
      const { loanId, linkId } = await linked(world)
      const told = {
        loanId,
        linkId,
        ref: `P${seen.length}`,
        utr: `1234567890${10 + seen.length}`,
        amountMinor: 516_800,
      }

      await way(world, { ...told, at: '2026-03-10T06:00:00.000Z' as never }, days)

      const outcome = await outcomeOf(world, loanId)
      expect(outcome, how).toEqual(seen[0] ?? outcome)
      seen.push(outcome)
    }
  }
  expect(seen[0]).toMatchObject({
    ...{ loan: [{ state: 40 }], plans: [{ state: 'paid', owed: 0 }], payments: [{ unapplied: 0 }] },
    coupons: [{ state: 'used', discount: 4_200 }],
  })
  expect(await differing(world, /^(allocated|discounted|owed|settled)/)).toEqual([])
})

test('it does not count for what was paid once its link was over, whether a night has let it go or not', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const seen = []
  for (const jobs of [['sweepPaying', 'expireCoupons'], []]) {
    await moveTo(world, '2026-03-10T06:00:00.000Z')
    const { loanId, linkId, customerId } = await linked(world)
    await moveTo(world, new Date(clock.now().getTime() + 5 * dayMs).toISOString())
    for (const job of jobs) await server.app.taskRunners.get(job)!(server.app)

    await tell(world, {
      loanId,
      linkId,
      ref: `L${seen.length}`,
      utr: `12345678900${seen.length}`,
      amountMinor: 516_800,
    })

    expect(await heldBy(world, customerId)).toMatchObject([{ state: 'unused', discount: null }])
    seen.push((await outcomeOf(world, loanId)).plans)
  }
  expect(seen[0]).toEqual(seen[1])
})

test('a coupon that was released has ended its link: what is paid through that later has nothing taken off', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId, linkId, one, customerId } = await linked(world)
  const [locked] = await heldBy(world, customerId)
  await as('ops').coupons.release({ ...one, version: locked!.version })
  clock.forward(60_000)

  await tell(world, { loanId, linkId, amountMinor: 516_800 })

  expect(await heldBy(world, customerId)).toMatchObject([{ state: 'unused', discount: null }])
  expect((await outcomeOf(world, loanId)).plans).toMatchObject([{ owed: 4_200 }])
})

test('one that is released by hand has ended the link as well that another one had taken the place of', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId, linkId, customerId } = await linked(world)
  await server.app.database.query(`update payment_links set state = 'expired' where id = $1`, [linkId])
  await server.app.taskRunners.get('expireCoupons')!(server.app)
  const again = async () => (await heldBy(world, customerId)).map(({ id, version }) => ({ id, version }))[0]!
  await as('ops').coupons.use(await again())
  await as('ops').coupons.release(await again())
  clock.forward(60_000)

  await tell(world, { loanId, linkId, amountMinor: 516_800 })

  expect(await heldBy(world, customerId)).toMatchObject([{ state: 'unused', discount: null }])
  expect((await outcomeOf(world, loanId)).plans).toMatchObject([{ owed: 4_200 }])
})

test('a coupon that was used through another link meanwhile takes nothing off twice', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId, paid, free } = await givenUp(world)
  await as('ops').coupons.use(free)
  const { rows } = await server.app.database.query(`select id from payment_links where state = 'open'`)
  await tell(world, { ...paid, linkId: String(rows[0]!.id), ref: 'P2', utr: '000000000002' })

  await tell(world, paid)

  const { loan, coupons, payments } = await outcomeOf(world, loanId)
  expect(loan).toMatchObject([{ state: 40 }])
  expect(coupons).toMatchObject([{ state: 'used', discount: 4_200 }])
  expect(payments.map(({ unapplied }) => unapplied)).toEqual([516_800, 0])
})

test('whichever link is paid first has the coupon; the other one is over', async ({ as, given, server, clock }) => {
  const world = { as, given, server, clock }
  const { loanId, paid, free } = await givenUp(world)
  await as('ops').coupons.use(free)

  await tell(world, paid)

  const { loan, coupons, payments } = await outcomeOf(world, loanId)
  expect(loan).toMatchObject([{ state: 40 }])
  expect(coupons).toMatchObject([{ state: 'used', discount: 4_200 }])
  expect(payments).toMatchObject([{ unapplied: 0 }])
  const { rows } = await server.app.database.query('select state from payment_links where loan_id = $1', [loanId])
  expect(rows.map(({ state }) => state)).not.toContain('open')
})

test('somebody is told that a coupon did not count which was revoked before its payment was heard of', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId, customerId, paid, free } = await givenUp(world)
  await as('manager').coupons.revoke(free)

  await tell(world, paid)

  expect(await heldBy(world, customerId)).toMatchObject([{ state: 'revoked' }])
  const { rows } = await server.app.database.query('select title, content from tickets where loan_id = $1', [loanId])
  expect(rows).toMatchObject([{ title: `${free!.id} did not count`, content: expect.stringContaining('was revoked') }])
})
