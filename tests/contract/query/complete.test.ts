import { expect, test } from 'vitest'
import { complete, type Typing } from '#contract/kernel/query/complete.ts'
import { screen, server } from './listing.ts'

/** Completes `line` where the bar stands: what is typed, what would be replaced, and the texts to choose from. */
function at(line: string, reader = screen) {
  const caret = line.indexOf('¦')
  const text = line.replace('¦', '')
  const { typing, from, to, prefix, suggestions, wants } = complete(text, caret, reader)
  return { typing, replaces: text.slice(from, to), prefix, texts: suggestions.map((each) => each.text), wants }
}

test.for<[line: string, typing: Typing, replaces: string, prefix: string]>([
  ['¦', { what: 'field' }, '', ''],
  ['am¦', { what: 'field' }, 'am', 'am'],
  ['a¦m state:31', { what: 'field' }, 'am', 'a'],
  ['state:31 ¦', { what: 'field' }, '', ''],
  ['(a OR -¦', { what: 'field' }, '', ''],
  ['(¦a)', { what: 'field' }, '', ''],
  ['(a OR -du¦', { what: 'field' }, 'du', 'du'],
  ['"ngày đ¦', { what: 'field' }, '"ngày đ', 'ngày đ'],
  ['O¦', { what: 'field' }, 'O', 'O'],
  ['OR¦', { what: 'field' }, 'OR', 'OR'],
  ['amo¦unt>5', { what: 'field' }, 'amount', 'amo'],
  ['amount¦', { what: 'operator', field: 'amount' }, 'amount', 'amount'],
  ['amount>¦=5', { what: 'operator', field: 'amount' }, '>=', '>'],
  ['amount>=¦', { what: 'value', field: 'amount' }, '', ''],
  ['state:¦', { what: 'value', field: 'state' }, '', ''],
  ['state:¦31', { what: 'value', field: 'state' }, '31', ''],
  ['state:3¦1,50', { what: 'value', field: 'state' }, '31', '3'],
  ['state:31,¦ amount>5', { what: 'value', field: 'state' }, '', ''],
  ['amount:5¦x,3', { what: 'value', field: 'amount' }, '5x', '5'],
  ['due:today..¦', { what: 'value', field: 'due' }, '', ''],
  ['(state:¦)', { what: 'value', field: 'state' }, '', ''],
  ['TRẠNG:¦', { what: 'value', field: 'state' }, '', ''],
  ['TRỐNG:¦', { what: 'value', field: 'TRỐNG' }, '', ''],
  ['"trạng thái"：quá¦', { what: 'value', field: 'state' }, 'quá', 'quá'],
  ['customer:"Asha R¦ao" b', { what: 'value', field: 'customer' }, '"Asha Rao"', 'Asha R'],
  ['customer:"Asha R¦ state:31', { what: 'value', field: 'customer' }, '"Asha R', 'Asha R'],
  ['agent:＠m¦', { what: 'value', field: 'agent' }, '＠m', '@m'],
  ['is:¦', { what: 'keyword', keyword: 'is' }, '', ''],
  ['no:fe¦', { what: 'keyword', keyword: 'no' }, 'fe', 'fe'],
  ['a sort:due-¦ b', { what: 'keyword', keyword: 'sort' }, 'due-', 'due'],
  [') fii:x "" state:99 (((amount>x ov¦ :: "', { what: 'field' }, 'ov', 'ov'],
  [') fii:x "" (state:¦ amount>x :: "', { what: 'value', field: 'state' }, '', ''],
])('in %s it is known what is typed and what a choice would replace', ([line, typing, replaces, prefix]) => {
  expect(at(line)).toMatchObject({ typing, replaces, prefix })
})

test.for<[line: string, texts: readonly string[]]>([
  ['due¦', ['due:', 'due!=', 'due>', 'due>=', 'due<', 'due<=', 'apr:', 'dueAgain:', 'overdue:']],
  ['overdue¦', ['overdue:', 'overdue!=', 'overdue>', 'overdue>=', 'overdue<', 'overdue<=']],
  ['note¦', ['note:', 'note=', 'note!=']],
  ['blacklisted¦', ['is:blacklisted']],
  ['duea¦:today', ['dueAgain']],
  ['black¦:', []],
  ['"số tiền¦', ['amount:', 'fee:']],
  ['no¦', ['note:', 'no:', 'NOT']],
  ['sor¦', ['"sort":', 'sort:']],
  ['amount<¦=', ['<', '<=']],
  ['state:¦', ['30', '31', '40', '41', '50']],
  ['state:QUA¦', ['50']],
  ['state:3¦', ['30', '31']],
  ['channel:¦', ['app', '"walk in"']],
  ['due>¦', ['today', 'yesterday', 'tomorrow', '-7d', '-30d', '+7d']],
  ['created:-¦', ['-7d', '-30d']],
  ['agent:¦', ['@me']],
  ['product:¦', []],
  ['fii:¦', []],
  ['amount>¦', []],
  ['is:¦', ['blacklisted']],
  ['has:¦', ['phone', 'fee', 'due', 'agent', 'note']],
  ['no:f¦', ['fee']],
  ['sort:¦', ['amount', 'amount-', 'due', 'due-', 'created', 'created-', 'lastCall', 'lastCall-']],
  ['sort:"gọi¦', ['lastCall', 'lastCall-']],
])('%s offers what fits, what begins so first', ([line, texts]) => {
  const offered = at(line).texts

  expect(offered).toEqual(texts)
})

test('an empty line offers every field and every keyword that the listing has a use for', () => {
  const bare = { ...server, fields: server.fields.filter(({ name }) => name === 'amount'), sortable: [] }

  expect(at('¦').texts.slice(-6)).toEqual(['is:', 'has:', 'no:', 'sort:', 'OR', 'NOT'])
  expect(at('¦', bare).texts).toEqual(['amount:', 'OR', 'NOT'])
})

test('suggestions bear the words of the screen', () => {
  const labelled = (line: string) => complete(line, line.length, screen).suggestions[0]

  expect(labelled('sta')).toEqual({ text: 'state:', label: 'Trạng thái', role: 'field' })
  expect(labelled('state:5')).toEqual({ text: '50', label: 'Quá hạn', role: 'choice' })
  expect(labelled('sort:last')).toEqual({ text: 'lastCall', label: 'Gọi lần cuối', role: 'sort' })
  expect(labelled('tags:v')).toEqual({ text: 'vip', label: 'vip', role: 'choice' })
  expect(complete('sta', 3, server).suggestions[0]?.label).toBe('state')
})

test.for([
  ['agent:ra¦', { field: 'agent', prefix: 'ra' }],
  ['customer:"Asha R¦', { field: 'customer', prefix: 'Asha R' }],
  ['note:¦', { field: 'note', prefix: '' }],
  ['remarks:x,l¦', { field: 'remarks', prefix: 'l' }],
  ['tags:¦', null],
  ['id:L¦', null],
  ['phone:98¦', null],
  ['ra¦', null],
] as const)(
  'the server is asked for frequent values where it knows more, and never of masked fields: %s',
  ([line, wants]) => {
    expect(at(line).wants).toEqual(wants)
  },
)

test.for([-1, 99])('a caret outside the line (%i) stands at its nearer end', (caret) => {
  expect(complete('am', caret, screen)).toMatchObject(caret < 0 ? { from: 0, to: 0 } : { from: 0, to: 2 })
})
