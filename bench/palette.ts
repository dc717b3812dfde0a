import { defaultFilter } from 'cmdk'
import Fuse from 'fuse.js'
import { type Language, languages } from '#locales/index.ts'
import kanaTitles from '#locales/kana.json' with { type: 'json' }
import { titlesIn } from '#scripts/pinyin.ts'
import { root } from '#server/kernel/base/root.ts'
import { foldText } from '#src/command/search/fold.ts'
import { search } from '#src/command/search/search.ts'
import type { SearchEntry } from '#src/command/search/search-entry.ts'
import { buildIndex, type SearchIndex } from '#src/command/search/search-index.ts'
import { drawMisspelt, type Named, typingErrors } from '#tests/support/misspell.ts'
import { cpuTime, type Figure, interleaved, type Measure, quantile, repeats } from './harness.ts'
import { type BrowserSession, type KeyPress, openConsole, press } from './support/browser.ts'
import { startServer, temporaryFolder } from './support/server.ts'
import { entriesWithWords, staffWordsOf } from './support/staff-words.ts'
import { commandsMax, consoleWithSyntheticCommands, syntheticCommands } from './support/synthetic-commands.ts'

type Titles = SearchEntry['titles']

/** Nobody has used anything, and nothing fits better than anything else. */
const nobody = { fits: () => 0 as const, frecency: () => 0 }
const kanaOf: Readonly<Record<string, string>> = kanaTitles
const withoutSpaces = (kana: string): string => kana.replaceAll(/\s/g, '')
const pinyinOf = ({ readings }: SearchEntry): string => (readings.pinyin ?? []).map(([likeliest]) => likeliest).join('')

/** What people type: in several languages, by initials, with a slip. */
const typed = [
  'redisburse',
  'hk jh',
  'fangkuan',
  'giai ngan',
  'reduccion',
  'tiket',
  '减免申请',
  'rediburse',
  'nothing like it',
]
const prefixes = typed.flatMap((text) => Array.from(text, (_, i) => text.slice(0, i + 1)))

/** The 95th percentile of `find` over everything that stands in the line while it is typed, in ms of the processor. */
const perKey =
  (...ways: ((text: string) => unknown)[]) =>
  (): number =>
    quantile(
      ways.flatMap((find) => prefixes.map((text) => cpuTime(() => find(text)))),
      0.95,
    )

/** How many commands the search is measured with: more than twice those of today. */
const searchedMax = 1_000
/** Queries drawn for each language and each kind of error; the seed says which. */
const [drawn, seed] = [200, 20_261_123]

/** How many of the queries have what was meant, or what has the same name, among the first three hits, in percent. */
function foundInTop3(index: SearchIndex, names: readonly Named[], error: string): number {
  const textOf = new Map(names.map(({ id, text }) => [id, foldText(text)]))
  const found = drawMisspelt(names, error, { count: drawn, seed }).filter(({ typed, meant }) =>
    search(index, typed, nobody)
      .slice(0, 3)
      .some(({ id }) => textOf.get(id) === meant.text),
  )
  return (100 * found.length) / drawn
}

/** How often a title typed with one error is found, by language and kind of error: Chinese by its pinyin, Japanese by its kana. */
async function measureRates(): Promise<Figure[]> {
  const entries = Object.entries(titlesIn(root)).map(([id, { titles, readings }]): SearchEntry => {
    const sound = kanaOf[id]
    return { id, risk: 'read', titles, readings: { ...readings, ...(sound && { kana: sound }) } }
  })
  const indexOf = (language: Language) => buildIndex(entries, language, { pinyin: true })
  const written = (['en', 'es', 'vi', 'id'] as const).map((language) => ({
    index: indexOf(language),
    names: entries.map(({ id, titles }) => ({ id, text: titles[language] })),
    language: language as Language,
  }))
  const spoken = entries.map((entry) => ({ id: entry.id, text: pinyinOf(entry) }))
  const kana = entries.flatMap(({ id, readings }) =>
    readings.kana ? [{ id, text: withoutSpaces(readings.kana) }] : [],
  )
  const all = [
    ...written,
    { index: indexOf('zh'), names: spoken, language: 'zh' as const },
    { index: indexOf('ja'), names: kana, language: 'ja' as const },
  ]
  return all.flatMap(({ index, names, language }) =>
    Object.keys(typingErrors).map((error) => ({
      what: `${language}, a letter ${error}: found in the first three`,
      unit: '%' as const,
      samples: [foundInTop3(index, names, error)],
      budget: { least: 95 },
    })),
  )
}

/** Whether one of those that are meant is among the first three. */
const isInTop3 = (index: SearchIndex, typed: string, meant: readonly string[]): boolean =>
  search(index, typed, nobody)
    .slice(0, 3)
    .some(({ id }) => meant.includes(id))

const shareOf = (found: readonly boolean[]): number => (100 * found.filter(Boolean).length) / found.length

