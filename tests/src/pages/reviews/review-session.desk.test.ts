import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { text } from '#src/locale/text.ts'
import { emptyForm, type ReviewForm } from '#src/pages/reviews/review-form.ts'
import { forgetForm, formOf, keepForm } from '#src/pages/reviews/review-session.ts'
import { endSession, handleUnauthorized } from '#src/session/base/session.ts'
import { test } from '#tests/src/command/desk.ts'

const [first, second] = ['review-1', 'review-2'] as IdOf<'review'>[] // nothing is asked of them
const form: ReviewForm = { ...emptyForm, mode: 'ask', items: ['aadhaarFront'], remark: 'Too dark to read' }
const runOut = () => handleUnauthorized(text('session.expired'), 'session_expired')

test('a decision that was being filled in when the session ran out is there for whoever comes back', async ({
  desk,
}) => {
  await desk.sit('reviewer')
  keepForm(first!, form)

  runOut()
  await desk.sit('reviewer')

  expect(formOf(first!)).toEqual(form)
  expect(formOf(second!)).toEqual(emptyForm)
})

test('a decision is nobody else’s, and nobody’s once its author has signed out', async ({ desk }) => {
  await desk.sit('reviewer')
  keepForm(first!, form)
  runOut()
  await desk.sit('manager')
  expect(formOf(first!)).toEqual(emptyForm)
  runOut()
  await desk.sit('reviewer')
  expect(formOf(first!)).toEqual(emptyForm)

  keepForm(first!, form)
  endSession()
  await desk.sit('reviewer')

  expect(formOf(first!)).toEqual(emptyForm)
})

test('a decision that is saved after its author has come back is kept no more', async ({ desk }) => {
  await desk.sit('reviewer')
  keepForm(first!, form)
  runOut()
  await desk.sit('reviewer')

  forgetForm(first!)
  runOut()
  await desk.sit('reviewer')

  expect(formOf(first!)).toEqual(emptyForm)
})
