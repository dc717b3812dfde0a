import { expect, test } from 'vitest'
import { search } from '#src/command/search/search.ts'
import type { SearchEntry } from '#src/command/search/search-entry.ts'
import { buildIndex } from '#src/command/search/search-index.ts'
import { anywhere, entries, entry, indexOf, marks } from './titles.ts'

const redisburse = entry(
  { en: 'Re-disburse payout', es: 'Volver a desembolsar' },
  {
    id: 'loans.redisburse',
    codes: ['RD'],
    words: { en: ['try again'], es: ['reintentar'] },
    section: { zh: '', en: 'Orders', es: 'Pedidos', vi: '', id: '', ja: '' },
  },
)
const first = (typed: string, of: SearchEntry = redisburse) => search(indexOf('en', [of]), typed, anywhere)[0]

test.for([
  [9, 'rd', []],
  [9, 'loans.redisburse', []],
  [8, 're-disburse payout', ['Re-disburse payout']],
  [8, 'redisbursepayout', ['Re-disburse payout']],
  [7, 're-disb', ['Re-disb']],
  [7, 'redisburse p', ['Re-disburse p']],
  [6, 'pay', ['pay']],
  [6, 'pay re', ['Re', 'pay']],
  [6, 'try a', []],
  [6, 'tryag', []],
  [5, 'rdp', ['R', 'd', 'p']],
  [5, 'dp', ['d', 'p']],
  [3, 'burse', ['burse']],
  [3, 'sburse pay', ['sburse pay']],
  [2, 'orders', []],
  [2, 'payout orders', ['payout']],
  [2, 'burse again', ['burse']],
] as const)('tier %i: %s', ([tier, typed, hit]) => {
  const found = first(typed)

  expect(found?.tier).toBe(tier)
  expect(marks(found!.title)).toEqual(hit)
})

test.for([
  [7, 'volver a desembolsar', ['Volver a desembolsar']],
  [6, 'volver', ['Volver']],
  [5, 'desembolsar', ['desembolsar']],
  [5, 'reint', ['reint']],
  [4, 'vad', ['V', 'a', 'd']],
  [2, 'embolsar', ['embolsar']],
  [1, 'payout volver', ['Volver']],
] as const)('in another language it is one tier less, %i, and is shown: %s', ([tier, typed, hit]) => {
  const found = first(typed)

  expect(found?.tier).toBe(tier)
  expect(found?.altTitle?.language).toBe('es')
  expect(marks(found!.altTitle!)).toEqual(hit)
  expect(found?.title).toEqual({ text: 'Re-disburse payout', ranges: [] })
})

test('what is hit in the language of the screen shows nothing beside it', () => {
  expect(first('pay')).not.toHaveProperty('also')
})

test('of a title and a foreign title the better hit counts', () => {
  expect(first('volver', entry({ en: 'Pay and volver', es: 'Volver' }))).toMatchObject({
    tier: 7,
    altTitle: { text: 'Volver' },
  })
  expect(first('volver', entry({ en: 'Volver', es: 'Volver' }))).toMatchObject({ tier: 8, title: { text: 'Volver' } })
})

test.for(['r', 'pa', 'dp', 'rd'])('one or two letters find what begins so: %s', (typed) => {
  expect(first(typed)?.tier).toBeGreaterThanOrEqual(5)
})

test.for(['bu', 'u', 'or', 'o', 'u r'])(
  'one or two letters are not looked for in the middle of things: %s',
  (typed) => {
    expect(first(typed)).toBeUndefined()
  },
)

test('one or two characters that are no Latin letters are looked for everywhere', () => {
  expect(first('款', entry({ zh: '还款计划' }))).toMatchObject({
    tier: 2,
    altTitle: { text: '还款计划', ranges: [[1, 2]] },
  })
})

test('a title in another language is found by its initials from three letters on', () => {
  expect(first('hk', entry({ zh: '还款计划' }))).toBeUndefined()
  expect(first('re', entry({ es: 'Reducciones' }))).toBeUndefined()
  expect(first('hkj', entry({ zh: '还款计划' }))).toMatchObject({ tier: 4, altTitle: { text: '还款计划' } })
})

test('with pinyin off nothing is found by how it sounds', () => {
  const silent = buildIndex(entries, 'zh', { pinyin: false })

  expect(['huankuan', 'hkjl', 'jsgl'].flatMap((typed) => search(silent, typed, anywhere))).toEqual([])
})
