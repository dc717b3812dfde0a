import '#tests/src/command/browser.ts'
import { afterEach, expect, vi } from 'vitest'
import { withArgument } from '#src/command/arguments/draft.ts'
import { advance, confirmReview, startCommand } from '#src/command/run/executor.ts'
import { paletteState, togglePalette } from '#src/command/run/palette-state.ts'
import { undoLast } from '#src/command/run/undo.ts'
import { currentSession } from '#src/session/base/session.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'
import type { Given } from '#tests/support/given.ts'

const failed = 'loans.failedPayouts'
const unreadMs = 400
/** Half a second later: time enough to have read what is reviewed. */
const read = () => {
  const now = performance.now() + unreadMs
  vi.spyOn(performance, 'now').mockReturnValue(now)
}
/** What re-disbursing one order would do, read for long enough. */
async function reviewOfOne(desk: Desk, given: Given) {
  const { id } = await given.loan()
  await desk.sit('ops')
  await desk.mean(failed, [id])
  await startCommand(desk.command('loans.redisburse'))
  const review = await desk.at('review')
  read()
  return { id, review }
}
afterEach(() => void vi.restoreAllMocks())

test('money moves after a rehearsal that was read and confirmed, and only once', async ({ desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  await desk.mean(failed, [id])

  await startCommand(desk.command('loans.redisburse'))
  const review = await desk.at('review')
  expect(review.preview).toMatchObject({ eligible: 1 })
  expect(desk.sent).toEqual(['batches.preview'])
  await confirmReview(review)
  expect(desk.sent).toEqual(['batches.preview'])
  read()
  await Promise.all([confirmReview(review), confirmReview(review)])

  expect(desk.sent).toEqual(['batches.preview', 'loans.redisburse'])
  expect(desk.said()).toEqual(['Sent again'])
})

test('whoever searches on while it runs, is told, and keeps the search', async ({ desk, given }) => {
  const { review } = await reviewOfOne(desk, given)

  const run = confirmReview(review)
  await desk.at('running')
  togglePalette()
  await run

  expect(paletteState).toMatchObject({ open: true, step: { at: 'search' } })
  expect(desk.said()).toEqual(['Sent again'])
})

test('many rows are one run of what was rehearsed', async ({ desk, given }) => {
  const ids = [(await given.loan()).id, (await given.loan()).id, (await given.loan({ attempts: 5 })).id]
  await desk.sit('ops')
  await desk.mean(failed, ids)

  await startCommand(desk.command('loans.redisburse'))
  const review = await desk.at('review')
  read()
  await confirmReview(review)

  const { batch } = await desk.at('outcome')
  expect(batch).toMatchObject({ count: 3, success: 2, fail: 1 })
  expect(desk.sent).toEqual(['batches.preview', 'batches.run'])
})

test('a review in which nothing would be done cannot be confirmed', async ({ desk, given }) => {
  const { id } = await given.loan({ attempts: 5 })
  await desk.sit('ops')
  await desk.mean(failed, [id])

  await startCommand(desk.command('loans.redisburse'))
  const review = await desk.at('review')
  read()
  await confirmReview(review)

  expect(desk.sent).toEqual(['batches.preview'])
})

/** Has the server do what it is told, and so many of its answers lost. */
function losing(count: number): void {
  const { fetch } = globalThis
  let left = count
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const answer = await fetch(...asked)
    left -= 1
    if (left >= 0) throw new TypeError('Failed to fetch')
    return answer
  })
}

test('what nobody answered is sent again under its name, and done once', async ({ desk, given, as }) => {
  const { id, review } = await reviewOfOne(desk, given)
  losing(1)
  await confirmReview(review)

  const { sent, problem, retry } = await desk.at('unanswered')
  retry()

  await expect.poll(() => desk.said()).toEqual(['Sent again'])
  expect([sent, problem]).toEqual([true, 'The server cannot be reached'])
  expect((await as('ops').loans.detail({ id })).payouts).toHaveLength(2)
})

