import '#tests/src/command/browser.ts'
import { expect, vi } from 'vitest'
import { filledIn } from '#src/command/arguments/form-draft.ts'
import { advance, confirmReview, startCommand } from '#src/command/run/executor.ts'
import { confirmationTextOf } from '#src/command/run/review-guards.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'

/** Asked for a reason, and nothing else. */
async function reviewed(desk: Desk, ids: readonly string[]) {
  await desk.mean('loans.applications', ids)
  await startCommand(desk.command('writeOffs.operational'), { args: { reason: 'gone' } })
  const { draft } = await desk.at('form')
  await advance(filledIn(draft, () => null))
  await vi.waitUntil(() => 'preview' in desk.step() && (desk.step() as { preview: unknown }).preview !== null)
  const review = await desk.at('review')
  desk.read()
  return review
}

test('what stays for good runs when the id of the one row was typed, and not before', async ({ desk, given }) => {
  const { loanId: id } = await given.plan()
  await desk.sit('manager')
  const review = await reviewed(desk, [id])

  expect(confirmationTextOf(review)).toBe(id)
  for (const typed of ['', 'LN', '1', id.toLowerCase()]) await confirmReview(review, typed)
  expect(desk.sent).toEqual(['batches.preview'])
  await confirmReview(review, ` ${id} `)
  expect(desk.sent).toEqual(['batches.preview', 'writeOffs.operational'])
})

test('of several rows it is typed how many of them it would take', async ({ desk, given }) => {
  const ids = [(await given.plan()).loanId, (await given.plan()).loanId, (await given.loan({ state: 70 })).id]
  await desk.sit('manager')
  const review = await reviewed(desk, ids)

  expect(review.preview).toMatchObject({ matched: 3, eligible: 2 })
  expect(confirmationTextOf(review)).toBe('2')
  await confirmReview(review, '3')
  expect(desk.sent).toEqual(['batches.preview'])
})
