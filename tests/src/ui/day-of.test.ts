import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/kernel/base/root.ts'
import { dayOf } from '#src/ui/day-of.ts'

test.for([
  ['2026-12-31', '2026-12-31'],
  ['2026/1/5', '2026-01-05'],
  ['2026.01.05', '2026-01-05'],
  [' 20260105 ', '2026-01-05'],
  ['05/01/2026', '05/01/2026'],
  ['', ''],
] as const)('%s is the day %s: only what can be meant in one way is rewritten', ([typed, day]) => {
  expect(dayOf(typed)).toBe(day)
})

test('no form leaves it to the browser how a day is written', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const native = sources.filter(
    (file) => file.endsWith('.tsx') && readFileSync(join(root, 'src', file), 'utf8').includes('type="date"'),
  )

  // which offers its calendar beside the line
  expect(native).toEqual([join('ui', 'DateField.tsx')])
})
