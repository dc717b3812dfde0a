import fc from 'fast-check'
import { expect, test } from 'vitest'
import { occasionIds } from '#contract/message-occasions.ts'
import { fillTemplate, smsParts, unknownVariableIn, variablesOf } from '#contract/message-text.ts'

const none = new Set<string>()
const fill = (text: string, values: Record<string, string>, parameters = new Map<string, string>()) =>
  fillTemplate(text, { occasion: 'askPicture', values, parameters }, { country: 'IN', language: 'en' })

test.for([
  ['{{amount}} of {{loan}}', 'askPicture', 'amount'],
  ['{{ name }} owes {{amout}}', 'overdue', 'amout'],
  ['{{limit}}', 'dueSoon', 'limit'],
  ['{{conf.hotline}}', 'overdue', 'conf.hotline'],
  ['{{constructor}}', 'overdue', 'constructor'],
  ['Hello {{name}', 'overdue', '{{name}'],
  ['Hello name}} there', 'overdue', 'name}}'],
] as const)('%s names what nobody fills: %s lacks it', ([text, occasion, unknown]) => {
  expect(unknownVariableIn(text, occasion, none)).toBe(unknown)
})

test('every variable of an occasion is known there, and a parameter that there is', () => {
  for (const occasion of occasionIds) {
    const all = Object.keys(variablesOf(occasion)).map((name) => `{{${name}}}`)
    expect(unknownVariableIn(all.join(' '), occasion, none)).toBeNull()
  }
  expect(unknownVariableIn('{{conf.hotline}} {{ name }}', 'overdue', new Set(['hotline']))).toBeNull()
})

test('what fills a variable is taken as it is: nothing in it is filled again', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, loan) => {
      expect(fill('{{name}}|{{loan}}', { name, loan })).toBe(`${name}|${loan}`)
    }),
  )
  expect(fill('{{name}}', { name: '{{loan}} $& $1', loan: 'LN1' })).toBe('{{loan}} $& $1')
  expect(fill('{{conf.hotline}}', {}, new Map([['hotline', '1800 {{name}}']]))).toBe('1800 {{name}}')
})

test.for([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  [`${'a'.repeat(159)}€`, 2],
  [`${'a'.repeat(69)}₹`, 1],
  [`${'a'.repeat(70)}₹`, 2],
  [`${'a'.repeat(134)}₹`, 3],
] as const)('an SMS is counted in the parts it is sent in: %s', ([text, parts]) => {
  expect(smsParts(text)).toBe(parts)
})
