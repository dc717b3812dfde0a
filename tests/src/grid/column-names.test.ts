import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#locales/index.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { modules } from '#server/modules/index.ts'

const root = join(import.meta.dirname, '../../../locales')
/** Files are named as the noun is written in paths: `card-changes.json` holds `cardChanges`. */
const fileOf = (noun: string) => noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

test.for(languages)('in %s every column has a name that can be typed in the filter line', (language) => {
  const wrong = [...registryOf(modules).listings.values()].flatMap(({ listing }) => {
    const noun = listing.id.split('.')[0]!
    const texts = JSON.parse(readFileSync(join(root, language, `${fileOf(noun)}.json`), 'utf8')) as Record<
      string,
      string
    >
    return listing.filter.filter((name) => /[()（）[\]:"]/.test(texts[name] ?? '')).map((name) => `${noun}.${name}`)
  })

  expect(wrong).toEqual([])
})
