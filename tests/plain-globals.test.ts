import { expect, test } from 'vitest'
import { pretend } from '#tests/src/command/browser.ts'

test('a plain test that pretends a browser is stopped, with a sentence that says where to go', () => {
  const globals = Object.keys(globalThis)

  expect(pretend).toThrow(/plain-globals\.test\.ts is a plain test .* name it \.desk\.test\.ts/)

  expect(Object.keys(globalThis)).toEqual(globals)
})
