import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/kernel/base/root.ts'

/** A selection that locks rows, of which a statement asks whether each of its own is in it. */
const lockedIn = /\bin \(\s*select[^`]*?skip locked/i

test('what is claimed with SKIP LOCKED is an array: a planner that believes a table empty selects it anew for every row', () => {
  const folder = join(root, 'server')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const claims = sources.filter((file) => lockedIn.test(readFileSync(join(folder, file), 'utf8')))

  expect('where id in (select id from t for update skip locked)').toMatch(lockedIn)
  expect(claims, 'write `= any(array(select … for update skip locked))`').toEqual([])
})
