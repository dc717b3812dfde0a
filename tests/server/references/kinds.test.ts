import { expect } from 'vitest'
import { referenceKinds } from '#contract/references.ts'
import { test } from '#tests/support/server.ts'

test.for(referenceKinds)(
  'a %s is looked for by what is typed, among those that are open and those that are closed',
  async (kind, { as }) => {
    for (const text of ['', 'an'])
      await expect(as('admin').references.search({ kind, text })).resolves.toMatchObject({
        found: expect.any(Array),
        closed: expect.any(Array),
      })
  },
)
