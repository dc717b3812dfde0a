import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText, foldWithOffsets, originalRange, searchTextMax } from '#src/command/search/fold.ts'
import { parseSearchQuery } from '#src/command/search/search-query.ts'

test.for([
  ['Giải ngân LẠI', 'giai ngan lai'],
  ['Đổi thẻ', 'doi the'],
  ['Contraseña', 'contrasena'],
  ['ＲＤ：３１', 'rd:31'],
  ['ﾁｹｯﾄ', 'ちけっと'],
  ['ﾊﾟｽﾜｰﾄﾞ', 'ぱすわーど'],
  ['カード', 'かーど'],
  ['ﬁnal', 'final'],
  ['İstanbul', 'istanbul'],
  ['还款', '还款'],
] as const)('%s is folded to %s', ([text, expected]) => {
  expect(foldText(text)).toBe(expected)
})

test('ha, ba and pa stay three sounds', () => {
  expect(new Set(['ハ', 'バ', 'パ', 'ﾊﾞ', 'は゛'].map((kana) => foldText(kana)[0]))).toEqual(new Set(['は', 'ば', 'ぱ']))
})

test('a text that is composed otherwise is the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aáạđĐñüắ还カガﾞ ') }), (text) => {
      expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')))
    }),
  )
})

test('every folded character knows where it comes from, in order, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { text: out, from } = foldWithOffsets(text)

      expect(from).toHaveLength(out.length + 1)
      expect(from.at(-1)).toBe(text.length)
      expect(from).toEqual(from.toSorted((a, b) => a - b))
    }),
  )
})

test.for([
  ['Giải ngân', 'ngan', 'ngân'],
  ['Hủy giải', 'giai', 'giải'],
  ['Giải', 'giai', 'Giải'],
  ['ﬁnal', 'f', 'ﬁ'],
  ['ﬁnal', 'in', 'ﬁn'],
  ['㈱借款', '株', '㈱'],
  ['ﾁｹｯﾄ ﾊﾟｽ', 'ぱ', 'ﾊﾟ'],
] as const)('in %s, %s stands at %s', ([text, part, expected]) => {
  const all = foldWithOffsets(text)
  const at = all.text.indexOf(part)

  const [from, to] = originalRange(all, at, at + part.length)

  expect(text.slice(from, to)).toBe(expected)
})

test('of a long query the beginning counts, in time that does not grow with the rest', () => {
  expect(parseSearchQuery('a'.repeat(1_000_000))?.text).toBe('a'.repeat(searchTextMax))
})

test('white space and signs alone ask for nothing', () => {
  expect(['', ' ', '\u3000', '-', '？', ' / '].map(parseSearchQuery)).toEqual(Array(6).fill(null))
})
