import Fuse from 'fuse.js'
import { expect, test } from 'vitest'
import { pinyinReadings } from '#src/command/search/pinyin-readings.ts'
import { search, searchPages } from '#src/command/search/search.ts'
import { anywhere, entries, entry, indexOf, marks } from './titles.ts'

const pages = entries.filter(({ path }) => path)
const ids = (typed: string, language: 'zh' | 'en' | 'vi' = 'zh') =>
  searchPages(indexOf(language), typed, anywhere).map(({ id }) => id)

/** The header search as it is specified, written out. */
const specified = new Fuse(
  pages.map(({ id, path, titles }) => ({
    id,
    path,
    title: titles.zh,
    pinyin: pinyinReadings(titles.zh)
      .map(([likeliest]) => likeliest)
      .join(''),
  })),
  {
    threshold: 0.4,
    keys: [
      { name: 'title', weight: 0.7 },
      { name: 'pinyin', weight: 0.3 },
      { name: 'path', weight: 0.3 },
    ],
  },
)

test.for([
  '还',
  '还款',
  '款',
  'h',
  'hk',
  'huan',
  'huankaun',
  'order',
  'repay',
  'loaned',
  'e',
  'role',
  'sysetm',
  'zzzz',
])('whatever the specified search finds for %s is found, and nothing else', (typed) => {
  expect(ids(typed).toSorted()).toEqual(
    specified
      .search(typed)
      .map(({ item }) => item.id)
      .toSorted(),
  )
})

test('one letter is enough, and there is no end to what it finds', () => {
  const many = Array.from({ length: 300 }, (_, i) => entry({ en: `Page ${i}` }, { id: String(i), path: `/page/${i}` }))

  expect(searchPages(indexOf('en', many), 'p', anywhere)).toHaveLength(300)
})

test('commands are no pages', () => {
  expect(ids('重新放款')).toEqual(['menu.failedPayouts'])
})

test('the order is ours: the title before what is only alike, and before the path', () => {
  expect(ids('还款')[0]).toBe('menu.plans')
  expect(ids('jihua')[0]).toBe('menu.plans')
  expect(ids('roles', 'en')[0]).toBe('menu.roles')
})

test('two letters inside a title come before the same two in a path', () => {
  const all = [
    entry({ en: 'Roles' }, { id: 'path', path: '/an' }),
    entry({ en: 'Repayment plans' }, { id: 'title', path: '/other' }),
  ]

  expect(searchPages(indexOf('en', all), 'an', anywhere).map(({ id }) => id)).toEqual(['title', 'path'])
})

test('what is used often comes first among what is hit as well', () => {
  const used = { ...anywhere, frecency: (id: string) => (id === 'menu.payments' ? 1 : 0) }

  expect(searchPages(indexOf('zh'), '还款', used)[0]?.id).toBe('menu.payments')
})

test('titles are found without their accents, and marked with them', () => {
  const [first] = searchPages(indexOf('vi'), 'lich su', anywhere)

  expect(first?.id).toBe('menu.payments')
  expect(marks(first!.title)).toEqual(['Lịch sử'])
})

test('an empty line finds nothing', () => {
  expect(ids(' ')).toEqual([])
})

test.for([
  ['wait_relent', 'menu.failedPayouts'],
  ['/order_management/wait_relent', 'menu.failedPayouts'],
  ['pedding_list', 'menu.cases'],
  ['repay_pl', 'menu.plans'],
  ['urge_person', 'menu.collectors'],
] as const)('the path %s finds its page first, as it is typed, in the palette and in go-to mode', ([typed, id]) => {
  const all = indexOf('zh')

  expect(search(all, typed, anywhere)[0]).toMatchObject({ id, autoSelect: true })
  expect(searchPages(all, typed, anywhere)[0]?.id).toBe(id)
})
