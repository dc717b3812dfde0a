import { expect, test } from 'vitest'
import type { Field } from '#contract/kernel/field.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { and, type Condition, or } from '#contract/kernel/query/tree.ts'
import { oneOf, screen, text, word } from './listing.ts'

const [a, b] = ['a', 'b'].map((each) => word(text(each))) as [Condition, Condition]

test.for([
  ['sort:due-', [{ field: 'due', descending: true }]],
  [
    'sort:due+ sort:lastCall',
    [
      { field: 'due', descending: false },
      { field: 'lastCall', descending: false },
    ],
  ],
  [
    'sort:amount,due-',
    [
      { field: 'amount', descending: false },
      { field: 'due', descending: true },
    ],
  ],
  ['sort:"gọi lần cuối"-', [{ field: 'lastCall', descending: true }]],
  [
    'sort:due sort:amount sort:due-',
    [
      { field: 'amount', descending: false },
      { field: 'due', descending: true },
    ],
  ],
] as const)('a sort goes up unless it ends in -, and of two by one field the last wins: %s', ([line, sort]) => {
  expect(parse(line, screen)).toMatchObject({ query: { where: null, sort }, problems: [] })
})

test('a sort orders the whole list wherever it stands', () => {
  const { query, problems } = parse('a OR (b sort:due) OR sort:amount', screen)

  expect(problems).toEqual([])
  expect(query.where).toEqual(or([a, b]))
  expect(query.sort.map(({ field }) => field)).toEqual(['due', 'amount'])
})

test('full-width punctuation, letters and digits read like those of ASCII', () => {
  const { query, problems } = parse(
    '（ｓｔａｔｅ：３１，５０　｜　ａｍｏｕｎｔ＞＝１．５ｋ）　－ｎｏｔｅ：“ａ b”　ｓｏｒｔ：ｄｕｅ－',
    screen,
  )

  expect(problems).toEqual([])
  expect(query).toEqual(parse('(state:31,50 | amount>=1.5k) -note:"ａ b" sort:due-', screen).query)
})

test('quotes, commas and blanks of an input method count as well', () => {
  const { query } = parse('customer:“Asha Rao”、＂B”　a', screen)

  expect(query.where).toEqual(and([oneOf('customer', text('Asha Rao'), text('B')), a]))
})

test('pieces tell what each character is for, and whose value it is', () => {
  const { pieces } = parse('-(state:31,50|x) has:fee sort:due- )', screen)

  expect(pieces.map(({ from, to, role, of }) => [from, to, role, of])).toEqual([
    [0, 1, 'keyword', undefined],
    [1, 2, 'bracket', undefined],
    [2, 7, 'field', undefined],
    [7, 8, 'operator', 'state'],
    [8, 10, 'value', 'state'],
    [10, 11, 'operator', 'state'],
    [11, 13, 'value', 'state'],
    [13, 14, 'keyword', undefined],
    [14, 15, 'word', undefined],
    [15, 16, 'bracket', undefined],
    [17, 21, 'keyword', undefined],
    [21, 24, 'field', 'has'],
    [25, 30, 'keyword', undefined],
    [30, 34, 'sort', 'sort'],
    [35, 36, 'bracket', undefined],
  ])
})

test('NUL and half characters, which no database and no URL takes, are read as blanks and as unknown', () => {
  expect(parse('a\0b', screen).query.where).toEqual(and([a, b]))
  expect(parse('\ud83d', screen).query.where).toEqual(word(text('\ufffd')))
})

test('the labels of choices are asked for once, however many values a line has', () => {
  const asked: string[] = []
  const choices = (field: Field) => ({ [asked.push(field.name)]: '' })

  parse('state:31,50,99 state:"quá hạn" tags:new', { ...screen, words: { fields: {}, choices } })

  expect(asked).toEqual(['state', 'tags'])
})

test('a column without a name is not what an empty name means', () => {
  const { problems } = parse(':1 sort:', { ...screen, words: { ...screen.words!, fields: { note: '', due: '' } } })

  expect(problems.map(({ code }) => code)).toEqual(['missing_field', 'missing_field'])
})
