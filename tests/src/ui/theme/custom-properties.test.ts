import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/kernel/base/root.ts'

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:css|tsx?)$/.test(file))
  .map((file) => [file, readFileSync(join(root, 'src', file), 'utf8')] as const)

const matchesIn = (pattern: RegExp) =>
  sources.flatMap(([file, text]) => [...text.matchAll(pattern)].map(([, name]) => ({ file, name: name! })))

test('every custom property that is used is defined: to a browser, one that is not is transparent or nothing', () => {
  const defined = new Set(matchesIn(/(--[\w-]+)['"]?\s*[:\],]/g).map(({ name }) => name))
  const used = matchesIn(/var\((--[\w-]+)\)/g).filter(({ name }) => !name.startsWith('--radix-')) // set by the library

  expect(used.length).toBeGreaterThan(500)
  expect(used.filter(({ name }) => !defined.has(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})
