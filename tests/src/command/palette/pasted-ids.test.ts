import '#tests/src/command/browser.ts'
import { expect, test } from 'vitest'
import { rightsOf } from '#contract/kernel/grants.ts'
import { menuOf } from '#server/modules/session/steps/menu.ts'
import { grantsOf } from '#server/seed/roles.ts'
import { findItems } from '#src/command/palette/items/find-items.ts'
import { parseIds } from '#src/command/palette/items/pasted-ids.ts'
import { parseQuery } from '#src/command/palette/items/prefixes.ts'
import { currentSession } from '#src/session/base/session.ts'

const english = { language: 'en', pinyin: true } as const
const long = 10_000

const lines = {
  'one word': 'a'.repeat(long),
  'many words': 're-disburse 500 hardship '.repeat(400),
  ids: 'LN261122000001 '.repeat(700),
  'one sign': '#'.repeat(long),
  numbers: '1,250.50 '.repeat(1_200),
  'a filter': `:loans ${'state:31 '.repeat(1_100)}`,
  quotes: '"'.repeat(long),
  Chinese: '重新放款'.repeat(2_500),
} as const

/** How long a key takes with that in the line, in ms. */
function keyWith(text: string): number {
  const from = performance.now()
  findItems(text, null, english)
  parseIds(text)
  return performance.now() - from
}

/** What it takes where nothing comes between: others on the machine only ever add to it. */
const least = (times: readonly number[]): number => Math.min(...times)

test.for(Object.entries(lines))('ten thousand characters of %s do not slow a key', ([, text]) => {
  const { granted } = rightsOf(grantsOf('OPS'))
  Object.assign(currentSession, { granted: new Map(granted), menu: menuOf(granted) })
  const short = text.slice(0, 300)
  // one beside the other, so that a busy machine slows both
  const both = Array.from({ length: 20 }, () => [keyWith(short), keyWith(text)] as const).slice(5)

  const [ofShort, ofLong] = [least(both.map(([one]) => one)), least(both.map(([, one]) => one))]

  expect(ofLong).toBeLessThan(3 * ofShort + 3)
  expect(parseQuery(text).typed.length).toBeLessThanOrEqual(300)
  Object.assign(currentSession, { granted: new Map(), menu: [] })
})
