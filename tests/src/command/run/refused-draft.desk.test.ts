import '#tests/src/command/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, vi } from 'vitest'
import type { Money } from '#contract/kernel/values.ts'
import { queryClient } from '#src/call/query-client.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { withArgument } from '#src/command/arguments/draft.ts'
import { withText } from '#src/command/arguments/form-draft.ts'
import { ArgumentForm } from '#src/command/palette/ArgumentForm.tsx'
import { ArgumentStep } from '#src/command/palette/ArgumentStep.tsx'
import { activateItem } from '#src/command/palette/activate-item.ts'
import { findItems } from '#src/command/palette/items/find-items.ts'
import { advance, startCommand } from '#src/command/run/executor.ts'
import { paletteState, togglePalette, updateForm } from '#src/command/run/palette-state.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'
import type { Given } from '#tests/support/given.ts'

const english = { language: 'en', pinyin: true } as const
const far = { minor: 9_999_999_900, currency: 'INR' } as Money // as whoever types it means it

/** What is said to be wrong in a step of the palette as it is drawn. */
function alerts(step: ReactElement): string[] {
  const drawn = renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, step))
  return [...drawn.matchAll(/<p[^>]*role="alert"[^>]*>([^<]*)/g)].map(([, said]) => said!)
}
const line = { line: { current: null }, onText: () => {} }

/** What is left to be gone on with, as the empty palette offers it. */
const unfinished = () => findItems('', null, english).find(({ name }) => name === 'unfinished')?.items ?? []

async function askForAmount(desk: Desk, given: Given) {
  const { loanId } = await given.plan()
  await desk.sit('cs')
  await desk.mean('loans.orders', [loanId])
  await startCommand(desk.command('payments.sendLink'))
  return desk.at('ask')
}

test('an amount that is refused stands there again, with the reason beside it', async ({ desk, given }) => {
  const { draft, argument } = await askForAmount(desk, given)

  await advance(withArgument(draft, argument, far))

  const again = await desk.at('ask')
  expect(again.argument.name).toBe('amount')
  expect(again.refused).toMatch(/^At most ₹.* is owed$/)
  expect(paletteState.text).toBe('9,99,99,999')
  expect(desk.said()).toEqual([])
  expect(alerts(createElement(ArgumentStep, { ...again, ...line, text: paletteState.text }))).toEqual([again.refused])
  expect(alerts(createElement(ArgumentStep, { ...again, ...line, text: '100' }))).toEqual([])
  await advance(withArgument(again.draft, again.argument, { minor: 10_000, currency: 'INR' }))
  expect(desk.sent).toEqual(['payments.sendLink', 'payments.sendLink'])
  expect(paletteState.open).toBe(false)
})

test('whoever searches on meanwhile is told, and can go on with what they typed', async ({ desk, given }) => {
  const { draft, argument } = await askForAmount(desk, given)

  const run = advance(withArgument(draft, argument, far))
  await desk.at('running')
  togglePalette()
  await run

  expect(paletteState.step.at).toBe('search')
  expect(desk.said()).toEqual([expect.stringMatching(/^At most/)])
  const [left] = unfinished()
  expect(left).toMatchObject({ detail: '9,99,99,999' })
  activateItem(left!, { targetOverride: null })
  expect((await desk.at('ask')).argument.name).toBe('amount')
  expect(paletteState.text).toBe('9,99,99,999')
})

/** Has the server refuse the next call that changes something. */
function refusing(envelope: object): void {
  const { fetch } = globalThis
  let left = 1
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    if (asked[1]?.method === 'GET' || left === 0) return fetch(...asked)
    left -= 1
    return Response.json({ code: 400, msg: 'No', ...envelope })
  })
}

async function fillInTicket(desk: Desk, given: Given) {
  const { id } = await given.loan()
  await desk.sit('ops')
  await desk.mean('loans.failedPayouts', [id])
  await startCommand(desk.command('tickets.open'))
  const { draft } = await desk.at('form')
  const [, title, content] = argumentsOf(draft.command)
  const filled = withText(withText(draft, title!, 'Call back'), content!, 'By cheque')
  return { ...filled, args: { ...filled.args, kind: 'refund' } }
}

test('a form is there again as it was filled in; a reason goes once something else stands there', async ({
  desk,
  given,
}) => {
  const filled = await fillInTicket(desk, given)
  refusing({ fault: 'invalid', fields: [{ field: 'content', reason: 'Not this' }] })

  await advance(filled)

  const step = await desk.at('form')
  const { draft, refused } = step
  expect(alerts(createElement(ArgumentForm, step))).toEqual(['Not this'])
  expect(draft.args).toMatchObject({ kind: 'refund', title: 'Call back', content: 'By cheque' })
  expect([...refused!]).toEqual([['content', 'Not this']])
  const [, title, content] = argumentsOf(draft.command)
  updateForm(withText(draft, title!, 'Call'))
  expect((await desk.at('form')).refused?.size).toBe(1)
  updateForm(withText((await desk.at('form')).draft, content!, 'By card'))
  expect((await desk.at('form')).refused?.size).toBe(0)
})

test('what is refused for no argument is said, and can be gone on with before it is sent again', async ({
  desk,
  given,
}) => {
  const filled = await fillInTicket(desk, given)
  refusing({ fault: 'busy', fields: [{ field: 'id', reason: 'Not this' }] })

  await advance(filled)

  expect(paletteState.open).toBe(false)
  expect(desk.said()).toEqual(['No'])
  activateItem(unfinished()[0]!, { targetOverride: null })
  const { draft } = await desk.at('form')
  expect(draft.args).toMatchObject({ kind: 'refund', title: 'Call back' })
  expect(draft.initialTexts).toMatchObject({ title: 'Call back', content: 'By cheque' })
  expect(desk.sent).toEqual([])
})

test('what no other argument would change is not offered again', async ({ desk, given }) => {
  const filled = await fillInTicket(desk, given)
  refusing({ fault: 'not_allowed_now' })

  await advance(filled)

  expect(desk.said()).toEqual(['No'])
  expect(unfinished()).toEqual([])
})

test('what was filled in about a row that somebody else has changed is gone on with about the row as it is now', async ({
  desk,
  given,
  server,
}) => {
  const filled = await fillInTicket(desk, given)
  const { id, version } = filled.target!.loadedRows[0]!
  await server.app.database.query('update loans set ordinal = ordinal + 1 where id = $1', [id])

  await advance(filled)

  await expect.poll(() => unfinished().length).toBe(1)
  activateItem(unfinished()[0]!, { targetOverride: null })
  const { draft } = await desk.at('form')
  expect(draft.initialTexts).toMatchObject({ title: 'Call back', content: 'By cheque' })
  expect(draft.target!.loadedRows[0]!.version).toBeGreaterThan(version)
})
