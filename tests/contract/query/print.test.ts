import { expect, test } from 'vitest'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import { range, relative, screen, server, where } from './listing.ts'

test.for([
  ['  a   b ', 'a b'],
  ['"a" "b c"', 'a "b c"'],
  ['STATE="quá hạn" ', 'state:50'],
  ['state:"đã trả"', 'state:40,41'],
  ['state!=31', '-state:31'],
  ['"ngày đến hạn">=2026-11', 'due>=2026-11'],
  ['amount:1.50k..1lakh', 'amount:1500..100000'],
  ['amount:0.50,-.5,-0.05', 'amount:0.5,-0.05'],
  ['apr>36.50%', 'apr>36.5'],
  ['created:-1w', 'created:-7d'],
  ['created:-7d..today', 'created:-7d'],
  ['due:today..+1m', 'due:+30d'],
  ['due:-7d..+7d', 'due:-7d..+7d'],
  ['due:-1d..', 'due:yesterday..'],
  ['due<+1d', 'due<tomorrow'],
  ['created:-0d', 'created:today'],
  ['((a) (b))', 'a b'],
  ['(a OR (b|c)) (d)', '(a OR b OR c) d'],
  ['(a b) OR c', 'a b OR c'],
  ['NOT(a)', '-a'],
  ['-(a b) -(c OR d)', '-(a b) -(c OR d)'],
  ['-has:fee', 'no:fee'],
  ['-no:fee', 'has:fee'],
  ['sort:due+ a sort:amount- sort:due', 'a sort:amount- sort:due'],
  ['a OR b sort:due', 'a OR b sort:due'],
  ['agent:@me,"@me"', 'agent:@me,"@me"'],
  ['note:"a"* "b c"*', 'note:a* "b c"*'],
  ['note:"a=b:c" "a=b:c" "a,b..c" note:"a,b" note:"a..b"', 'note:a=b:c "a=b:c" a,b..c note:"a,b" note:"a..b"'],
  ['phone:~k3 "~k3" "-a" "OR" "or" note:"-a" note:"OR"', 'phone:~k3 "~k3" "-a" "OR" or note:-a note:OR'],
  ['note:"Ａ" note:Ａ', 'note:"Ａ" note:A'],
  [String.raw`note:"a、b" "a、b" note:"a\“b" "a\“b"`, String.raw`note:"a、b" "a、b" note:"a\“b" "a\“b"`],
  ['"AND" "NOT" "ORDER" "NOTE" "ANDY"', '"AND" "NOT" ORDER NOTE ANDY'],
  ['note:"5*" note:"5*6" note:"5*"*', 'note:"5*" note:5*6 note:"5*"*'],
  [String.raw`note:"\"\\\”"`, String.raw`note:"\"\\\”"`],
  ['"sort":x', '"sort":x'],
  ['channel:"walk in"', 'channel:"walk in"'],
] as const)('%s is written %s', ([line, canonical]) => {
  const { query } = parse(line, screen)

  expect(print(query, server)).toBe(canonical)
})

test('currencies without decimals are printed whole', () => {
  const đồng = { ...server, currency: 'VND' } as const

  expect(print(parse('amount:1.5m', đồng).query, đồng)).toBe('amount:1500000')
})

test('a query that was never typed is printed too', () => {
  const far = where([range('due', relative(-40), relative(-30))], { field: 'nope', descending: true })

  expect(print(far, server)).toBe('due:-40d..-30d sort:nope-')
  expect(print({ where: null, sort: [] }, server)).toBe('')
})
