import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldOf } from '#contract/kernel/field.ts'
import { formatAmount } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { Choice, LocalDate, Money, Rate } from '#contract/kernel/values.ts'
import type { Language } from '#locales/index.ts'
import type { Argument } from '#src/command/arguments/argument.ts'
import { type ParseContext, parseArgument } from '#src/command/arguments/parse-arg.ts'
import type { ArgumentPrompt } from '#src/command/command.ts'

const argument = (schema: z.ZodType, prompt: ArgumentPrompt = {}): Argument => ({
  ...{ name: 'it', label: 'it', prompt, schema, limitField: null, secret: false },
  field: fieldOf('it', schema),
})
const typing = (language: Language = 'en', more: Partial<ParseContext> = {}): ParseContext => ({
  ...{ language, currency: 'INR', today: LocalDate.parse('2026-11-21') },
  ...more,
})
const amount = (text: string, language?: Language, more?: Partial<ParseContext>) =>
  parseArgument(argument(Money), text, typing(language, more))
const minor = (text: string, language?: Language) => {
  const reading = amount(text, language)
  return 'value' in reading ? (reading.value as Money).minor : reading.problem.replace('command.', '')
}

test.for([
  ['500', 500_00],
  ['5k', 5_000_00],
  ['1.5k', 1_500_00],
  ['0.5 lakh', 50_000_00],
  ['2 Crore', 2_00_00_000_00],
  ['12,34,567.50', 12_34_567_50],
  ['1,250', 1_250_00],
  ['₹ 1,250.50', 1_250_50],
  ['INR 500', 500_00],
  ['1.250,50', 1_250_50],
  ['1 250.50', 1_250_50],
  ['５００', 500_00],
  ['5万', 50_000_00],
  ['.5', 50],
] as const)('%s is an amount', ([text, expected]) => {
  expect(minor(text)).toBe(expected)
})

test.for([
  ['1.250,50', 'es'],
  ['1250,50', 'es'],
  ['1250.50', 'es'],
  ['1,250.50', 'es'],
  ['1.250,50', 'vi'],
  ['1.250,50', 'id'],
  ['1,250.50', 'ja'],
] as const)('%s is twelve hundred and fifty and a half in %s', ([text, language]) => {
  expect(minor(text, language)).toBe(1_250_50)
})

test.for([
  ['1.250', 'es'],
  ['1,250', 'vi'],
  ['1.250', 'en'],
] as const)('%s could be two amounts in %s, so it is none', ([text, language]) => {
  expect(minor(text, language)).toBe('ambiguous')
})

test('what a Spanish screen writes is read again', () => {
  const typed = formatAmount(ofMinor(1_250_00, 'INR'), 'es')

  expect([typed, minor(typed, 'es')]).toEqual(['1,250', 1_250_00])
})

test.for([
  ['2 tr', 'vi', 2_000_000_00],
  ['500 nghìn', 'vi', 500_000_00],
  ['2 jt', 'id', 2_000_000_00],
  ['5 mil', 'es', 5_000_00],
] as const)('%s is said in %s', ([text, language, expected]) => {
  expect(minor(text, language)).toBe(expected)
})

test.for([
  ['-5', 'notPositive'],
  ['0', 'notPositive'],
  ['1.005', 'ambiguous'],
  ['0.005', 'tooPrecise'],
  ['12.3456', 'tooPrecise'],
  ['12,5', 'notAnAmount'],
  ['12,34,5', 'notAnAmount'],
  ['1,2,3', 'notAnAmount'],
  ['5x', 'notAnAmount'],
  ['five', 'notAnAmount'],
  ['1e5', 'notAnAmount'],
  ['99999999999999 crore', 'tooLarge'],
  ['', 'missing'],
  ['  ', 'missing'],
] as const)('%j is refused: %s', ([text, problem]) => {
  expect(minor(text)).toBe(problem)
})

test('more than there is is refused, with how much there is', () => {
  const max = { minor: 500_00, currency: 'INR' } as Money

  expect(amount('501', 'en', { max })).toEqual({ problem: 'command.over', values: { most: '₹ 500' } })
  expect(amount('500', 'en', { max })).toEqual({ value: max })
})

const days = z.int().min(1).max(90)
test.for([
  ['7', { value: 7 }],
  ['0', { problem: 'command.atLeast', values: { least: 1 } }],
  ['91', { problem: 'command.over', values: { most: 90 } }],
  ['1.5', { problem: 'command.tooPrecise' }],
  ['x', { problem: 'command.notANumber' }],
] as const)('of a number from 1 to 90, %s is read so', ([text, expected]) => {
  expect(parseArgument(argument(days), text, typing())).toEqual(expected)
})

test('a rate is typed in percent, and kept in millionths', () => {
  expect(parseArgument(argument(Rate), '12.5 %', typing())).toEqual({ value: 125_000 })
  expect(parseArgument(argument(Rate), '12,5%', typing('es'))).toEqual({ value: 125_000 })
})

test.for([
  ['2026-12-31', '2026-12-31'],
  ['+3d', '2026-11-24'],
  ['+2w', '2026-12-05'],
  ['-1d', '2026-11-20'],
  ['+1m', '2026-12-21'],
  ['today', '2026-11-21'],
  ['Tomorrow', '2026-11-22'],
] as const)('%s is a day', ([text, expected]) => {
  expect(parseArgument(argument(LocalDate), text, typing())).toEqual({ value: expected })
})

test('today and tomorrow are understood as the screen says them', () => {
  expect(parseArgument(argument(LocalDate), '明日', typing('ja', { relativeDays: { 明日: 1 } }))).toEqual({
    value: '2026-11-22',
  })
})

test.for(['2026-02-30', '31/12', '3d', 'later', '0000-01-01'])('%s is no day', (text) => {
  expect(parseArgument(argument(LocalDate), text, typing())).toEqual({ problem: 'command.notADate' })
})

test('a text that is too long is refused with how long it may be, however long it is', () => {
  const reason = argument(z.string().trim().min(1).max(500))

  expect(parseArgument(reason, 'x'.repeat(10_000), typing())).toEqual({
    problem: 'command.tooLong',
    values: { most: 500 },
  })
  expect(parseArgument(reason, ' hardship ', typing())).toEqual({ value: 'hardship' })
})

test('what may be left out may be left empty', () => {
  expect(parseArgument(argument(z.string(), { optional: true }), '', typing())).toEqual({ value: undefined })
  expect(parseArgument(argument(Choice('a.b', ['x'])), '', typing())).toEqual({ problem: 'command.missing' })
})

test('what is left empty is null where it may be, else it is left out', () => {
  const empty = (schema: z.ZodType, prompt: ArgumentPrompt) => parseArgument(argument(schema, prompt), ' ', typing())

  expect(empty(z.int().nullable(), { optional: true })).toEqual({ value: null })
  expect(empty(z.int().optional(), { optional: true })).toEqual({ value: undefined })
  expect(empty(z.int().nullable(), {})).toEqual({ problem: 'command.missing' })
})
