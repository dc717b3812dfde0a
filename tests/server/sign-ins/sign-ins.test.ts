import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { test } from '#tests/support/server.ts'

test('who signs in, and who tries, stands there with address, browser and result', async ({ as }) => {
  await as(null).session.signIn({ username: 'ops', password: demoPassword })
  await as(null)
    .session.signIn({ username: 'ghost', password: 'wrong' })
    .catch(() => {})

  const { rows } = await as('admin').signIns.list({ q: '' })

  expect(rows).toMatchObject([
    { account: 'ghost', name: null, result: 'refused', fault: 'wrong_credentials', ip: '127.0.0.1' },
    { account: 'ops', name: 'Operations', result: 'done', fault: null, agent: expect.stringMatching(/\w/) },
  ])
  expect((await as('admin').signIns.list({ q: 'result:refused' })).rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('wrong"')
})

test('who keeps no staff sees no sign-ins', async ({ as }) => {
  await expect(as('ops').signIns.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})
