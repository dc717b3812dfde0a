import { expect, test } from 'vitest'
import { languages } from '#locales/index.ts'
import { bestMatch } from '#src/command/search/best-match.ts'
import { parseSearchQuery } from '#src/command/search/search-query.ts'
import { indices } from './catalogue.ts'

const typed = [
  ...['redisburse', 'order_list', 'giai ngan', 'reduccion', 'pembayaran', 'npa', '1'],
  ...['hkjh', 'fangkuan', 'huank', 'fankuan', 'cuishou', '减免申请', 'かいしゅう', 'kaishu', 'z'],
]
const prefixes = typed.flatMap((text) => Array.from(text, (_, i) => text.slice(0, i + 1)))

test.for(languages)('on a screen in %s the table leaves out nothing that is hit', (language) => {
  const { items, texts } = indices[language]!
  const lost = prefixes.flatMap((text) => {
    const query = parseSearchQuery(text)!
    return items.flatMap((item, at) => {
      const meant = texts.fieldsMeant(at, query)
      const looked = meant !== 0 || texts.mayScatter(at, query) ? bestMatch(query, item, meant) : null
      const whole = bestMatch(query, item)
      return whole?.tier === looked?.tier && whole?.field === looked?.field ? [] : [`${text}: ${item.entry.id}`]
    })
  })
  expect(lost).toEqual([])
})
