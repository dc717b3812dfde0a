import './browser.ts'
import { expect } from 'vitest'
import { begin, confirmReview } from '#src/command/executor.ts'
import { asks, fileReview } from '#src/command/filing.ts'
import { palette } from '#src/command/palette.ts'
import type { Given } from '#tests/support/given.ts'
import { type Desk, test } from './desk.ts'

/** Longer than a review has to stand before its button is heard. */
const read = () => new Promise((resolve) => setTimeout(resolve, 450))

async function reviewed(desk: Desk, given: Given) {
  const one = await given.loan()
  const ids = [one.id, ...(await given.likeLoan(one, 100))]
  await desk.sit('ops')
  await desk.mean('loans.failedPayouts', ids)
  await begin(desk.command('loans.redisburse'))
  await expect.poll(() => palette.step.at === 'review' && palette.step.preview !== null).toBe(true)
  return desk.at('review')
}

test('where one may only ask, the review files a request and runs nothing', async ({ desk, given }) => {
  const review = await reviewed(desk, given)
  expect(asks(review)).toBe(true)

  await fileReview(review, 'too soon to be read')
  expect(desk.sent).toEqual(['batches.preview'])
  await read()
  await confirmReview(review)
  expect(desk.sent).toEqual(['batches.preview'])
  await fileReview(review, 'the bank is back')
  await fileReview(review, 'the bank is back')

  expect(desk.sent).toEqual(['batches.preview', 'approvals.request'])
  expect(palette.open).toBe(false)
  expect(desk.said().at(-1)).toMatch(/^AP\d+ waits for approval$/)
})

test('whoever decides reviews what would run, and releases it on what they saw', async ({ desk, given, as }) => {
  const review = await reviewed(desk, given)
  const { id } = await as('ops').approvals.request({ id: review.preview!.id, reason: 'x' })
  await desk.sit('manager')
  await desk.mean('approvals.list', [id])
  desk.sent.length = 0

  await begin(desk.command('approvals.approve'), { args: { note: undefined } })
  await expect.poll(() => palette.step.at === 'review' && palette.step.preview?.eligible).toBe(101)
  const seen = await desk.at('review')
  expect(seen.preview).toMatchObject({ command: 'loans.redisburse', matched: 101, hindrance: null })
  expect(asks(seen)).toBe(false)
  await read()
  await confirmReview(seen)

  expect(desk.sent).toEqual(['approvals.preview', 'approvals.approve'])
  expect((await as('manager').approvals.list({ q: `id:${id}` })).rows[0]).toMatchObject({ state: 'approved' })
})
