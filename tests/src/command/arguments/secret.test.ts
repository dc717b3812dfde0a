import { expect, test } from 'vitest'
import { commands } from '#src/catalogue.ts'
import { targetOfRow } from '#src/command/active-list.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { initialText } from '#src/command/arguments/draft-text.ts'
import { formatArguments } from '#src/command/arguments/format-args.ts'

const edit = commands.find(({ id }) => id === 'parameters.edit')!
const ofKind = (kind: string) =>
  targetOfRow('parameters', 'parameters.list', { id: 'P', version: 1, kind, value: '80%' } as never)

test('the value of a parameter is hidden where it is a secret, and stands there to be changed where it is none', () => {
  const said = (kind: string) => {
    const target = ofKind(kind)
    const [value] = argumentsOf(edit, target)
    const draft = { command: edit, target, args: {}, names: {}, initialTexts: {}, untrusted: false }
    const [given] = formatArguments(edit, { value: '75%' }, {}, target)
    return [value!.secret, initialText(value!, draft), given!.text]
  }

  expect(said('rate')).toEqual([false, '80%', '75%'])
  expect(said('secret')).toEqual([true, '', '•••'])
})

test('of many rows, and of none, it is hidden: one of them may be a secret', () => {
  const [value] = argumentsOf(edit)
  expect(value!.secret).toBe(true)
})
