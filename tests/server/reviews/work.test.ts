import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { lockMs } from '#contract/reviews/flow.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { freeExpiredReviews } from '#server/modules/reviews/free-expired.ts'
import { staffId } from '#server/seed/foundation.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import { test, type World } from '#tests/support/server.ts'

/** Makes the marketer another reviewer, for one test. */
const withAnother = async ({ server: { app } }: Pick<World, 'server'>, work: () => Promise<void>) => {
  const { query } = app.database
  await query(`insert into staff_roles (staff_id, role_id) values ('S-marketer', 'REV')`)
  await work().finally(() => query(`delete from staff_roles where staff_id = 'S-marketer' and role_id = 'REV'`))
}
const reviewOf = async ({ as }: Pick<World, 'as'>, id: never) => (await as('manager').reviews.detail({ id })).review

test('an application that the rules leave open waits in the queue, once each time', async ({ as, given, server }) => {
  await given.product()
  const customerId = await given.customer({ pan: null })
  await given.card(customerId)
  const request = { ref: 'R1', customerId, productId: 'IN-7', amountMinor: 500_000, currency: 'INR', tenureDays: 7 }
  const payload = JSON.stringify(request)
  const signature = server.app.secrets.sign(customerApp, payload)

  const { loanId } = await as(null).loans.submit({ payload, signature })
  await server.dispatcher.flush()

  expect((await as('reviewer').reviews.list({ q: '' })).rows).toMatchObject([
    { loanId, state: 'unclaimed', priority: 'normal', reviewer: null, needManual: true, manualReviewId: null },
  ])
})

test.for([20, 26] as const)(
  'an approved application in %i that is sent back has a review of its own, before all others',
  async (state, { as, given }) => {
    await given.loan({ state: 22, appliedAt: new Date('2026-03-01T06:00:00Z') })
    const { id, version } = await given.loan({ state, reviewer: 'reviewer', decidedAt: new Date() })

    const back = await as('manager').loans.reinspect({ id, version, reason: 'Inspection found another face' })

    expect(back).toMatchObject({ state: 22 })
    const { decisions, timeline, loan } = await as('ops').loans.detail({ id })
    expect(loan.reviewer).toBeNull()
    expect(decisions).toMatchObject([{ outcome: 'returned', remark: 'Inspection found another face' }])
    expect(timeline.at(-1)).toMatchObject({ from: state, to: 22, event: 'reinspect' })
    const { review } = await as('reviewer').reviews.claimNext()
    expect(review).toMatchObject({ loanId: id, priority: 'returned' })
  },
)

test('the next of the queue is the most urgent, then the oldest; what was given to somebody comes first', async ({
  as,
  given,
}) => {
  const [young, old, mine] = [
    await given.loan({ state: 22, appliedAt: new Date('2026-03-09T06:00:00Z') }),
    await given.loan({ state: 22, appliedAt: new Date('2026-03-02T06:00:00Z') }),
    await given.loan({ state: 22, appliedAt: new Date('2026-03-10T05:00:00Z') }),
  ]
  await as('manager').reviews.assign({ ...mine.review, reviewer: staffId('reviewer') })

  const next = async () => {
    const { review } = await as('reviewer').reviews.claimNext()
    if (!review) return null
    const { id, version } = await as('reviewer').reviews.open({ id: review.id, version: review.version })
    await as('reviewer').reviews.reject({ id, version, code: 'A01' })
    return review.loanId
  }

  expect([await next(), await next(), await next(), await next()]).toEqual([mine.id, old.id, young.id, null])
})

test('whoever comes back goes on where they were; the next after that is another, and no third is kept', async ({
  as,
  given,
}) => {
  for (const day of [2, 3, 4, 5]) await given.loan({ state: 22, appliedAt: new Date(`2026-03-0${day}T06:00:00Z`) })
  const claim = async (after?: IdOf<'review'>) => (await as('reviewer').reviews.claimNext({ after })).review!
  const first = await claim()
  await as('reviewer').reviews.open(first)
  const ahead = await claim(first.id)

  const again = [await claim(), await claim(first.id)]

  expect(ahead.id).not.toBe(first.id)
  expect(again.map(({ id }) => id)).toEqual([first.id, ahead.id])
  const { mine, waiting } = await as('reviewer').reviews.figures()
  expect({ mine, waiting }).toEqual({ mine: 2, waiting: 2 })
})

