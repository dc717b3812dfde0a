import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { clearErrors, errorLog, logError, searchErrors, withoutPersonalData } from '#src/call/error-log.ts'
import { CallFailed } from '#src/call/send.ts'

beforeEach(() => {
  Object.assign(globalThis, { location: new URL('https://host/order_management/loan_list?q=name:Anita') })
  clearErrors()
})

const failed = (code: number, msg = 'Changed by Anita Rao meanwhile') =>
  new CallFailed({ code, msg, fault: 'internal', requestId: `r${code}` })

test('outside the production build nothing is written down', () => {
  logError(new Error('x'))

  expect(import.meta.env.PROD).toBe(false)
  expect(errorLog.entries).toEqual([])
})

test('a defect is written down with its place in the code and its page, the newest first', () => {
  logError(new TypeError('one'), true)
  logError(new RangeError('two'), true)

  expect(errorLog.entries).toMatchObject([
    { message: 'RangeError: two', page: '/order_management/loan_list', requestId: null },
    { message: 'TypeError: one' },
  ])
  expect(errorLog.entries[0]?.stack).toMatch(/^at .*error-log\.test\.ts:\d+/)
})

test('a server that fails is written down by the number of the request, without what it said', () => {
  logError(failed(500), true)
  logError(failed(0), true)

  expect(errorLog.entries).toMatchObject([{ message: '0 internal' }, { message: '500 internal', requestId: 'r500' }])
  expect(JSON.stringify(errorLog.entries)).not.toContain('Anita')
})

test.for([400, 401, 403, 404])('a refusal with %i is an answer and no defect', (code) => {
  logError(failed(code), true)

  expect(errorLog.entries).toEqual([])
})

test('what nobody waits for any more is no defect', () => {
  logError(new DOMException('', 'AbortError'), true)

  expect(errorLog.entries).toEqual([])
})

test('the same defect again and again is one, counted', () => {
  for (let i = 0; i < 3; i++) logError(new Error('again'), true)

  expect(errorLog.entries).toMatchObject([{ times: 3 }])
})

test('there are never more than a hundred', () => {
  for (let i = 0; i < 250; i++) logError(new Error(`${'x'.repeat(i)}`), true)

  expect(errorLog.entries).toHaveLength(100)
})

test('what is not even an error can be written down', () => {
  for (const thrown of [null, undefined, 'text', { a: 1 }, Symbol('s')]) logError(thrown, true)

  expect(errorLog.entries).toHaveLength(5)
})

test.for([
  ['no JSON: "Anita Rao" is not valid', 'Anita'],
  ['called +91 98765 43210 at 9', '98765'],
  ['Aadhaar 1234 5678 9012', '5678'],
  ['wrote to anita.rao@mail.example', 'anita'],
  ["bad value 'Anita Rao'", 'Anita'],
  ['account 50100123456789', '50100'],
  ['said “Anita”', 'Anita'],
] as const)('“%s” is written down without %s', ([message, personal]) => {
  expect(withoutPersonalData(message)).not.toContain(personal)
})

test('names of the code stay readable', () => {
  expect(withoutPersonalData("Cannot read properties of undefined (reading 'name')")).toContain("'name'")
})

test('no number of six digits or more is left in any message', () => {
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^\d{6,16}$/), fc.string(), (before, number, after) => {
      expect(withoutPersonalData(before + number + after)).not.toContain(number)
    }),
  )
})

test('the stack is told without the message and without what an address asks for', () => {
  const error = new Error('Anita Rao\nborrowed')
  error.stack = 'Error: Anita Rao\nborrowed\n    at f (https://host/a.js?name=Anita:1:2)\ng@https://host/b.js:3:4'

  logError(error, true)

  expect(errorLog.entries[0]?.stack).toBe('at f (https://host/a.js:1:2)\ng@https://host/b.js:3:4')
})

test('a log is searched by all the words one types', () => {
  logError(new TypeError('first thing'), true)
  logError(failed(500), true)

  expect(searchErrors(errorLog.entries, ' TYPE thing ')).toHaveLength(1)
  expect(searchErrors(errorLog.entries, 'r500')).toHaveLength(1)
  expect(searchErrors(errorLog.entries, 'loan_list')).toHaveLength(2)
  expect(searchErrors(errorLog.entries, 'thing r500')).toHaveLength(0)
  expect(searchErrors(errorLog.entries, '')).toHaveLength(2)
})

test('Clear All leaves none', () => {
  logError(new Error('x'), true)

  clearErrors()

  expect(errorLog.entries).toEqual([])
})
