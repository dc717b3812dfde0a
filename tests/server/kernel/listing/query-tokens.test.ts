import { expect } from 'vitest'
import { forgetQueryTokens } from '#server/kernel/listing/query-tokens.ts'
import { test } from '#tests/support/server.ts'

test('a personal value is kept from the last time that its owner filtered by it', async ({ as, server, clock }) => {
  const seal = async () => (await as('cs').queries.seal({ values: ['9811111111'] })).tokens
  const tokens = await seal()
  const first = clock.now()
  clock.forward(60_000)
  expect(await seal()).toEqual(tokens)

  await forgetQueryTokens(server.app.database.db, new Date(first.getTime() + 1_000))

  expect(await as('cs').queries.open({ tokens })).toEqual({ values: ['9811111111'] })
  expect(await as('ops').queries.open({ tokens })).toEqual({ values: [null] })
})
