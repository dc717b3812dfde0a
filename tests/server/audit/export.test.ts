import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { test } from '#tests/support/server.ts'

test('the operation log leaves the house only with whoever has proved that it is still them', async ({ raw }) => {
  const post = (at: string, body: object) =>
    raw(`POST ${at}`, {
      who: 'admin',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'idempotency-key': JSON.stringify(body) + at },
    })
  const files = { listing: 'audit.list', q: '' }

  expect(await raw('GET /export/operate-log', { who: 'admin' })).toMatchObject({ fault: 'step_up_needed' })
  expect(await post('/exports', files)).toMatchObject({ fault: 'step_up_needed' })

  await post('/session/prove', { proof: demoPassword })
  expect(await post('/exports', { ...files, format: 'csv' })).toMatchObject({ code: 200, data: { state: 'making' } })
})
