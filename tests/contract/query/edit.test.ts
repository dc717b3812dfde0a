import { expect, test } from 'vitest'
import {
  type CellValue,
  combine,
  equalsCell,
  termsOf,
  withoutTerm,
  withSort,
  withTerm,
} from '#contract/kernel/query/edit.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import type { Query } from '#contract/kernel/query/tree.ts'
import { Money } from '#contract/kernel/values.ts'
import { field, server } from './listing.ts'

const query = (line: string) => parse(line, server).query
const term = (line: string) => query(line).where!
const line = (query: Query) => print(query, server)
const dayOf = (instant: string) => `${instant.slice(0, 8)}15`

test('the terms of a query are its chips: what stands side by side', () => {
  expect(termsOf(query(''))).toEqual([])
  expect(termsOf(query('a sort:due'))).toEqual([term('a')])
  expect(termsOf(query('(a OR b) -c state:31'))).toEqual([term('a OR b'), term('-c'), term('state:31')])
})

test.for([
  ['', 'state:31', 'state:31'],
  ['a sort:due', 'state:31,50', 'a state:31,50 sort:due'],
  ['a OR b', 'c', '(a OR b) c'],
  ['a state:31 b', 'state:31', 'a state:31 b'],
  ['a b', 'b c', 'a b c'],
] as const)('%s with %s is %s', ([before, added, after]) => {
  expect(line(withTerm(query(before), term(added)))).toBe(after)
})

test.for([
  ['state:31', 'state:31', ''],
  ['a -state:31,50 b sort:due', '-state:31,50', 'a b sort:due'],
  ['a b', 'c', 'a b'],
  ['state:31,50', 'state:31', 'state:31,50'],
  ['a b c', 'a c', 'b'],
] as const)('%s without %s is %s', ([before, gone, after]) => {
  expect(line(withoutTerm(query(before), term(gone)))).toBe(after)
})

test('terms are the same whatever the order of their properties', () => {
  const { where } = withoutTerm(query('has:fee'), { field: 'fee', kind: 'has' })

  expect(where).toBeNull()
})

test('a sort replaces the sort, or goes behind it', () => {
  const before = query('a sort:due-')

  const sorted = withSort(before, { field: 'amount', descending: true })
  const further = withSort(before, ...before.sort, { field: 'amount', descending: false })

  expect(line(sorted)).toBe('a sort:amount-')
  expect(line(further)).toBe('a sort:due- sort:amount')
  expect(line(withSort(before))).toBe('a')
})

test.for([
  ['a sort:due', 'b', 'a b sort:due'],
  ['a sort:due', 'b sort:amount-', 'a b sort:amount-'],
  ['a OR b', 'c OR d', '(a OR b) (c OR d)'],
  ['', 'a', 'a'],
  ['a', '', 'a'],
  ['a b', 'b', 'a b'],
] as const)('%s and %s together are %s', ([a, b, both]) => {
  expect(line(combine(query(a), query(b)))).toBe(both)
})

test.for<[name: string, cell: CellValue, text: string]>([
  ['id', 'L-1', 'id:L-1'],
  ['customer', 'Asha Rao', 'customer:"Asha Rao"'],
  ['note', 'ends in *', 'note="ends in *"'],
  ['state', 31, 'state:31'],
  ['channel', 'walk in', 'channel:"walk in"'],
  ['overdue', 12, 'overdue:12'],
  ['amount', Money.parse({ minor: 1_250, currency: 'INR' }), 'amount:12.5'],
  ['apr', 365_000, 'apr:36.5'],
  ['due', '2026-11-21', 'due:2026-11-21'],
  ['created', '2026-11-21T20:00:00Z', 'created:2026-11-15'],
  ['agent', { id: 'S-7', name: 'Ravi' }, 'agent=S-7'],
  ['tags', ['new', 'vip'], 'tags:new tags:vip'],
  ['remarks', ['late'], 'remarks:late'],
  ['blacklisted', true, 'is:blacklisted'],
  ['blacklisted', false, '-is:blacklisted'],
  ['fee', null, 'no:fee'],
  ['fee', undefined, 'no:fee'],
])('a cell of %s that holds %j is found by %s', ([name, cell, text]) => {
  const where = equalsCell(field(name), cell, dayOf)

  expect(line({ where, sort: [] })).toBe(text)
  expect(where).toEqual(term(text))
})

test.for<[name: string, cell: CellValue]>([
  ['phone', '98******10'],
  ['tags', []],
  ['amount', null],
])('no line can say what a cell of %s that holds %j is', ([name, cell]) => {
  expect(equalsCell(field(name), cell, dayOf)).toBeNull()
})
