import { expect } from 'vitest'
import { restaffing as test } from '#tests/support/restaffing.ts'

test('what a disabled person had begun to answer waits for its answer anew, with its department', async ({
  as,
  given,
  clock,
}) => {
  const { id, version: asked } = await given.loan({ state: 31 })
  await as('cs').tickets.open({ id, version: asked, kind: 'payout', title: 'x', content: 'x', priority: 'normal' })
  const find = async () => (await as('admin').tickets.operation({ q: `loanId:${id}` })).rows[0]!
  const fresh = await find()
  await as('ops').tickets.follow({ id: fresh.id, version: fresh.version, note: 'Asked the bank' })
  expect(await find()).toMatchObject({ state: 'following', processor: { id: 'S-ops' } })
  clock.forward(600_000)
  const { rows } = await as('admin').staff.list({ q: 'account:ops' })

  await as('admin').staff.disable({ id: rows[0]!.id, version: rows[0]!.version })

  const back = await find()
  expect(back).toMatchObject({ state: 'notFollowed', processor: null, firstResponseAt: null })
  expect(Date.parse(back.slaDueAt!) - Date.parse(fresh.slaDueAt!)).toBe(600_000)
  const { steps } = await as('admin').tickets.detail({ id: fresh.id })
  expect(steps.at(-1)).toMatchObject({ what: 'transfer', by: { id: 'S-admin' } })
})
