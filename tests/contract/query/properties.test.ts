import fc from 'fast-check'
import { expect, test } from 'vitest'
import { complete } from '#contract/kernel/query/complete.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import { lineOf, lines, queries, scraps } from './arbitrary.ts'
import { screen, server } from './listing.ts'

test('a query that is printed and read again is the same query, on every screen', () => {
  fc.assert(
    fc.property(queries, (query) => {
      for (const reader of [server, screen]) {
        expect(parse(print(query, server), reader)).toEqual({ query, pieces: expect.any(Array), problems: [] })
      }
    }),
    { numRuns: 2_000 },
  )
})

test('whatever is typed, what was understood has one canonical text', () => {
  fc.assert(
    fc.property(lines, (line) => {
      const { query } = parse(line, screen)
      const canonical = print(query, screen)

      const again = parse(canonical, server)

      expect(again).toEqual({ query, pieces: expect.any(Array), problems: [] })
      expect(print(again.query, server)).toBe(canonical)
    }),
    { numRuns: 3_000 },
  )
})

test('whatever is typed, pieces and problems lie inside the line, and pieces in its order', () => {
  fc.assert(
    fc.property(lines, (line) => {
      const { pieces, problems } = parse(line, screen)

      for (const { from, to } of [...pieces, ...problems])
        expect(0 <= from && from <= to && to <= line.length).toBe(true)
      const edges = pieces.flatMap(({ from, to }) => [from, to])
      expect(edges).toEqual(edges.toSorted((a, b) => a - b))
    }),
  )
})

test('whatever is typed, every place in it can be completed, replacing only what stands around the caret', () => {
  fc.assert(
    fc.property(lines, fc.nat(), (line, place) => {
      const caret = place % (line.length + 1)

      const { from, to } = complete(line, caret, screen)

      expect(0 <= from && from <= caret && caret <= to && to <= line.length).toBe(true)
    }),
  )
})

test('full-width characters outside quotes read like those of ASCII', () => {
  const widened = (line: string, wide: readonly boolean[]) =>
    [...line].map((char, i) => (!wide[i % wide.length] ? char : char === ' ' ? '\u3000' : widen(char))).join('')
  const widen = (char: string) => (/[!-~]/.test(char) ? String.fromCharCode(char.charCodeAt(0) + 0xfee0) : char)

  fc.assert(
    fc.property(lineOf(scraps), fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), (line, wide) => {
      expect(parse(widened(line, wide), screen)).toEqual(parse(line, screen))
    }),
  )
})
