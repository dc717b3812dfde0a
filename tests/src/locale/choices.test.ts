import { expect, onTestFinished, test } from 'vitest'
import { fieldOf } from '#contract/kernel/field.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { tickets } from '#contract/tickets.ts'
import { commands, grids } from '#src/catalogue.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { queryReaderOf } from '#src/grid/model/labels.ts'
import { choicesOf, offeredChoices, tonesOf } from '#src/locale/choices.ts'
import { word } from '#src/locale/text.ts'
import { setWords, type Word } from '#src/locale/words.ts'

const kind = tickets.operation.fields.find(({ name }) => name === 'kind')!
const priority = tickets.operation.fields.find(({ name }) => name === 'priority')!
const changed = (of: Partial<Word> & Pick<Word, 'dictionary' | 'code'>): Word => ({
  ...{ of: of.dictionary, labels: {}, sort: 99, tone: 'none', offered: true },
  ...of,
})
/** Has the administrator make something of dictionaries, for one test. */
function given(...words: Word[]): void {
  setWords(words)
  onTestFinished(() => setWords([]))
}
const argumentOf = (command: string, name: string) =>
  argumentsOf(commands.find(({ id }) => id === command)!).find((one) => one.name === name)!

test('what staff have added is offered by its label, in its place', () => {
  given(changed({ dictionary: 'tickets.kind', code: 'chargeback', labels: { en: 'Chargeback' }, sort: 2 }))

  expect(choicesOf(kind).slice(0, 3)).toEqual(['payout', 'repayment', 'chargeback'])
  expect(word('tickets.kind', 'chargeback')).toBe('Chargeback')
  expect(argumentOf('tickets.open', 'kind').field.choices).toContain('chargeback')
})

test('what is disabled is not offered, and rows that have it are still told apart', () => {
  given(changed({ dictionary: 'tickets.kind', code: 'refund', sort: 5, offered: false }))

  expect(offeredChoices(kind)).not.toContain('refund')
  expect(choicesOf(kind)).toContain('refund')
  expect(argumentOf('tickets.open', 'kind').field.choices).not.toContain('refund')
})

test('a closed set is ordered and coloured by the administrator, and never added to', () => {
  given(
    changed({ dictionary: 'tickets.priority', code: 'urgent', sort: 0, tone: 'info' }),
    changed({ dictionary: 'tickets.priority', code: 'invented', sort: 1 }),
  )

  expect(choicesOf(priority)).toEqual(['urgent', 'low', 'normal', 'high'])
  expect(tonesOf(priority)).toEqual({ high: 'warn', urgent: 'info' })
})

test('reasons that staff have added for an occasion are offered there, and nowhere else', () => {
  given(changed({ dictionary: 'reasons.transfer', of: 'reasons', code: 'moved', labels: { en: 'Moved away' } }))

  expect(argumentOf('cases.transfer', 'reason').field.offered).toContain('moved')
  expect(argumentOf('loans.badDebt', 'reason').field.offered).not.toContain('moved')
  expect(word('reasons', 'moved')).toBe('Moved away')
})

test('a filter line takes the label that somebody has written, whatever was added', () => {
  given(changed({ dictionary: 'tickets.kind', code: 'chargeback', labels: { en: 'Charge back' } }))
  const listing = grids.find(({ id }) => id === 'tickets.operation')!.listing

  const { query, problems } = parse('kind:"charge back"', queryReaderOf(listing))

  expect(problems).toEqual([])
  expect(query.where).toMatchObject({ values: [{ is: 'choice', value: 'chargeback' }] })
  expect(parse('kind:nonsense', queryReaderOf(listing)).problems).toMatchObject([{ code: 'unknown_choice' }])
})

test('the server, which knows no label, takes any code of an open dictionary', () => {
  const { filter, sort, search } = tickets.operation
  const fields = tickets.operation.fields.filter(({ name }) => (filter as readonly string[]).includes(name))
  const reader = { fields, sortable: sort, searchable: search, currency: 'INR' as const }

  expect(parse('kind:chargeback', reader)).toMatchObject({ problems: [] })
  expect(parse('priority:chargeback', reader).problems).toMatchObject([{ code: 'unknown_choice' }])
  expect(fieldOf('kind', tickets.open.input.shape.kind)).toMatchObject({ open: true, kind: 'choice' })
})
