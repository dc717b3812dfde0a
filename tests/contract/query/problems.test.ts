import { expect, test } from 'vitest'
import { nestingMax, parse } from '#contract/kernel/query/parse.ts'
import type { ProblemCode, ProblemValues } from '#contract/kernel/query/problem.ts'
import { or } from '#contract/kernel/query/tree.ts'
import { queryMax } from '#contract/kernel/selection.ts'
import { screen, server, text, where, word } from './listing.ts'

/** A line whose wrong piece stands between these brackets, and that line without them. */
const marked = (line: string) => {
  const [from, to] = [line.indexOf('⟦'), line.indexOf('⟧') - 1]
  return { line: line.replace(/[⟦⟧]/g, ''), from, to }
}

const fields = server.fields.map(({ name }) => name)
const equality = [':', '!=']
const ofTexts = [':', '=', '!=']

test.for<[line: string, code: ProblemCode, values?: ProblemValues]>([
  ['a ⟦fii⟧:1', 'no_such_field', { got: 'fii', expected: fields }],
  ['⟦overdeu⟧>1', 'unknown_field', { got: 'overdeu', expected: ['overdue'] }],
  ['⟦creatde⟧:today', 'unknown_field', { got: 'creatde', expected: ['created'] }],
  ['⟦balcklist⟧:1', 'unknown_field', { got: 'balcklist', expected: ['blacklisted'] }],
  ['⟦"nhân vein"⟧:1', 'unknown_field', { got: 'nhân vein', expected: ['agent'] }],
  ['⟦verdict⟧:1', 'not_filterable', { got: 'verdict', field: 'verdict' }],
  ['⟦"số tiền"⟧>1', 'ambiguous_field', { got: 'số tiền', expected: ['amount', 'fee'] }],
  ['⟦fee*⟧:1', 'unknown_field', { got: 'fee*' }],
  ['⟦:⟧1', 'missing_field', { expected: fields }],
  ['⟦""⟧:1', 'missing_field'],
  ['has:⟦⟧', 'missing_field'],
  ['state:31,⟦99⟧', 'unknown_choice', { field: 'state', got: '99', expected: ['30', '31', '40', '41', '50'] }],
  ['state:⟦3*⟧', 'unknown_choice', { got: '3*' }],
  ['amount:⟦5x⟧', 'not_a_number', { field: 'amount', got: '5x' }],
  ['amount:⟦5%⟧', 'not_a_number'],
  ['overdue:⟦1e3⟧', 'not_a_number'],
  ['amount>⟦12.505⟧', 'too_precise', { field: 'amount', got: '12.505', max: 2 }],
  ['overdue:⟦1.5⟧', 'too_precise', { max: 0 }],
  ['apr:⟦0.00001⟧', 'too_precise', { max: 4 }],
  ['amount:⟦90071992547409.92⟧', 'too_large', { field: 'amount' }],
  ['amount:1,50,⟦000⟧', 'grouped_number', { field: 'amount', got: '000' }],
  ['due:⟦2026-02-30⟧', 'not_a_date', { field: 'due', got: '2026-02-30' }],
  ['due:⟦2026-13⟧', 'not_a_date'],
  ['due:⟦0000-01⟧', 'not_a_date'],
  ['due:⟦7d⟧', 'not_a_date'],
  ['due:⟦-99999d⟧', 'not_a_date'],
  ['product:⟦@me⟧', 'not_staff', { field: 'product' }],
  ['note⟦>⟧a', 'wrong_operator', { field: 'note', got: '>', expected: ofTexts }],
  ['state:30⟦..⟧50', 'wrong_operator', { field: 'state', got: '..', expected: equality }],
  ['blacklisted⟦:⟧yes', 'wrong_operator', { field: 'blacklisted', got: ':', expected: ['is:blacklisted'] }],
  ['sort⟦>⟧due', 'wrong_operator', { field: 'sort', got: '>', expected: [':'] }],
  ['phone:⟦98*⟧', 'masked_needs_full', { field: 'phone' }],
  ['phone⟦>⟧98', 'masked_needs_full', { field: 'phone' }],
  ['phone:1⟦..⟧2', 'masked_needs_full', { field: 'phone' }],
  ['overdue>1,⟦2⟧', 'one_value'],
  ['overdue>1⟦..⟧2', 'one_value'],
  ['is:blacklisted,⟦x⟧', 'one_value'],
  ['overdue:1⟦..⟧2,3', 'range_in_list', { field: 'overdue' }],
  ['created:today,⟦-7d⟧', 'range_in_list', { field: 'created' }],
  ['state:⟦⟧', 'missing_value', { field: 'state' }],
  ['state:31,⟦⟧ b', 'missing_value', { field: 'state' }],
  ['overdue>⟦⟧', 'missing_value', { field: 'overdue' }],
  ['overdue:⟦..⟧', 'missing_value', { field: 'overdue' }],
  ['note:⟦*⟧', 'missing_value', { field: 'note' }],
  ['⟦""⟧', 'missing_value'],
  ['⟦*⟧', 'missing_value'],
  ['a ⟦OR⟧', 'missing_condition'],
  ['⟦|⟧ a', 'missing_condition'],
  ['a ⟦-⟧', 'missing_condition'],
  ['(-a ⟦NOT⟧) b', 'missing_condition'],
  ['⟦( )⟧', 'missing_condition'],
  ['is:⟦fee⟧', 'not_a_flag', { field: 'fee', expected: ['blacklisted'] }],
  ['no:⟦amount⟧', 'never_empty', { field: 'amount' }],
  ['sort:⟦note⟧', 'not_sortable', { field: 'note', got: 'note', expected: server.sortable }],
  ['sort:⟦verdict⟧', 'not_sortable', { field: 'verdict', got: 'verdict', expected: server.sortable }],
  ['sort:⟦fii-⟧', 'no_such_field', { got: 'fii', expected: server.sortable }],
  ['sort:⟦amuont⟧', 'unknown_field', { got: 'amuont', expected: ['amount'] }],
  ['sort:due,⟦⟧', 'missing_field', { expected: server.sortable }],
  ['⟦-⟧sort:due', 'sort_negated'],
  ['⟦NOT⟧ (a sort:due)', 'sort_negated'],
  ['note:⟦"a b⟧', 'unclosed_quote'],
  ['a ⟦(⟧b', 'unclosed_bracket'],
  ['a⟦)⟧ b', 'unopened_bracket'],
])('%s is told exactly: %s', ([given, code, values = {}]) => {
  const { line, ...span } = marked(given)

  const { problems } = parse(line, screen)

  expect(problems).toEqual([{ ...span, code, values: expect.objectContaining(values) }])
})

