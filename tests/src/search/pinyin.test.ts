import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { pinyinOf } from '#src/command/search/pinyin.ts'
import { readings } from '#src/command/search/readings.ts'
import { search } from '#src/command/search/search.ts'
import { anywhere, entry, indexOf, marks } from './titles.ts'

const file = resolve(process.env.LENDLINE_DATA ?? '../shared/data', 'pinyin/readings.json')
const words: { word: string; pinyin: string; full: string; initials: string }[] = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : []
const found = (title: string, typed: string) => search(indexOf('zh', [entry({ zh: title })]), typed, anywhere)[0]

test('every word of the trade is read as those who use it say it', ({ skip }) => {
  skip(words.length === 0, `there is no ${file}`)

  const wrong = words.filter(
    ({ word, pinyin }) =>
      readings(word)
        .map(([likeliest]) => likeliest)
        .join(' ') !== pinyin,
  )

  expect(wrong).toEqual([])
})

test('every word of the trade is found by full pinyin and by initials', ({ skip }) => {
  skip(words.length === 0, `there is no ${file}`)

  const all = indexOf(
    'zh',
    words.map(({ word }) => entry({ zh: word }, { id: word })),
  )
  const missed = words.filter(({ word, full, initials }) =>
    [full, initials].some((typed) => !search(all, typed, anywhere).some(({ id, tier }) => id === word && tier >= 4)),
  )

  expect(missed).toEqual([])
})

test.for([
  ['还款', 'huan kuan'],
  ['待还', 'dai huan'],
  ['已还金额', 'yi huan jin e'],
  ['实还', 'shi huan'],
  ['未还', 'wei huan'],
  ['部分还款', 'bu fen huan kuan'],
  ['还款率', 'huan kuan lv'],
  ['重置', 'chong zhi'],
  ['重跑任务', 'chong pao ren wu'],
  ['导入行数', 'dao ru hang shu'],
  ['分行', 'fen hang'],
  ['还有', 'hai you'],
  ['权重', 'quan zhong'],
  ['执行', 'zhi xing'],
] as const)('%s is read %s', ([word, expected]) => {
  expect(
    readings(word)
      .map(([likeliest]) => likeliest)
      .join(' '),
  ).toBe(expected)
})

test('a text of the moment is read as titles are', async () => {
  expect(await pinyinOf('还款')).toEqual([['huan', 'hai'], ['kuan']])
})

test.for([
  ['huankuan', 4, '还款'],
  ['huankuanjihua', 4, '还款计划'],
  ['jihua', 4, '计划'],
  ['huank', 4, '还款'],
  ['hkuan', 4, '还款'],
  ['hkuanj', 4, '还款计'],
  ['huan kuan', 4, '还款'],
  ['hua', 4, '还'],
  ['hkjh', 5, '还款计划'],
  ['hk jh', 5, '还款计划'],
  ['jh', 5, '计划'],
  ['haikuan', 3, '还款'],
] as const)('还款计划 is found by %s in tier %i at %s', ([typed, tier, hit]) => {
  const first = found('还款计划', typed)

  expect(first?.tier).toBe(tier)
  expect(marks(first!.title)).toEqual([hit])
})

test('one letter is the first initial, and two are initials and nothing else', () => {
  expect(found('还款', 'h')?.tier).toBe(5)
  expect(found('还款', 'k')).toBeUndefined()
  expect(found('还款', 'hu')).toBeUndefined()
})

test('an initial of two letters is an initial', () => {
  expect(found('展期', 'zhqi')?.tier).toBe(4)
  expect(found('展期', 'zhq')?.tier).toBe(4)
  expect(found('展期', 'zq')?.tier).toBe(5)
})

test('ü is typed v or u', () => {
  expect(found('利率', 'lilv')?.tier).toBe(4)
  expect(found('利率', 'lilu')?.tier).toBe(4)
  expect(found('利率', 'lilü')?.tier).toBe(4)
})

test('letters within a Chinese title sound like themselves, and marks stay in place behind them', () => {
  const first = found('𠮷 WhatsApp 通话', 'whatsapptongh')

  expect(marks(first!.title)).toEqual(['WhatsApp 通话'])
})

test.for(['huakuan', 'kuanhuan', 'uankuan', 'huankuanjihuaa'])('%s is no way to type 还款计划', (typed) => {
  expect(found('还款计划', typed)).toBeUndefined()
})