test('a rehearsal that nobody answered can be asked for again', async ({ desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  await desk.mean(failed, [id])
  losing(1)
  await startCommand(desk.command('loans.redisburse'))

  const { sent, retry } = await desk.at('unanswered')
  retry()

  expect(sent).toBe(false)
  await expect.poll(() => paletteState.step).toMatchObject({ at: 'review', preview: { eligible: 1 } })
})

test('a right that is taken away during the review stops it', async ({ desk, given }) => {
  const { review } = await reviewOfOne(desk, given)

  currentSession.granted = new Map()
  await confirmReview(review)

  expect(desk.sent).toEqual(['batches.preview'])
  expect(desk.said()).toEqual(['You have no permission for this'])
})

test('what arrives for a review that was left is dropped', async ({ desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  await desk.mean(failed, [id])

  const late = startCommand(desk.command('loans.redisburse'))
  paletteState.open = false
  await late

  expect(paletteState.open).toBe(false)
})

test('a row changed in another tab is refused by its version, and nothing is said to be done', async ({
  desk,
  given,
  as,
}) => {
  const { id, version } = await given.loan()
  await desk.sit('ops')
  await desk.mean(failed, [id])
  await startCommand(desk.command('loans.redisburse'))
  const review = await desk.at('review')
  await as('manager').loans.redisburse({ id, version })
  read()

  await confirmReview(review)

  expect(desk.said()).toEqual(['Changed by Manager meanwhile, look again'])
})

test('arguments are asked for in order, and what was given is not asked again', async ({ desk, given }) => {
  const { id } = await given.plan()
  await desk.sit('cs')
  await desk.mean('plans.list', [id])
  const reduce = desk.command('reductions.request')

  await startCommand(reduce, { args: { amount: { minor: 5_000, currency: 'INR' } } })
  const { draft, argument } = await desk.at('ask')
  expect(argument.name).toBe('reason')
  await advance(withArgument(draft, argument, 'hardship'))
  const review = await desk.at('review')
  expect(review.preview).toMatchObject({ eligible: 1 })
  read()
  await confirmReview(review)

  expect(desk.sent).toEqual(['batches.preview', 'reductions.request'])
})

test('arguments that the command does not know, or that cannot be, are asked for anew', async ({ desk, given }) => {
  const { id } = await given.plan()
  await desk.sit('cs')
  await desk.mean('plans.list', [id])

  await startCommand(desk.command('reductions.request'), { args: { amount: 'all of it', reason: '', boss: true } })

  const { draft, argument } = await desk.at('ask')
  expect(argument.name).toBe('amount')
  expect(draft.args).toEqual({})
})

test('what needs no review runs at once, and is taken back as the row was before', async ({ desk, given, as }) => {
  const { id } = await given.ticket()
  await desk.sit('ops')
  await desk.mean('tickets.operation', [id])

  await startCommand(desk.command('tickets.transfer'), { args: { to: 'SVC', note: undefined } })

  expect(desk.sent).toEqual(['tickets.transfer'])
  const moved = await as('manager').tickets.operation({ q: `id:${id}` })
  expect(moved.rows[0]?.department.id).toBe('SVC')
  await undoLast()
  const back = await as('manager').tickets.operation({ q: `id:${id}` })
  expect(back.rows[0]?.department.id).toBe('OPS')
  expect(desk.sent).toEqual(['tickets.transfer', 'tickets.transfer'])
})

test('what somebody else put together is asked about, whatever its risk', async ({ desk, given }) => {
  const { id } = await given.ticket()
  await desk.sit('ops')
  await desk.mean('tickets.operation', [id])

  await startCommand(desk.command('tickets.transfer'), { args: { to: 'SVC', note: undefined }, untrusted: true })

  expect((await desk.at('review')).draft.untrusted).toBe(true)
  expect(desk.sent).toEqual(['batches.preview'])
})

test('a command that somebody still holds without the right to it does not begin', async ({ desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  const redisburse = desk.command('loans.redisburse')
  await desk.sit('cs')
  await desk.mean(failed, [id])

  await startCommand(redisburse)

  expect(desk.sent).toEqual([])
  expect(paletteState.open).toBe(false)
  expect(desk.said()).toEqual(['You have no permission for this'])
})