test('the next is never the one that they are at, though its lock has run out', async ({ as, given, clock }) => {
  const { review } = await given.loan({ state: 22 })
  const opened = await as('reviewer').reviews.open(review)
  clock.forward(lockMs)

  const { review: next } = await as('reviewer').reviews.claimNext({ after: review.id })

  expect(next).toBeNull()
  expect(await as('reviewer').reviews.open({ id: review.id, version: opened.version })).toMatchObject({
    state: 'underReview',
  })
})

test('what one reviewer is at is seen by the others, and opened by none of them', async ({ as, given, server }) => {
  const { id, review } = await given.loan({ state: 22 })

  const opened = await as('reviewer').reviews.open(review)

  expect(opened).toMatchObject({
    ...{ state: 'underReview', reviewer: { id: 'S-reviewer' }, lockedUntil: '2026-03-10T06:15:00Z' },
    manualReviewId: `${review.id}-1`,
  })
  expect((await as('ops').loans.detail({ id })).loan.reviewer).toMatchObject({ id: 'S-reviewer' })
  await withAnother({ server }, async () => {
    const [seen] = (await as('marketer').reviews.list({ q: '' })).rows
    expect(seen).toMatchObject({ state: 'underReview', reviewer: { name: 'Reviewer' } })
    const its = { id: review.id, version: opened.version }
    const another = as('marketer').reviews
    for (const call of [another.open, another.pass, another.release, another.renew] as const)
      await expect(call(its)).rejects.toMatchObject({ fault: 'claimed_elsewhere' })
    expect((await as('marketer').reviews.claimNext()).review).toBeNull()
  })
})

test('a lock is renewed while somebody is at it; left to run out, nothing is decided under it', async ({
  as,
  given,
  clock,
}) => {
  const { review } = await given.loan({ state: 22 })
  const opened = await as('reviewer').reviews.open(review)

  clock.forward(600_000)
  const renewed = await as('reviewer').reviews.renew({ id: review.id, version: opened.version })
  expect(renewed.lockedUntil).toBe('2026-03-10T06:25:00Z')
  clock.forward(lockMs)

  const its = { id: review.id, version: renewed.version }
  await expect(as('reviewer').reviews.pass(its)).rejects.toMatchObject({ fault: 'lock_lost' })
  await expect(as('reviewer').reviews.renew(its)).rejects.toMatchObject({ fault: 'lock_lost' })
  // nobody has taken it meanwhile: it goes on
  expect(await as('reviewer').reviews.open(its)).toMatchObject({ state: 'underReview' })
})

test('what somebody has left lie is the next for another, and the form of the first decides nothing', async ({
  as,
  given,
  clock,
  server,
}) => {
  const { review } = await given.loan({ state: 22 })
  const opened = await as('reviewer').reviews.open(review)

  clock.forward(lockMs)

  await withAnother({ server }, async () => {
    const { review: taken } = await as('marketer').reviews.claimNext()
    expect(taken).toMatchObject({ id: review.id, state: 'toAudit', reviewer: { id: 'S-marketer' } })
    const late = as('reviewer').reviews.pass({ id: review.id, version: opened.version })
    await expect(late).rejects.toMatchObject({ fault: 'stale_version' })
    const again = as('reviewer').reviews.open({ id: review.id, version: taken!.version })
    await expect(again).rejects.toMatchObject({ fault: 'claimed_elsewhere' })
  })
})

test('a review whose lock has run out is back in the queue within a minute; a given one stays given', async ({
  as,
  given,
  clock,
  server,
}) => {
  const [left, assigned] = [await given.loan({ state: 22 }), await given.loan({ state: 22 })]
  await as('reviewer').reviews.open(left.review)
  await as('manager').reviews.assign({ ...assigned.review, reviewer: staffId('reviewer') })

  clock.forward(lockMs)
  await freeExpiredReviews.run(server.app)

  expect(await reviewOf({ as }, left.review.id as never)).toMatchObject({ state: 'unclaimed', reviewer: null })
  expect((await as('ops').loans.detail({ id: left.id })).loan.reviewer).toBeNull()
  expect(await reviewOf({ as }, assigned.review.id as never)).toMatchObject({ state: 'toAudit' })
})

test('what is given back waits where it stood', async ({ as, given }) => {
  const { id, review } = await given.loan({ state: 22, reviewer: 'reviewer' })

  const released = await as('reviewer').reviews.release(review)

  expect(released).toMatchObject({ state: 'unclaimed', reviewer: null, waitingSince: released.queuedAt })
  expect((await as('ops').loans.detail({ id })).loan.reviewer).toBeNull()
})

