import '../command/browser.ts'
import { expect, vi } from 'vitest'
import type { MessageId } from '#locales/index.ts'
import { ChunkLoadError } from '#src/call/lazy-part.ts'
import { errorMessage, LocalizedError, showError } from '#src/call/show-error.ts'
import { withArgument } from '#src/command/arguments/draft.ts'
import { advance, confirmReview, startCommand } from '#src/command/run/executor.ts'
import { toasts } from '#src/ui/feedback/toast.ts'
import { test } from '../command/desk.ts'

const nameless = 'nobody.named' as MessageId // a command whose words nobody has written

test('a command that has no words of its own says “operation successful”', async ({ desk, given }) => {
  const { id } = await given.ticket()
  await desk.sit('ops')
  await desk.mean('tickets.operation', [id])

  await startCommand({ ...desk.command('tickets.transfer'), id: nameless, confirm: false }, { args: { to: 'SVC' } })
  const step = desk.step()
  if (step.at === 'ask') await advance(withArgument(step.draft, step.argument, undefined as never))
  const review = desk.step()
  if (review.at === 'review') {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000)
    await confirmReview(review)
  }

  await expect.poll(() => desk.said()).toEqual(['operation successful'])
})

test('a command of the console that fails without words says “operation failed”', async ({ desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  await desk.mean('loans.failedPayouts', [id])
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('Write permission denied.'))

  await startCommand(desk.command('loans.copyId'))

  await expect.poll(() => desk.said()).toEqual(['operation failed'])
  expect(toasts.waiting).toMatchObject([{ tone: 'bad', ms: 5_000 }])
})

test.for([new TypeError('x is undefined'), 'anything', null, undefined])(
  'what the code says of %s is not said to people',
  async (thrown, { desk }) => {
    showError(thrown)

    expect(desk.said()).toEqual(['operation failed'])
  },
)

test('what is thrown with words of its own is said in them', async ({ desk }) => {
  await desk.sit('ops')

  expect(errorMessage(new LocalizedError('Verification failed, please Login again.'))).toBe(
    'Verification failed, please Login again.',
  )
  expect(errorMessage(new ChunkLoadError('chunk 7'))).toMatch(/^This part of the console could not be loaded/)
})
