import { expect, test } from 'vitest'
import { finder, fold } from '#contract/kernel/query/context.ts'

test.for([
  ['Ngày ĐẾN hạn', 'ngay den han'],
  ['Número', 'numero'],
  ['ＬＩＤ', 'lid'],
] as const)('%s without case and accents is %s', ([text, folded]) => {
  expect(fold(text)).toBe(folded)
})

test('marks that make another sound of a Japanese syllable stay', () => {
  expect(fold('は')).not.toBe(fold('ば'))
})

test('an exact name is meant before one of other case, and any name before a label', () => {
  const find = finder(['due', 'DUE', 'paid', 'late'], { paid: 'Due', late: 'Fällig', other: 'Fällig' })

  expect(find('DUE')).toEqual(['DUE'])
  expect(find('Due')).toEqual(['due', 'DUE'])
  expect(find('fallig')).toEqual(['late'])
  expect(find('nope')).toEqual([])
})