test('a manager gives applications to a reviewer, and to nobody else', async ({ as, given }) => {
  const { review } = await given.loan({ state: 22 })

  const { version, ...assigned } = await as('manager').reviews.assign({ ...review, reviewer: staffId('reviewer') })

  expect(assigned).toMatchObject({ state: 'toAudit', reviewer: { id: 'S-reviewer' }, lockedUntil: null })
  const again = { id: review.id, version }
  const same = as('manager').reviews.assign({ ...again, reviewer: staffId('reviewer') })
  await expect(same).rejects.toMatchObject({ fault: 'same_assignee' })
  const wrong = as('manager').reviews.assign({ ...again, reviewer: staffId('ops') })
  await expect(wrong).rejects.toMatchObject({ fault: 'not_a_reviewer' })
  const unable = as('ops').reviews.assign({ ...again, reviewer: staffId('reviewer') })
  await expect(unable).rejects.toMatchObject({ code: 403 })
})

test('a customer is asked again, hands in, and the review goes on before those that were never asked about', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { id: loanId, review } = await given.loan({ state: 22, reviewer: 'reviewer' })
  await given.loan({ state: 22, appliedAt: new Date('2026-03-01T06:00:00Z') })
  const nothing = as('reviewer').reviews.askAgain({ ...review, items: [] })
  await expect(nothing).rejects.toMatchObject({ fields: [{ field: 'items' }] })

  const asked = await as('reviewer').reviews.askAgain({ ...review, items: ['pan', 'face'], remark: 'Blurred' })

  expect(asked).toMatchObject({ state: 'dataModifiable', lockedUntil: null })
  expect((await as('reviewer').reviews.detail({ id: review.id })).asked).toEqual(['pan', 'face'])
  clock.forward(1_200_000)
  const payload = JSON.stringify({ loanId })
  const provided = { payload, signature: server.app.secrets.sign(customerApp, payload) }
  for (const _ of ['told', 'told again'])
    expect(await as(null).reviews.provided(provided)).toEqual({ state: 'unclaimed' })
  const forged = as(null).reviews.provided({ payload, signature: 'x' })
  await expect(forged).rejects.toMatchObject({ fault: 'bad_signature' })
  const { review: next } = await as('reviewer').reviews.claimNext()
  expect(next).toMatchObject({ id: review.id, priority: 'provided', waitingSince: '2026-03-10T06:20:00Z' })
})

test('what somebody has decided today is counted, with the time it took them, and what is left', async ({
  as,
  given,
  clock,
}) => {
  for (const seconds of [40, 60, 80]) {
    const { review } = await given.loan({ state: 22 })
    const opened = await as('reviewer').reviews.open(review)
    clock.forward(seconds * 1_000)
    await as('reviewer').reviews.reject({ id: review.id, version: opened.version, code: 'A01' })
  }
  await given.loan({ state: 22, reviewer: 'reviewer' })
  await given.loan({ state: 22 })

  const figures = await as('reviewer').reviews.figures()

  expect(figures).toMatchObject({ decided: 3, passed: 0, failed: 3, secondsEach: 60, mine: 1, waiting: 1 })
  expect((await as('reviewer').reviews.mine({ q: '' })).rows).toHaveLength(4)
})

restaffing('whoever reviews for a part of the business takes nothing beyond it', async ({ as, given, server }) => {
  const { review } = await given.loan({ state: 22 })
  await server.app.database.query(`update staff set unit_id = 'AG2' where id = 'S-reviewer';
    update role_grants set scope = 'department' where role_id = 'REV' and page = 'reviewQueue';
    update roles set name = name where id = 'REV'`)

  expect(await as('reviewer').reviews.claimNext({})).toEqual({ review: null })

  expect(await reviewOf({ as }, review.id as never)).toMatchObject({ state: 'unclaimed', reviewer: null })
})

test('what was sent back stays the most urgent once its customer has handed in again', async ({
  as,
  given,
  server,
}) => {
  const { id: loanId, version } = await given.loan({ state: 26, reviewer: 'reviewer', decidedAt: new Date() })
  await as('manager').loans.reinspect({ id: loanId, version, reason: 'Inspection found another face' })
  const { review } = await as('reviewer').reviews.claimNext()
  const opened = await as('reviewer').reviews.open(review!)
  await as('reviewer').reviews.askAgain({ id: opened.id, version: opened.version, items: ['face'] })

  const payload = JSON.stringify({ loanId })
  await as(null).reviews.provided({ payload, signature: server.app.secrets.sign(customerApp, payload) })

  const { rows } = await as('reviewer').reviews.list({ q: `id:${review!.id}` })
  expect(rows).toMatchObject([{ state: 'unclaimed', priority: 'returned' }])
})
