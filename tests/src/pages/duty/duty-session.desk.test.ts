import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { text } from '#src/locale/text.ts'
import { type DutyDraft, emptyDraft } from '#src/pages/duty/duty-draft.ts'
import { changeDraft, currentDraft } from '#src/pages/duty/duty-session.ts'
import { handleUnauthorized } from '#src/session/base/session.ts'
import { test } from '#tests/src/command/desk.ts'

test('a roster that was being changed when the session ran out is there for whoever comes back, and nobody else', async ({
  desk,
}) => {
  const changed: DutyDraft = { ...emptyDraft }
  const runOut = () => handleUnauthorized(text('session.expired'), 'session_expired')
  await desk.sit('leader')
  changeDraft(changed)

  runOut()
  await desk.sit('leader')
  expect(currentDraft()).toBe(changed)

  runOut()
  await desk.sit('manager')
  expect(currentDraft()).toBe(emptyDraft)
})
