import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../../../src')
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, css: readFileSync(join(src, file), 'utf8') }))
const roles = sheets.find(({ file }) => file.endsWith('roles.css'))!.css
const moving = sheets.flatMap(({ file, css }) =>
  Array.from(css.matchAll(/(?:transition|animation)(?:-duration)?:\s*([^;]+);/g), ([, value]) => ({
    file,
    value: value!,
  })),
)

test('everything that moves moves for as long as one role says, and for no time of its own', () => {
  expect(sheets.length).toBeGreaterThan(20)
  expect(
    moving.filter(({ value }) => value !== 'none' && (!value.includes('var(--motion)') || /\d/.test(value))),
  ).toEqual([])
})

test('nothing moves for longer than 120 ms, and nothing at all for whoever wants it still', () => {
  const [, ms] = /:root \{[\s\S]*?--motion: (\d+)ms/.exec(roles) ?? []

  expect(Number(ms)).toBeLessThanOrEqual(120)
  expect(roles).toMatch(/@media \(prefers-reduced-motion: reduce\) \{\s*:root \{\s*--motion: 0ms;/)
})