test('a column that two sorts could mean is not guessed', () => {
  const twice = { ...screen, sortable: ['amount', 'fee'] }

  expect(parse('sort:"số tiền"-', twice).problems).toMatchObject([
    { from: 5, to: 15, code: 'ambiguous_field', values: { got: 'số tiền', expected: ['amount', 'fee'] } },
  ])
})

test('a word is a problem where no field is searched', () => {
  expect(parse('a', { ...screen, searchable: [] }).problems).toMatchObject([{ from: 0, to: 1, code: 'not_searchable' }])
})

test('what stands around a problem is understood', () => {
  const { query } = parse('a fii:1 (overdue>x OR state:31,99 OR b) sort:nope sort:due', screen)

  expect(query).toMatchObject(
    where(
      [
        word(text('a')),
        or([{ kind: 'oneOf', field: 'state', values: [{ is: 'choice', value: 31 }] }, word(text('b'))])!,
      ],
      { field: 'due', descending: false },
    ),
  )
})

test('brackets may stand ten deep; deeper ones are passed over, and the line goes on behind them', () => {
  const deep = (levels: number) => `${'('.repeat(levels)}a${')'.repeat(levels)} b`

  expect(parse(deep(nestingMax), screen).problems).toEqual([])
  expect(parse(deep(nestingMax + 3), screen)).toMatchObject({
    query: { where: word(text('b')) },
    problems: [{ from: 10, to: 11, code: 'too_deep', values: { max: nestingMax } }],
  })
})

test('a line of 2,000 characters is read, of 2,001 not at all', () => {
  expect(parse('a'.repeat(queryMax), screen).problems).toEqual([])
  expect(parse(`a ${'b'.repeat(queryMax)}`, screen)).toEqual({
    query: { where: null, sort: [] },
    pieces: [],
    problems: [{ from: queryMax, to: queryMax + 2, code: 'too_long', values: { max: queryMax } }],
  })
})

test('a line whose canonical text would be too long is not run, as no URL or view could hold it', () => {
  const line = `overdue:${Array(600).fill('1m').join()}`

  const { query, problems } = parse(line, screen)

  expect(query.where).toBeNull()
  expect(problems).toMatchObject([{ from: 0, to: line.length, code: 'too_long' }])
})

test.for([
  '(',
  ')',
  '"',
  '-',
  ',',
  ':',
  '.',
  '|',
  '*',
  '~',
  '@',
  '\\',
  '<',
  'OR ',
  'NOT ',
  '()',
  '("',
  'a:',
  'a:"',
  'state:',
  '-(',
  '1,',
  '..',
  '“',
  '\u3000',
  '٣',
  '😀',
  'amount:9,',
  'sort:due,',
  'overdue>9',
])('2,000 characters of %j leave no more notes than characters', (piece) => {
  const line = piece.repeat(queryMax).slice(0, queryMax)

  const { pieces, problems } = parse(line, screen)

  expect(pieces.length).toBeLessThanOrEqual(queryMax + 1)
  expect(problems.length).toBeLessThanOrEqual(queryMax + nestingMax)
})
