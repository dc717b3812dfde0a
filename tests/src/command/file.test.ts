import './browser.ts'
import { expect } from 'vitest'
import { uploadMax } from '#contract/kernel/endpoint.ts'
import { products } from '#contract/products/calls.ts'
import { problemOf } from '#src/command/AskingFile.tsx'
import { argumentsOf } from '#src/command/argument.ts'
import { callOf } from '#src/command/call.ts'
import { act } from '#src/command/define.ts'
import { begin, proceed } from '#src/command/executor.ts'
import { inline } from '#src/command/inline.ts'
import { linkTo } from '#src/command/link.ts'
import { withArgument } from '#src/command/palette.ts'
import { typingNow } from '#src/command/typing.ts'
import { test } from './desk.ts'

const add = act(products.add, { ask: {}, files: { file: { accept: '.csv' } } })
const sheet = new File(['not a sheet'], 'products.csv', { type: 'text/csv' })

test('a file is an argument like any other: asked for, and sent with the command', async ({ desk }) => {
  await desk.sit('ops')

  await begin(add)
  const { draft, argument } = await desk.at('ask')
  expect(argument).toMatchObject({ name: 'file', file: { accept: '.csv' } })
  await proceed(withArgument(draft, argument, sheet, sheet.name))

  expect(desk.sent).toEqual(['products.add'])
})

test('a file is typed by nobody, and kept in no history and no link', () => {
  const draft = { command: add, meant: null, args: { file: sheet } }

  expect(inline('products.csv', argumentsOf(add), { ...typingNow(), wordOf: () => '' })).toBeNull()
  expect(callOf(draft).args).toEqual({})
  expect(linkTo(draft)).toBe('?v=1&command=products.add')
})

test('an empty file, or one that is too large, is refused where it is chosen', () => {
  expect(problemOf(sheet)).toBeNull()
  expect(problemOf({ size: 0 })).toBe('command.emptyFile')
  expect(problemOf({ size: uploadMax + 1 })).toBe('command.tooLargeFile')
})
