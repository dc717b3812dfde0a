import { expect, test } from 'vitest'
import { sessionIdleMs } from '#contract/session.ts'
import { idleMs, keepsIn, leftOf, warningMs } from '#src/session/idle.ts'

const minuteMs = 60_000
/** The server writes down when somebody was last seen at most once in so long. */
const seenMs = minuteMs

test('the warning comes a minute before the session can end, and counts down to it', () => {
  expect(leftOf(0, idleMs - warningMs - 1)).toBeNull()
  expect(leftOf(0, idleMs - warningMs)).toBe(minuteMs)
  expect(leftOf(0, idleMs - 1_000)).toBe(1_000)
})

test('what has run out stays so, however late somebody looks', () => {
  expect(leftOf(0, idleMs)).toBe(0)
  expect(leftOf(0, idleMs * 100)).toBe(0)
})

test('the console never counts on more than the server grants', () => {
  expect(idleMs + seenMs).toBeLessThanOrEqual(sessionIdleMs)
})

test.for([
  ['https://host/api/loans?_=1', 200, true],
  ['https://host/api/getInfo', 200, true],
  ['https://host/api/live', 200, false],
  ['https://host/api/get/time?t=1', 200, false],
  ['https://host/api/login', 200, false],
  ['https://host/assets/index.js', 200, false],
  ['https://host/api/loans', 0, false],
] as const)('%s answered %i keeps the session: %s', ([name, responseStatus, keeps]) => {
  expect(keepsIn({ name, responseStatus })).toBe(keeps)
})
