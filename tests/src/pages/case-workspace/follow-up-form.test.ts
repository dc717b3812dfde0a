import { expect, test } from 'vitest'
import { money, ofMinor } from '#contract/kernel/money.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { Language } from '#locales/index.ts'
import {
  emptyForm,
  type FollowUpFields,
  leftOf,
  missingFields,
  promiseProblem,
  withDigit,
} from '#src/pages/case-workspace/follow-up-form.ts'
import { parseNext, parsePromises } from '#src/pages/case-workspace/parse-promises.ts'
import { snippetFor, withSnippet } from '#src/pages/case-workspace/snippets.ts'

const today = '2026-03-10' as LocalDate // a Tuesday
const owedOn = (day: LocalDate) =>
  day >= today && day <= '2026-03-17' ? ofMinor(521_000 + 5_000 * (Number(day.slice(8)) - 10), 'INR') : undefined
const typing = { language: 'en', currency: 'INR', today } as const
const inr = (amount: string) => money(amount, 'INR')
const read = (text: string) => parsePromises(text, { typing, owedOn })
const digits = (text: string, form: FollowUpFields = emptyForm) =>
  [...text].reduce((now, digit) => withDigit(now, Number(digit), today), form)

test('a day alone promises all that is owed on it; a day and an amount so much', () => {
  expect(read('fri').promises).toEqual([{ promisedFor: '2026-03-13', amount: inr('5360') }])
  expect(read('fri 5,000').promises).toEqual([{ promisedFor: '2026-03-13', amount: inr('5000') }])
  expect(read('+3 5k').promises).toEqual([{ promisedFor: '2026-03-13', amount: inr('5000') }])
  expect(read(' ')).toEqual({ promises: [], problem: null })
})

test.for(['thu 3000; 16 2000', 'thu 3000, 16 2000', 'thu 3000；16 2000'])('%s are two promises', (text) => {
  expect(read(text).promises).toEqual([
    { promisedFor: '2026-03-12', amount: inr('3000') },
    { promisedFor: '2026-03-16', amount: inr('2000') },
  ])
})

test('the last without an amount is the rest', () => {
  // 5,210 and six days at 50
  expect(read('thu 3000; 16').promises[1]).toEqual({ promisedFor: '2026-03-16', amount: inr('2510') })
})

test('a part of it, paid now, leaves the rest of what is owed today; all of it, or more, is no part', () => {
  expect(leftOf(inr('5210'), inr('3000'))).toEqual(inr('2210'))
  for (const paid of ['0', '5210', '6000']) expect(leftOf(inr('5210'), inr(paid))).toBeUndefined()
})

test('what is not understood is named, and what stands before it is kept', () => {
  expect(read('soon').problem).toEqual({ key: 'noDay', text: 'soon' })
  expect(read('fri 5000; soon')).toMatchObject({ promises: [{}], problem: { key: 'noDay', text: 'soon' } })
  expect(read('fri lots').problem).toEqual({ key: 'noAmount', text: 'fri lots' })
})

const next = (text: string, promised?: string) =>
  parseNext(text, { typing, country: 'IN', promises: promised ? read(promised).promises : [] })

test('one goes on at ten: on the day that was promised, else tomorrow', () => {
  // ten in India
  expect(next('')).toBe('2026-03-11T04:30:00.000Z')
  expect(next('', 'fri')).toBe('2026-03-13T04:30:00.000Z')
  expect(next('', 'today')).toBe('2026-03-11T04:30:00.000Z')
  expect(next('', '16 100; thu 100')).toBe('2026-03-12T04:30:00.000Z')
})

test('or when it is said: a day, a time, or both', () => {
  expect(next('fri 15:30')).toBe('2026-03-13T10:00:00.000Z')
  expect(next('16:00')).toBe('2026-03-10T10:30:00.000Z')
  expect(next('mon')).toBe('2026-03-16T04:30:00.000Z')
  expect(next('whenever')).toBeUndefined()
  expect(next('fri 25:00')).toBeUndefined()
  expect(next('fri maybe')).toBeUndefined()
})

test('figures are read as whoever types writes a day', () => {
  const typed = (text: string, language: Language) =>
    parseNext(text, { typing: { ...typing, language }, country: 'IN', promises: [] })
  expect(typed('12/5 15:00', 'en')).toBe('2026-05-12T09:30:00.000Z')
  expect(typed('12/5 15:00', 'ja')).toBe('2026-12-05T09:30:00.000Z')
  expect(typed('12/5 15:00', 'zh')).toBe('2026-12-05T09:30:00.000Z')
  expect(typed('12-05 15:00', 'es')).toBe('2026-12-05T09:30:00.000Z')
})

test('the first digit is the result, the second the willingness, the third a result again', () => {
  expect(digits('12')).toMatchObject({ result: 1, willingness: 2 })
  expect(digits('3')).toMatchObject({ result: 3, willingness: 5 })
  expect(digits('74')).toMatchObject({ result: 7, willingness: 4 })
  expect(digits('123')).toMatchObject({ result: 3, willingness: 5, turn: 'willingness' })
  // no willingness is called so
  expect(digits('19')).toMatchObject({ result: 1, willingness: null, turn: 'willingness' })
})

test('what is missing is said in the order of the form', () => {
  expect(missingFields(emptyForm, { promises: [] })).toEqual(['result', 'remark'])
  expect(missingFields(digits('1'), { promises: [] })).toEqual(['willingness', 'remark'])
  expect(missingFields(digits('12'), { promises: [] })).toEqual(['promises', 'remark'])
  expect(missingFields({ ...digits('12'), remark: 'x' }, read('fri'))).toEqual([])
  expect(missingFields({ ...digits('13'), remark: 'x' }, { promises: [] })).toEqual([])
  expect(missingFields({ ...digits('12'), number: 'CU1-1', remark: 'x' }, { promises: [] })).toEqual([])
})

test('promises are held against the rules that the server goes by', () => {
  const held = { today, daysMax: 7, owedOn }
  const problem = (form: FollowUpFields, text: string) => promiseProblem(form, read(text).promises, held)?.fault
  expect(problem(digits('12'), 'fri 5360')).toBeUndefined()
  expect(problem(digits('12'), 'fri 5360.01')).toBe('promise_more_than_owed')
  expect(problem(digits('12'), '+8 100')).toBe('promise_too_far')
  expect(problem(digits('35'), 'fri')).toBe('promise_without_answer')
  expect(problem({ ...digits('12'), number: 'CU1-1' }, 'fri')).toBe('promise_by_another')
  expect(problem(emptyForm, 'fri')).toBeUndefined()
})

test('a snippet is meant by its first letters, or by those of a word of it', () => {
  const known = ['Pays when the salary comes', 'Nobody was reached']
  expect(snippetFor('Says ;pay', known)).toBe(known[0])
  expect(snippetFor(';sal', known)).toBe(known[0])
  expect(snippetFor(';REACH', known)).toBe(known[1])
  expect(snippetFor(';xyz', known)).toBeNull()
  expect(snippetFor('pay', known)).toBeNull()
  expect(withSnippet('Angry. ;no', known[1]!)).toBe('Angry. Nobody was reached')
  expect(withSnippet('', known[1]!)).toBe('Nobody was reached')
})
