import { expect, test } from 'vitest'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import { detokenize, type PlainScalar, personalTerms, tokenize } from '#contract/kernel/query/tokenize.ts'
import { oneOf, prefix, server, text, token, word } from './listing.ts'

const query = (line: string) => parse(line, server).query

test('names, masked fields and, where they are searched, bare words are personal', () => {
  const terms = personalTerms(query('(customer:Asha* OR -phone:987) state:31 note:x has:phone Rao'), server)

  expect(terms).toEqual([oneOf('customer', prefix('Asha')), oneOf('phone', text('987')), word(text('Rao'))])
})

test('bare words are not personal where only other fields are searched', () => {
  expect(personalTerms(query('Rao'), { ...server, searchable: ['id', 'note'] })).toEqual([])
})

test('a sealed query holds no personal value, and says everything else as it was', () => {
  const line = '-customer:Asha*,~k9 (phone:987 OR Rao) note:x state:31 sort:due-'
  const kept: unknown[] = []

  const safe = tokenize(query(line), server, (value) => `k${kept.push(value)}`)

  expect(print(safe, server)).toBe('-customer:~k1,~k9 (phone:~k2 OR ~k3) note:x state:31 sort:due-')
  expect(personalTerms(safe, server)).toEqual([])
  expect(kept).toEqual([prefix('Asha'), text('987'), text('Rao')])
})

test('opening undoes sealing', () => {
  const before = query('-customer:Asha*,Rao (phone:987 OR "Asha R"*) note:x is:blacklisted')
  const kept: PlainScalar[] = []

  const safe = tokenize(before, server, (value) => String(kept.push(value) - 1))

  expect(detokenize(safe, (token) => kept[Number(token)]!)).toEqual(before)
})

test('a line without a filter has nothing to hide', () => {
  expect(personalTerms(query('sort:due'), server)).toEqual([])
  expect(tokenize(query('sort:due'), server, () => 'k')).toEqual(query('sort:due'))
  expect(detokenize(query('~k'), () => text('Rao'))).toEqual(query('Rao'))
  expect(query('~k').where).toEqual(word(token('k')))
})
