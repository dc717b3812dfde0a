import { expect } from 'vitest'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { addDeclaredTypes } from '#server/modules/dictionaries/steps.ts'
import { test } from '#tests/support/server.ts'

test('the root can be chosen as what a type stands below, before all others, in the words of the reader', async ({
  as,
  server,
}) => {
  await addDeclaredTypes(server.app.database.db, readTranslations(), new Date(0))

  const { found } = await as('admin', { language: 'zh' }).references.search({ kind: 'parentDictionary', text: '' })
  const named = await as('admin').references.search({ kind: 'parentDictionary', text: 'root' })
  const others = await as('admin').references.search({ kind: 'parentDictionary', text: 'service' })

  expect(found[0]).toEqual({ id: 'root', name: '根节点', hint: 'root' })
  expect(named.found[0]).toMatchObject({ id: 'root', name: 'Root' })
  expect(others.found.map(({ id }) => id)).toContain('service')
})
