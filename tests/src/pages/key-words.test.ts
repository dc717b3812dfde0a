import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/kernel/base/root.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'

/** What a key of a page is declared by. */
const binding = /\bid: '([\w.]+)',\s+keys:/g

test('every key of a page has words in the list of keys', () => {
  const { t } = readTranslations()
  const folder = join(root, 'src/pages')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const ids = sources.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(binding)].map(([, id]) => id!),
  )

  expect(ids).toContain('roles.key.tick')
  expect(ids.filter((id) => t('en', id) === id)).toEqual([])
})
