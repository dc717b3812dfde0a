import '../command/browser.ts'
import { expect, vi } from 'vitest'
import type { MessageId } from '#locales/index.ts'
import { announce, Worded, wordsOf } from '#src/call/announce.ts'
import { PartMissing } from '#src/call/part.ts'
import { begin, confirmReview, proceed } from '#src/command/executor.ts'
import { withArgument } from '#src/command/palette.ts'
import { toasts } from '#src/ui/toast.ts'
import { test } from '../command/desk.ts'

const nameless = 'nobody.named' as MessageId // a command whose words nobody has written

test('a command that has no words of its own says “operation successful”', async ({ desk, given }) => {
  const { id } = await given.ticket()
  await desk.sit('ops')
  await desk.mean('tickets.operation', [id])

  await begin({ ...desk.command('tickets.transfer'), id: nameless, confirm: false }, { args: { to: 'SVC' } })
  const step = desk.step()
  if (step.at === 'ask') await proceed(withArgument(step.draft, step.argument, undefined as never))
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

  await begin(desk.command('loans.copyId'))

  await expect.poll(() => desk.said()).toEqual(['operation failed'])
  expect(toasts.waiting).toMatchObject([{ tone: 'bad', ms: 5_000 }])
})

test.for([new TypeError('x is undefined'), 'anything', null, undefined])(
  'what the code says of %s is not said to people',
  async (thrown, { desk }) => {
    announce(thrown)

    expect(desk.said()).toEqual(['operation failed'])
  },
)

test('what is thrown with words of its own is said in them', async ({ desk }) => {
  await desk.sit('ops')

  expect(wordsOf(new Worded('Verification failed, please Login again.'))).toBe(
    'Verification failed, please Login again.',
  )
  expect(wordsOf(new PartMissing('chunk 7'))).toMatch(/^This part of the console could not be loaded/)
})
