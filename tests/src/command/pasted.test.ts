import './browser.ts'
import { expect, test } from 'vitest'
import { rightsOf } from '#contract/kernel/grants.ts'
import { menuOf } from '#server/modules/session/menu.ts'
import { grantsOf } from '#server/seed/roles.ts'
import { find, lineOf } from '#src/command/modes.ts'
import { idsIn } from '#src/command/pasted.ts'
import { session } from '#src/session/session.ts'

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

test.for(Object.entries(lines))('ten thousand characters of %s do not slow a key', ([, text]) => {
  const { granted } = rightsOf(grantsOf('OPS'))
  Object.assign(session, { granted: new Map(granted), menu: menuOf(granted) })
  const one = () => {
    const from = performance.now()
    find(text, null, english)
    idsIn(text)
    return performance.now() - from
  }
  for (let i = 0; i < 5; i++) one()

  const middle = Array.from({ length: 15 }, one).toSorted((a, b) => a - b)[7]!

  expect(middle).toBeLessThan(8)
  expect(lineOf(text).typed.length).toBeLessThanOrEqual(300)
  Object.assign(session, { granted: new Map(), menu: [] })
})
