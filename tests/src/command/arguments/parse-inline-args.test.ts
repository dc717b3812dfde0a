import { expect, test } from 'vitest'
import { cases } from '#contract/cases.ts'
import { LocalDate } from '#contract/kernel/values.ts'
import { loans } from '#contract/loans/calls.ts'
import { reductions } from '#contract/reductions.ts'
import { tickets } from '#contract/tickets.ts'
import type { Language } from '#locales/index.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { parseInlineArgs } from '#src/command/arguments/parse-inline-args.ts'
import type { Command } from '#src/command/command.ts'
import { command } from '#src/command/define.ts'

const reduce = command(reductions.request, { on: 'each', args: { amount: {}, reason: {} } })
const end = command(cases.end, { on: 'each', args: { reason: {} } })
const transfer = command(tickets.transfer, { on: 'each', args: { to: {}, note: { optional: true } } })
const redisburse = command(loans.redisburse, { on: 'each' })

const words: Readonly<Record<string, string>> = { paid: 'Paid', recalled: 'Taken back', cancelled: 'Cancelled' }
const read = (of: Command, text: string, language: Language = 'en') =>
  parseInlineArgs(text, argumentsOf(of), {
    ...{ language, currency: 'INR', today: LocalDate.parse('2026-11-21') },
    wordOf: (_, value) => words[value] ?? String(value),
  })
const rupees = (minor: number) => ({ minor, currency: 'INR' })

test.for([
  ['500 hardship', 500_00, 'hardship'],
  ['hardship 500', 500_00, 'hardship'],
  ['5k lost his job', 5_000_00, 'lost his job'],
  ['lost his job ₹ 5 lakh', 5_00_000_00, 'lost his job'],
  ['"paid 300 in cash" 500', 500_00, 'paid 300 in cash'],
  ['“困难” 500', 500_00, '困难'],
] as const)('%s is an amount and a reason', ([text, minor, reason]) => {
  expect(read(reduce, text)).toEqual({ args: { amount: rupees(minor), reason }, initialTexts: {} })
})

test('what is not there is left to be asked', () => {
  expect(read(reduce, '500')).toEqual({ args: { amount: rupees(500_00) }, initialTexts: {} })
  expect(read(reduce, 'hardship')).toEqual({ args: { reason: 'hardship' }, initialTexts: {} })
})

test('amounts are read as the screen writes them', () => {
  expect(read(reduce, '1.250,50 dificultad', 'es')?.args).toEqual({ amount: rupees(1_250_50), reason: 'dificultad' })
})

test.for([
  ['paid', 'paid'],
  ['pai', 'paid'],
  ['taken back', 'recalled'],
  ['Cancelled', 'cancelled'],
  ['recalled', 'recalled'],
] as const)('a choice is known by its word or the beginning of it: %s', ([text, reason]) => {
  expect(read(end, text)).toEqual({ args: { reason }, initialTexts: {} })
})

test.for(['bored', 'p', 'paid twice', '500'])('what fits nowhere is no argument: %s', (text) => {
  expect(read(end, text)).toBeNull()
})

test('what names a record is looked for on the server; what stands in quotes is text', () => {
  expect(read(transfer, 'customer service')).toEqual({ args: {}, initialTexts: { to: 'customer service' } })
  expect(read(transfer, 'service "call back first"')).toEqual({
    args: { note: 'call back first' },
    initialTexts: { to: 'service' },
  })
})

test('a command without arguments takes none', () => {
  expect(read(redisburse, '500')).toBeNull()
})

test.for(['-500', '0', '1.005', '500.123'])(
  'an amount that cannot be is asked for, with what was typed: %s',
  (text) => {
    expect(read(reduce, `${text} hardship`)).toEqual({ args: { reason: 'hardship' }, initialTexts: { amount: text } })
  },
)

test('of a text of ten thousand characters the beginning counts', () => {
  const { args } = read(reduce, `500 ${'x '.repeat(5_000)}`)!

  expect(String(args.reason).length).toBeLessThan(200)
})
