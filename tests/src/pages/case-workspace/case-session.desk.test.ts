import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { text } from '#src/locale/text.ts'
import { forgetCase, formOf, keepForm } from '#src/pages/case-workspace/case-session.ts'
import { emptyForm } from '#src/pages/case-workspace/follow-up-form.ts'
import { endSession, handleUnauthorized } from '#src/session/base/session.ts'
import { test } from '#tests/src/command/desk.ts'

const [first, second] = ['case-1', 'case-2'] as IdOf<'case'>[] // nothing is asked of them
const form = { ...emptyForm, result: 1, willingness: 1, promise: '500 +3d', remark: 'Pays on Friday' } as const
const runOut = () => handleUnauthorized(text('session.expired'), 'session_expired')

test('a follow-up that was being filled in when the session ran out is there for whoever comes back', async ({
  desk,
}) => {
  await desk.sit('collector')
  keepForm(first!, form)

  runOut()
  await desk.sit('collector')

  expect(formOf(first!)).toEqual(form)
  expect(formOf(second!)).toEqual(emptyForm)
})

test('a follow-up is nobody else’s, and nobody’s once its author has signed out', async ({ desk }) => {
  await desk.sit('collector')
  keepForm(first!, form)
  runOut()
  await desk.sit('manager')
  expect(formOf(first!)).toEqual(emptyForm)
  runOut()
  await desk.sit('collector')
  expect(formOf(first!)).toEqual(emptyForm)

  keepForm(first!, form)
  endSession()
  await desk.sit('collector')

  expect(formOf(first!)).toEqual(emptyForm)
})

test('a follow-up that is saved after its author has come back is kept no more', async ({ desk }) => {
  await desk.sit('collector')
  keepForm(first!, form)
  runOut()
  await desk.sit('collector')

  forgetCase(first!)
  runOut()
  await desk.sit('collector')

  expect(formOf(first!)).toEqual(emptyForm)
})
