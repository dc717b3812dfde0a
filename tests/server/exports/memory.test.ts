import { expect, test } from 'vitest'
import { emptiedAfterUse } from '#server/kernel/export/export-file.ts'

async function* batches() {
  yield ['a', 'b']
  yield ['c']
}

test('rows that were written are let go before the next are read', async () => {
  const held: string[][] = []
  const written: string[] = []

  for await (const some of emptiedAfterUse(batches())) {
    written.push(...some)
    held.push(some)
    expect(held.map(({ length }) => length)).toEqual([...held.slice(1).map(() => 0), some.length])
  }

  expect(written).toEqual(['a', 'b', 'c'])
  expect(held).toEqual([[], []])
})
