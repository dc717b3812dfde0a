import { expect } from 'vitest'
import { manyLike } from '#tests/support/many.ts'
import { test } from '#tests/support/server.ts'

/** How long it takes to write so many orders by one statement, in ms. */
async function writing(count: number, prefix: string, write: (count: number, prefix: string) => Promise<void>) {
  const from = performance.now()
  await write(count, prefix)
  return performance.now() - from
}

test('what orders that are written at once cost summaries grows as they do', async ({ given, server }) => {
  const { id } = await given.loan()
  const write = (count: number, prefix: string) => manyLike(server.app.database, id, count, prefix)
  await write(100, 'LNA') // planned

  const few = await writing(500, 'LNB', write)
  const many = await writing(4_000, 'LNC', write)

  // eight times as many; each looked through for each of them would be 64 times
  expect(many / few).toBeLessThan(20)
})