/** How often what staff call something beside its title is found: as it is written, and in Chinese as it sounds. */
async function measureWords(): Promise<Figure[]> {
  const entries = await entriesWithWords()
  const words = staffWordsOf(entries)
  // a word that stands in titles as well means those, too
  const titled = (word: string, language: Language) => entries.filter(({ titles }) => titles[language].includes(word))
  const meantBy = (word: string, language: Language) =>
    [...words.filter((other) => other.word === word), ...titled(word, language)].map(({ id }) => id)
  const figure = (what: string, found: readonly boolean[]): Figure => {
    return { what: `${what}: found in the first three`, unit: '%', samples: [shareOf(found)], budget: { least: 95 } }
  }
  const screens = languages.map((language) => {
    const index = buildIndex(entries, language, { pinyin: true })
    const own = words.filter((one) => one.language === language)
    return figure(
      `${language}, ${own.length} words of staff`,
      own.map(({ word }) => isInTop3(index, word, meantBy(word, language))),
    )
  })
  const chinese = buildIndex(entries, 'zh', { pinyin: true })
  const spoken = entries.flatMap(({ readings }) => Object.entries(readings.words ?? {}))
  const heard = spoken.map(([word, pinyin]) =>
    isInTop3(chinese, pinyin.map(([likeliest]) => likeliest).join(''), meantBy(word, 'zh')),
  )
  return [...screens, figure(`zh, ${spoken.length} synonyms by pinyin`, heard)]
}

async function measureSearch(): Promise<Figure[]> {
  const all = syntheticCommands(searchedMax)
  const screens = languages.map((language) => buildIndex(all, language, { pinyin: true }))
  const keys = languages.map((language) => `titles.${language}`)
  const fuse = new Fuse(all, { keys, threshold: 0.4 })
  const others = (titles: Titles) => languages.filter((one: Language) => one !== 'en').map((one) => titles[one])
  const known = all.map(({ titles }) => ({ title: titles.en, others: others(titles) }))
  const ways = {
    ours: perKey(...screens.map((indexed) => (text: string) => search(indexed, text, nobody))),
    fuse: perKey((text) => fuse.search(text)),
    cmdk: perKey((text) => known.map(({ title, others }) => defaultFilter(title, text, others)).sort((a, b) => b - a)),
  }
  for (const way of Object.values(ways)) way()
  const { ours, fuse: byFuse, cmdk } = await interleaved(ways, 2 * repeats)
  const what = `search of ${all.length} commands on screens in ${languages.length} languages, one key, p95`
  return [
    { what, unit: 'ms', samples: ours, control: { what: 'Fuse alone', samples: byFuse }, budget: { most: 4 } },
    { what, unit: 'ms', samples: ours, control: { what: 'cmdk’s own filter', samples: cmdk } },
  ]
}

/** Latin letters only: others are not typed by one key. */
const keyed = ['redisb', 'hkjh', 'giai', 'saiso', 'failed', 'a', 'z']

/** Opens the palette, types, and closes it. Answers what became of every key. */
async function typeInPalette(looking: BrowserSession) {
  const opened = await press(looking, 'Control+k')
  const keys: KeyPress[] = []
  for (const text of keyed) {
    for (const key of text) keys.push(await press(looking, key))
    await press(looking, 'Escape')
  }
  await press(looking, 'Escape')
  return { opened, keys }
}

async function measurePaint(): Promise<Figure[]> {
  const { url } = await startServer({ DATA_DIR: temporaryFolder('palette'), DEMO_LOANS: '1500' })
  const looking = await openConsole(
    url,
    'manager',
    '/order_management/wait_relent',
    await consoleWithSyntheticCommands(),
  )
  await looking.page.locator('.ag-row[row-index="0"] [col-id=id]').waitFor()
  const first = await typeInPalette(looking)
  const sessions: Awaited<ReturnType<typeof typeInPalette>>[] = []
  for (let i = 0; i < repeats; i++) sessions.push(await typeInPalette(looking))
  const p95 = (of: 'work' | 'painted') =>
    sessions.map(({ keys }) =>
      quantile(
        keys.map((key) => key[of]),
        0.95,
      ),
    )
  const opened = (of: 'work' | 'painted') => sessions.map((one) => one.opened[of])
  const count = await looking.page.evaluate(() => window.commandsMeasured)
  return [
    { what: 'commands of the console', unit: '', samples: [count], budget: { least: commandsMax } },
    { what: 'key → results painted, work of the page, p95', unit: 'ms', samples: p95('work'), budget: { most: 16 } },
    { what: 'key → results painted, with the wait for the frame, p95', unit: 'ms', samples: p95('painted') },
    { what: 'palette opens, work of the page', unit: 'ms', samples: opened('work') },
    { what: 'palette opens, key → painted', unit: 'ms', samples: opened('painted'), budget: { most: 50 } },
    { what: 'the same, the first time', unit: 'ms', samples: [first.opened.painted] },
  ]
}

/** How often the palette finds what was meant, how long it searches, and how much work a key is in the built console. */
export const parts: Readonly<Record<string, Measure>> = {
  rates: measureRates,
  words: measureWords,
  search: measureSearch,
  paint: measurePaint,
}
