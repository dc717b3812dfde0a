import '#tests/src/command/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, vi } from 'vitest'
import type { CaseWorkspace } from '#contract/case-workspace.ts'
import { queryClient } from '#src/call/query-client.ts'
import { parseContext } from '#src/command/arguments/draft-text.ts'
import { keepForm } from '#src/pages/case-workspace/case-session.ts'
import { FollowUpForm } from '#src/pages/case-workspace/FollowUpForm.tsx'
import { emptyForm, type FollowUpFields } from '#src/pages/case-workspace/follow-up-form.ts'
import { contactTrouble, useFollowUp } from '#src/pages/case-workspace/use-follow-up.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'
import type { World } from '#tests/support/server.ts'

const forenoon = '2026-03-10T06:00:00.000Z'
const evening = '2026-03-10T13:30:00.000Z'
const opens = 'Customers may be contacted again from 2026-03-11 08:00'
/** Nothing was promised. */
const whole: FollowUpFields = { ...emptyForm, result: 3, willingness: 3, remark: 'Nobody answers' }

function Form({ detail }: { detail: CaseWorkspace }) {
  const draft = useFollowUp(detail, { able: true, go: () => {} })
  return createElement(FollowUpForm, { detail, draft, able: true, today: parseContext().today })
}

/** What the form says beside its button, and how that looks. */
function finish(detail: CaseWorkspace, form: FollowUpFields) {
  keepForm(detail.case.id, form)
  const drawn = createElement(QueryClientProvider, { client: queryClient }, createElement(Form, { detail }))
  const [, said, button] =
    /<span title="[^"]*">([^<]*)<\/span>(<button[^>]*>)Save, next case/.exec(renderToStaticMarkup(drawn)) ?? []
  return { said, accent: /accent/.test(button ?? ''), disabled: / disabled/.test(button ?? '') }
}

interface Scene extends Pick<World, 'given' | 'as' | 'clock'> {
  readonly desk: Desk
  /** When the case is looked at, by the server and here. */
  readonly at: string
}
async function open({ desk, given, as, clock, at }: Scene): Promise<CaseWorkspace> {
  const { id } = await given.case({ collector: 'collector' })
  clock.forward(Date.parse(at) - clock.now().getTime())
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })
  await desk.sit('collector')
  return as('collector').caseWorkspace.detail({ id })
}
afterEach(() => void vi.useRealTimers())

test('a form that can be saved says so; what is missing, and what is wrong with a promise, is said instead', async ({
  desk,
  given,
  as,
  clock,
}) => {
  const detail = await open({ desk, given, as, clock, at: forenoon })
  const promise = { result: 1, willingness: 1 } as const

  expect(finish(detail, whole)).toEqual({ said: 'nothing missing', accent: true, disabled: false })
  expect(finish(detail, { ...whole, remark: '' })).toMatchObject({ said: 'missing: remark', accent: false })
  const unread = finish(detail, { ...whole, ...promise, promise: 'soon 5' })
  expect(unread).toMatchObject({ said: expect.stringContaining('No day is understood: soon 5'), accent: false })
  const faulty = finish(detail, { ...whole, ...promise, promise: '+1d 99999999' })
  expect(faulty).toMatchObject({ said: expect.stringMatching(/^Only ₹.* will be owed by then$/), accent: false })
  const timeless = finish(detail, { ...whole, next: 'soon' })
  expect(timeless).toMatchObject({ said: 'No day or time is understood', accent: false })
})

test('outside of contact hours it says from when on, but for whoever was called or called themselves', async ({
  desk,
  given,
  as,
  clock,
}) => {
  const detail = await open({ desk, given, as, clock, at: evening })

  expect(finish(detail, whole)).toEqual({ said: opens, accent: false, disabled: false })
  expect(finish(detail, { ...whole, way: 'sms' }).said).toBe(opens)
  expect(finish(detail, { ...whole, way: 'inbound' })).toMatchObject({ said: 'nothing missing', accent: true })
  expect(contactTrouble(detail, whole, true)).toBeNull()
})
