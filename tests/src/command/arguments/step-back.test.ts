import { expect, test } from 'vitest'
import { commands } from '#src/catalogue.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { type Draft, withoutLast } from '#src/command/arguments/draft.ts'

const command = commands.find(({ id }) => id === 'reductions.request')!
const [first, second] = argumentsOf(command)
const draft = (args: Draft['args']): Draft => ({
  ...{ command, target: null, args, names: {}, initialTexts: {}, untrusted: false },
})

test('one step back leads to the argument in front of the one that is asked, and never to one behind it', () => {
  const [one, two] = [first!.name, second!.name]

  expect(withoutLast(draft({}))).toBeNull()
  expect(withoutLast(draft({ [two]: 'hardship' }))).toBeNull()
  expect(withoutLast(draft({ [one]: 5 }))?.argument.name).toBe(one)
  const back = withoutLast(draft({ [one]: 5, [two]: 'hardship' }))
  expect([back?.argument.name, back?.draft.args]).toEqual([two, { [one]: 5 }])
})
