import { expect } from 'vitest'
import { referenceKinds } from '#contract/references.ts'
import { test } from '#tests/support/server.ts'

test.for(referenceKinds)(
  'of kind %s, what is open and what is closed is found by what is typed',
  async (kind, { as }) => {
    for (const text of ['', 'an'])
      await expect(as('admin').references.search({ kind, text })).resolves.toMatchObject({
        found: expect.any(Array),
        closed: expect.any(Array),
      })
  },
)
