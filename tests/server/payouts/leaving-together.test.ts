import { expect } from 'vitest'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { test } from '#tests/support/server.ts'
import { givenConfig, providerAnswering } from '../providers/support.ts'

test('pay-outs that leave together leave once each, by the provider that was chosen and written down for each', async ({
  as,
  given,
  server,
}) => {
  const providers = { FIRST: await providerAnswering(202, '{}'), SECOND: await providerAnswering(202, '{}') }
  for (const [id, { url }] of Object.entries(providers))
    await givenConfig({ server }, { id, kind: 'payout', address: url })
  for (let i = 0; i < 12; i++) {
    const { id, version } = await given.loan()
    await as('ops').loans.redisburse({ id, version })
  }

  await server.dispatcher.flush()

  const ordered = (await server.app.database.db.select().from(payoutRows)).filter(({ state }) => state === 'paying')
  const receivedBy = Object.entries(providers).flatMap(([configId, { received }]) =>
    received.map(({ body }) => ({ id: (JSON.parse(body) as { payoutId: string }).payoutId, configId })),
  )
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  expect(receivedBy.toSorted(byId)).toEqual(ordered.map(({ id, configId }) => ({ id, configId })).toSorted(byId))
  expect(providers.FIRST.received.length).toBeGreaterThan(0)
  expect(providers.SECOND.received.length).toBeGreaterThan(0)
})
