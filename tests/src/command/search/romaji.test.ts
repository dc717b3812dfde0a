import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from '#src/command/search/fold.ts'
import { plainRomaji, romaji } from '#src/command/search/romaji.ts'
import { search } from '#src/command/search/search.ts'
import { anywhere, entry, indexOf } from './titles.ts'

test.for([
  ['さいそうきん', 'saisoukin', 'saisōkin', 'saisokin'],
  ['しんせい', 'shinsei', 'sinsei'],
  ['つうち', 'tsuuchi', 'tuuti', 'tsūchi'],
  ['ふりかえ', 'furikae', 'hurikae'],
  ['じょうたい', 'joutai', 'zyoutai', 'jyoutai', 'jōtai'],
  ['しょうにん', 'shounin', 'syounin', 'shonin'],
  ['ちゅうもん', 'chuumon', 'tyuumon'],
  ['きゃっか', 'kyakka'],
  ['マッチ', 'matchi', 'macchi', 'matti'],
  ['かんばん', 'kanban', 'kamban', 'kannbann'],
  ['こんにち', 'konnichi', "kon'nichi"],
  ['データ', 'deeta', 'dēta', 'de-ta'],
  ['ファイル', 'fairu'],
  ['ティッシュ', 'tisshu', 'tissyu'],
  ['チェック', 'chekku', 'tyekku'],
  ['シェア', 'shea'],
  ['ウィンドウ', 'windou'],
  ['つづき', 'tsuzuki', 'tuduki'],
  ['はなぢ', 'hanaji', 'hanazi'],
] as const)('%s may be typed in each of its spellings', ([kana, ...typed]) => {
  expect(new Set(typed.map((text) => plainRomaji(foldText(text))))).toEqual(new Set([romaji(foldText(kana))]))
})

test('what is half typed finds what it becomes', () => {
  const all = indexOf('ja', [entry({ ja: '承認' }, { readings: { kana: 'しょうにん' } })])
  const typed = ['sho', 'shou', 'shoun', 'shouni', 'shounin']

  expect(typed.filter((text) => search(all, text, anywhere)[0]?.tier !== 4)).toEqual([])
})

test('a title is found from any of its syllables, and from nowhere else', () => {
  const all = indexOf('ja', [entry({ ja: '再送金' }, { readings: { kana: 'さい そうきん' } })])

  expect(search(all, 'soukin', anywhere)[0]?.tier).toBe(4)
  expect(search(all, 'isoukin', anywhere)[0]?.tier).toBe(4)
  expect(search(all, 'oukin', anywhere)).toEqual([])
})

test('ん ends a syllable', () => {
  const all = indexOf('ja', [entry({ ja: '看板' }, { readings: { kana: 'かんばん' } })])

  expect(search(all, 'ban', anywhere)[0]?.tier).toBe(4)
  expect(search(all, 'anb', anywhere)).toEqual([])
})

test('kana count as the title does: whole, from the beginning, inside', () => {
  const all = indexOf('ja', [entry({ ja: '再送金' }, { readings: { kana: 'さい そうきん' } })])
  const tiers = ['さいそうきん', 'サイソ', 'うきん'].map((typed) => search(all, typed, anywhere)[0]?.tier)

  expect(tiers).toEqual([8, 7, 3])
})

test('a spelling is plain already once it is plain', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'かきくけこさしすせそたちつてとなにぬねのんっゃゅょー') }),
      (kana) => {
        expect(plainRomaji(romaji(kana))).toBe(romaji(kana))
      },
    ),
  )
})
