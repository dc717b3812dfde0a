import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Language, languages } from '#locales/index.ts'
import { type RankingContext, type SearchHit, search } from '#src/command/search/search.ts'
import { anywhere, entries, entry, indexOf, marks } from './titles.ts'

const ids = (hits: readonly SearchHit[]) => hits.map(({ id }) => id)
const titled = (...titles: string[]) => titles.map((en) => entry({ en }, { id: en }))
const found = (typed: string, titles: readonly string[], context: Partial<RankingContext> = {}) =>
  ids(search(indexOf('en', titled(...titles)), typed, { ...anywhere, ...context }))

test('inside a tier what fits comes before what is used, that before what is shorter, that before what is first', () => {
  const titles = [
    'plan of them all',
    'plan b',
    'plan a',
    'plan used often',
    'plan that fits the page',
    'plan for selected rows',
  ]

  const order = found('plan', titles, {
    fits: (id) => (id.includes('selected') ? 2 : id.includes('page') ? 1 : 0),
    frecency: (id) => (id.includes('often') ? 3 : 0),
  })

  expect(order).toEqual([
    'plan for selected rows',
    'plan that fits the page',
    'plan used often',
    'plan b',
    'plan a',
    'plan of them all',
  ])
})

test('nothing crosses a tier, however well it fits and however often it is used', () => {
  const order = found('plan', ['replan', 'my plan', 'plans', 'plan'], {
    fits: (id) => (id === 'replan' ? 2 : 0),
    frecency: (id) => (id === 'my plan' ? 99 : 0),
  })

  expect(order).toEqual(['plan', 'plans', 'my plan', 'replan'])
})

const money = (title: string) => entry({ en: title }, { id: title, risk: 'money' })

test.for(['money', 'irreversible'] as const)('%s is never first below tier 7 while anything else is found', (risk) => {
  const all = indexOf('en', [entry({ en: 'Send payout' }, { id: 'risky', risk }), ...titled('Stop the slow payouts')])

  const hits = search(all, 'payout', { fits: (id) => (id === 'risky' ? 2 : 0), frecency: () => 0 })

  expect(ids(hits)).toEqual(['Stop the slow payouts', 'risky'])
})

test('money leads where its name was typed', () => {
  const all = indexOf('en', [...titled('Plan the payout'), money('Payout')])

  expect(search(all, 'pay', anywhere)).toMatchObject([{ id: 'Payout', autoSelect: true }, { autoSelect: true }])
})

test('money found alone by less than its name is shown, and does not lead', () => {
  const [only] = search(indexOf('en', [money('Send payout')]), 'payout', anywhere)

  expect(only).toMatchObject({ id: 'Send payout', autoSelect: false })
})

test('behind the one in front the order stays', () => {
  const all = indexOf('en', [money('a payout'), money('bb payout'), ...titled('ccc payout', 'dddd payout')])

  expect(ids(search(all, 'payout', anywhere))).toEqual(['ccc payout', 'a payout', 'bb payout', 'dddd payout'])
})

test('typing errors count only where fewer than three are found', () => {
  const near = ['reduction', 'reduction two', 'redaction']

  expect(found('reduction', near)).toContain('redaction')
  expect(found('reduction', [...near, 'reduction three'])).not.toContain('redaction')
})

test.for(['repaymnet', 'repament', 'repaymant', 'rrepayment', 'Repayemnt'])(
  '%s is understood as repayment',
  (typed) => {
    expect(found(typed, ['Roles', 'Repayment', 'Parameters'])).toEqual(['Repayment'])
  },
)

test('three letters are too few to be misspelt, and six wrong ones too many to be meant', () => {
  expect(found('rol', ['Rules'])).toEqual([])
  expect(found('xepxymxnx', ['Repayment'])).toEqual([])
})

test('of what may be meant five are shown', () => {
  const alike = Array.from({ length: 9 }, (_, i) => `Repayment ${i}`)

  expect(found('repaymnet', alike)).toHaveLength(5)
})

test('a misspelt English name finds its command on any screen', () => {
  const hits = search(indexOf('vi'), 'repaymnet', anywhere)

  expect(hits[0]).toMatchObject({ id: 'menu.plans', tier: 1, altTitle: { text: 'Repayment plans', language: 'en' } })
})

test('what is marked twice, or in pieces, is marked once', () => {
  const all = indexOf('en', titled('Payout plan'))

  expect(marks(search(all, 'plan pay payout', anywhere)[0]!.title)).toEqual(['Payout', 'plan'])
})

const typed = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(...entries.flatMap(({ titles }) => Object.values(titles))),
  fc.string({ unit: fc.constantFrom(...'abcdehiknorstu '), maxLength: 12 }),
)

test('whatever is typed, every command is found once at most, marked inside what is shown, from left to right', () => {
  const indices = languages.map((language) => indexOf(language))
  fc.assert(
    fc.property(fc.constantFrom(...indices), typed, (all, text) => {
      const hits = search(all, text, anywhere)

      expect(new Set(ids(hits)).size).toBe(hits.length)
      for (const shown of hits.flatMap(({ title, altTitle }) => [title, ...(altTitle ? [altTitle] : [])])) {
        const bounds = shown.ranges.flat()
        expect(bounds).toEqual([...new Set(bounds)].sort((a, b) => a - b))
        expect(bounds.every((at) => at >= 0 && at <= shown.text.length)).toBe(true)
        expect(marks(shown).every((mark) => mark.length > 0)).toBe(true)
      }
    }),
  )
})

test('whatever is typed, money never leads below tier 7', () => {
  const all = indexOf('es')
  fc.assert(
    fc.property(typed, (text) => {
      const [first] = search(all, text, { fits: () => 2, frecency: () => 1 })

      const risk = entries.find(({ id }) => id === first?.id)?.risk
      if (risk === 'money' || risk === 'irreversible') expect(first!.autoSelect).toBe(first!.tier >= 7)
    }),
  )
})

test('every title finds its own command first, in every language, on every screen', () => {
  const wrong = languages.flatMap((screen: Language) => {
    const all = indexOf(screen)
    return entries.flatMap(({ id, titles }) =>
      languages
        .filter((language) => search(all, titles[language], anywhere)[0]?.id !== id)
        .map((language) => [screen, language, id]),
    )
  })

  expect(wrong).toEqual([])
})
