import { expect, test } from 'vitest'
import { checkRules, firstInvalidField } from '#src/session/sign-in/new-password.ts'

const typed = (newPwd: string, { oldPwd = 'Lendline#1', confirmNewPwd = newPwd } = {}) => ({
  oldPwd,
  newPwd,
  confirmNewPwd,
})

test('a password that meets every rule may be sent', () => {
  expect(firstInvalidField(typed('Lendline#2'))).toBeNull()
  expect(checkRules(typed('Lendline#2')).every(([, met]) => met)).toBe(true)
})

test.for([
  ['length', 'Ab#4567'],
  ['length', 'Ab#456789012345678901'],
  ['digit', 'Lendline#'],
  ['letter', '1234567#'],
  ['special', 'Lendline1'],
  ['differs', 'Lendline#1'],
] as const)('%s is what keeps %s from being sent', ([rule, newPwd]) => {
  expect(checkRules(typed(newPwd)).filter(([, met]) => !met)).toEqual([[rule, false]])
  expect(firstInvalidField(typed(newPwd))).toBe('newPwd')
})

test('the same password has to be typed twice', () => {
  expect(firstInvalidField(typed('Lendline#2', { confirmNewPwd: 'Lendline#3' }))).toBe('confirmNewPwd')
})

test('the original password is asked for first', () => {
  expect(firstInvalidField(typed('', { oldPwd: '' }))).toBe('oldPwd')
})

test('no rule counts as met before anything is typed', () => {
  expect(checkRules(typed('', { oldPwd: '' })).some(([, met]) => met)).toBe(false)
})
