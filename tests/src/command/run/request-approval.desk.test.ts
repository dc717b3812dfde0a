import '#tests/src/command/browser.ts'
import { expect, vi } from 'vitest'
import { confirmReview, startCommand } from '#src/command/run/executor.ts'
import { paletteState } from '#src/command/run/palette-state.ts'
import { requestApproval } from '#src/command/run/request-approval.ts'
import { canRequestApproval } from '#src/command/run/review-guards.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'
import { fourEyesAbove } from '#tests/support/four-eyes.ts'
import type { Given } from '#tests/support/given.ts'

async function reviewed(desk: Desk, given: Given) {
  fourEyesAbove(5)
  const one = await given.loan()
  const ids = [one.id, ...(await given.likeLoan(one, 5))]
  await desk.sit('ops')
  await desk.mean('loans.failedPayouts', ids)
  await startCommand(desk.command('loans.redisburse'))
  await expect.poll(() => paletteState.step.at === 'review' && paletteState.step.preview !== null).toBe(true)
  return desk.at('review')
}

test('where one may only ask, the review files a request and runs nothing', async ({ desk, given }) => {
  const review = await reviewed(desk, given)
  expect(canRequestApproval(review)).toBe(true)

  await requestApproval(review, 'too soon to be read')
  expect(desk.sent).toEqual(['batches.preview'])
  desk.read()
  await confirmReview(review)
  expect(desk.sent).toEqual(['batches.preview'])
  await requestApproval(review, 'the bank is back')
  await requestApproval(review, 'the bank is back')

  expect(desk.sent).toEqual(['batches.preview', 'approvals.request'])
  expect(paletteState.open).toBe(false)
  expect(desk.said().at(-1)).toMatch(/^AP\d+ waits for approval$/)
})

test('whoever decides reviews what would run, and releases it on what they saw', async ({ desk, given, as }) => {
  const review = await reviewed(desk, given)
  const { id } = await as('ops').approvals.request({ id: review.preview!.id!, reason: 'x' })
  await desk.sit('manager')
  await desk.mean('approvals.list', [id])
  desk.sent.length = 0

  await startCommand(desk.command('approvals.approve'), { args: { note: undefined } })
  await expect.poll(() => paletteState.step.at === 'review' && paletteState.step.preview?.eligible).toBe(6)
  const seen = await desk.at('review')
  expect(seen.preview).toMatchObject({ command: 'loans.redisburse', matched: 6, blocker: null })
  expect(canRequestApproval(seen)).toBe(false)
  desk.read()
  await confirmReview(seen)

  expect(desk.sent).toEqual(['approvals.preview', 'approvals.approve'])
  expect((await as('manager').approvals.list({ q: `id:${id}` })).rows[0]).toMatchObject({ state: 'approved' })
})

test('a request that nobody answered is sent again, and filed once', async ({ desk, given, as }) => {
  const review = await reviewed(desk, given)
  desk.read()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    await fetch(...asked) // it arrived, and the answer did not
    vi.stubGlobal('fetch', fetch)
    throw new TypeError('fetch failed')
  })

  await requestApproval(review, 'the bank is back')
  const { retry } = await desk.at('unanswered')
  retry()

  await expect.poll(() => paletteState.open).toBe(false)
  expect((await as('manager').approvals.list({ q: 'state:pending' })).rows).toHaveLength(1)
})
