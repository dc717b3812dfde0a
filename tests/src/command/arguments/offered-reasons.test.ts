import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#locales/index.ts'
import { commands } from '#src/catalogue.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'

const folder = join(import.meta.dirname, '../../../../locales')
const reasonsIn = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, 'reasons.json'), 'utf8'))

const offered = commands.flatMap((command) =>
  argumentsOf(command).flatMap(({ name, field }) =>
    field.offered ? [{ of: `${command.id} ${name}`, keys: field.offered }] : [],
  ),
)

test('every reason that is offered has a text in every language, and a digit of its own', () => {
  expect(offered.length).toBeGreaterThan(0)
  for (const language of languages) {
    const texts = reasonsIn(language)
    for (const { of, keys } of offered) expect([of, keys.filter((key) => !texts[key])]).toEqual([of, []])
  }
  expect(offered.filter(({ keys }) => keys.length > 9 || new Set(keys).size !== keys.length)).toEqual([])
})

test('whatever is done for a reason offers some, but where it only may have a remark', () => {
  const without = commands.flatMap((command) =>
    argumentsOf(command).filter(({ name, field }) => name === 'reason' && !field.offered && field.kind === 'text'),
  )
  expect(without).toEqual([])
})

test('no reason begins with a digit, which would choose another', () => {
  for (const language of languages)
    expect(Object.values(reasonsIn(language)).filter((text) => /^\d/.test(text))).toEqual([])
})
