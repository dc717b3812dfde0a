import { expect, test } from 'vitest'
import { requiredAfter } from '#src/session/sign-in/use-sign-in.ts'

const nothing = { code: false, slider: false }
const refused = (fault: string, left?: number) => ({ fault, values: left === undefined ? {} : { left } })

test('a code is asked for where one is needed, and until the right one is typed', () => {
  expect(requiredAfter(nothing, refused('code_needed'))).toEqual({ code: true, slider: false })
  expect(requiredAfter({ code: true, slider: false }, refused('wrong_code', 4))).toEqual({ code: true, slider: false })
})

test('a wrong password takes the question for a code back: it may be somebody else’s account by now', () => {
  expect(requiredAfter({ code: true, slider: false }, refused('wrong_credentials', 4))).toEqual(nothing)
})

test('a piece has to be moved from the third failure on', () => {
  expect(requiredAfter(nothing, refused('wrong_credentials', 3)).slider).toBe(false)
  expect(requiredAfter(nothing, refused('wrong_credentials', 2)).slider).toBe(true)
  expect(requiredAfter({ code: true, slider: false }, refused('wrong_code', 1))).toEqual({ code: true, slider: true })
})

test.for(['slider_needed', 'slider_missed'])('where the server says %s, a piece has to be moved', (fault) => {
  expect(requiredAfter({ code: true, slider: false }, refused(fault))).toEqual({ code: true, slider: true })
})

test('a piece that was moved stays where it is while the code is typed', () => {
  expect(requiredAfter({ code: false, slider: true }, refused('code_needed'))).toEqual({ code: true, slider: true })
})

test.for(['network', 'frozen', 'internal'])('%s changes nothing of what is asked for', (fault) => {
  const before = { code: true, slider: true }

  expect(requiredAfter(before, refused(fault))).toEqual(before)
})
