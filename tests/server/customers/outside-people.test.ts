import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Account, test } from '#tests/support/server.ts'

/** People of agencies: a collector, their team leader and the agency's supervisor. */
const outside = ['collector', 'leader', 'agency'] as const satisfies readonly Account[]

test('people of an agency never meet what somebody is identified by, masked or not; customer service does', async ({
  as,
  given,
  server,
}) => {
  const { loanId } = await given.case({ collector: 'collector' })
  const { rows } = await server.app.database.query(
    `update customers set pan_tail = '234F', pan_index = 'x', aadhaar_tail = '9876' where id = (select customer_id from loans where id = $1) returning id`,
    [loanId],
  )
  const id = rows[0]!.id as IdOf<'customer'>
  const seenBy = async (who: Account) => {
    const [one] = (await as(who).customers.list({ q: `id:${id}` })).rows
    const { customer, aadhaar } = await as(who).customers.detail({ id })
    return { listed: one!.pan, pan: customer.pan, aadhaar }
  }

  for (const who of ['collector', 'leader'] as const)
    expect(await seenBy(who), who).toEqual({ listed: null, pan: null, aadhaar: null })
  const inHouse = await seenBy('cs')
  expect([inHouse.listed, inHouse.pan, inHouse.aadhaar].map((text) => text?.slice(-4))).toEqual([
    '234F',
    '234F',
    '9876',
  ])
})

test.for(outside)('%s takes no document of an order along', async (who, { given, raw }) => {
  const { loanId } = await given.case({ collector: 'collector' })

  for (const paper of ['statement', 'contract'])
    expect(await raw(`GET /loans/${loanId}/${paper}`, { who }), paper).toMatchObject({ code: 403 })
})
