import { expect, test } from 'vitest'
import { pinyinOf } from '#src/command/search/pinyin.ts'
import { pinyinReadings } from '#src/command/search/pinyin-readings.ts'
import { search } from '#src/command/search/search.ts'
import { anywhere, entry, indexOf, marks } from './titles.ts'

/** Words of the trade, as those who use them say them: a character, a syllable. */
const words = `还款 huan kuan · 还款记录 huan kuan ji lu · 应还 ying huan · 待还 dai huan · 还清 huan qing
  还款凭证 huan kuan ping zheng · 银行 yin hang · 银行行号 yin hang hang hao · 行为 xing wei · 串行 chuan xing
  重置密码 chong zhi mi ma · 重复 chong fu · 权重 quan zhong · 角色管理 jue se guan li · 调度 diao du
  定时任务 ding shi ren wu · 调额 tiao e · 参数 can shu · 数据 shu ju · 会计 kuai ji · 利率 li lv · 通过率 tong guo lv
  催收 cui shou · 放款 fang kuan · 额度 e du · 减免 jian mian · 展期 zhan qi · 核销 he xiao · 贷款 dai kuan
  审核 shen he · 查询 cha xun · 长期 chang qi · 部长 bu zhang · 数量 shu liang · 便捷 bian jie · 量化 liang hua
  为空 wei kong · 结算 jie suan · 更多 geng duo · 曾用名 ceng yong ming · 圈选 quan xuan · 厦门 xia men
  强制 qiang zhi · 绿色 lv se`
  .split(/ · |\n/)
  .map((line) => {
    const [word, ...syllables] = line.trim().split(' ') as [string, ...string[]] // as written above
    return { word, syllables, full: syllables.join(''), initials: syllables.map(([first]) => first).join('') }
  })
const found = (title: string, typed: string) => search(indexOf('zh', [entry({ zh: title })]), typed, anywhere)[0]

test('every word of the trade is read as those who use it say it', () => {
  const wrong = words.filter(
    ({ word, syllables }) =>
      pinyinReadings(word)
        .map(([likeliest]) => likeliest)
        .join(' ') !== syllables.join(' '),
  )

  expect(wrong).toEqual([])
})

test('every word of the trade is found by full pinyin and by initials', () => {
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
    pinyinReadings(word)
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

test.for([
  ['huakuan', 1, 'a letter dropped'],
  ['huankuanjihuaa', 1, 'one added'],
  ['hunakuan', 1, 'two swapped'],
  ['huanquan', 1, 'one replaced'],
  ['huangkuang', 3, 'ng for n'],
  ['huanghuang', 1, 'one replaced, with an accent'],
  ['huanhuai', 0, 'two replaced'],
] as const)('还款计划 typed %s is found in tier %i: %s', ([typed, tier]) => {
  expect(found('还款计划', typed)?.tier ?? 0).toBe(tier)
})

test.for([
  ['催收员', 'cuisouyuan'],
  ['展期', 'zanqi'],
  ['重新放款', 'congxinfangkuan'],
  ['角色管理', 'juesheguanli'],
  ['利率', 'nilv'],
  ['年龄', 'lianling'],
  ['订单', 'dindang'],
] as const)('%s is found as it is heard with an accent: %s', ([title, typed]) => {
  expect(found(title, typed)?.tier).toBe(3)
})

test.for(['kuanhuan', 'hkuanhua', 'kanhaunji'])('%s is no way to type 还款计划', (typed) => {
  expect(found('还款计划', typed)).toBeUndefined()
})
