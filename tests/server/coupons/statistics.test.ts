import { expect } from 'vitest'
import { couponFlow } from '#contract/coupons.ts'
import { test } from '#tests/support/server.ts'
import { holding, offered, rupees } from './support.ts'

test('the figures of a template are those of its coupons, and say nothing of another', async ({
  as,
  given,
  server,
}) => {
  const { query } = server.app.database
  const first = await holding({ as, given })
  const { template, customerId, loanId } = first
  const issue = (times: number) =>
    Promise.all(
      Array.from({ length: times }, () => as('ops').coupons.issue({ id: customerId, version: 1 as never, template })),
    )
  await issue(7)
  const { rows: unused } = await as('ops').coupons.list({ q: `template:${template}` })
  const ids = unused.map(({ id }) => id)
  await query(`update coupons set state = 'used', loan_id = '${loanId}', discount_minor = 4200 where id in ($1, $2)`, [
    ids[0],
    ids[1],
  ])
  await query(`update coupons set state = 'locked', loan_id = '${loanId}', discount_minor = 999 where id = $1`, [
    ids[2],
  ])
  await query(`update coupons set state = 'expired' where id in ($1, $2)`, [ids[3], ids[4]])
  await as('manager').coupons.revoke({ id: ids[5]!, version: unused[5]!.version })
  await offered({ as })

  const { rows } = await as('ops').couponTemplates.list({ q: 'sort:createdAt' })

  const [told, other] = rows
  expect(told).toMatchObject({
    ...{ issued: 8, unused: 2, locked: 1, used: 2, expired: 2, revoked: 1 },
    ...{ discount: rupees('84'), orders: 1 },
  })
  const { rows: all } = await as('ops').coupons.list({ q: `template:${template}` })
  for (const state of couponFlow.states) {
    expect([state, told![state]]).toEqual([state, all.filter((coupon) => coupon.state === state).length])
  }
  expect(other).toMatchObject({ issued: 0, unused: 0, used: 0, discount: rupees('0'), orders: 0 })
})
