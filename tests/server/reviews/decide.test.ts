import { expect } from 'vitest'
import { undoMs } from '#contract/reviews/flow.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { doDisburse } from '#server/modules/loans/tasks.ts'
import { test, type World } from '#tests/support/server.ts'

/** The ten seconds are over, and what is due has happened. */
const counted = async ({ clock, server }: Pick<World, 'clock' | 'server'>) => {
  clock.forward(undoMs)
  await server.dispatcher.flush()
}

test('a decision nobody has begun to make is made by nobody', async ({ as, given }) => {
  const { review } = await given.loan({ state: 22 })

  await expect(as('reviewer').reviews.pass(review)).rejects.toMatchObject({ fault: 'not_allowed_now' })
  await expect(as('reviewer').reviews.reject({ ...review, code: 'A01' })).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })
})

test('a pass is saved at once and leads to 26 after ten seconds, with who decided, when and why', async ({
  as,
  given,
  clock,
  server,
}) => {
  const { id, review } = await given.loan({ state: 22, reviewer: 'reviewer' })

  const saved = await as('reviewer').reviews.pass({ ...review, remark: 'Called the employer' })

  expect(saved).toMatchObject({ state: 'audited', result: 'passed', countsAt: '2026-03-10T06:00:10Z' })
  expect((await as('ops').loans.detail({ id })).loan.state).toBe(22)
  await counted({ clock, server })
  const { loan, timeline, decisions } = await as('ops').loans.detail({ id })
  expect(loan).toMatchObject({ state: 26, decidedAt: '2026-03-10T06:00:00Z', reviewer: { id: 'S-reviewer' } })
  expect(timeline).toMatchObject([
    { from: 22, to: 26, event: 'manualPass', actor: 'Reviewer', reason: 'Called the employer' },
  ])
  expect(decisions).toMatchObject([{ outcome: 'passed', decidedBy: 'Reviewer', remark: 'Called the employer' }])
  expect((await as('reviewer').reviews.detail({ id: review.id })).review).toMatchObject({
    ...{ state: 'passed', countsAt: null, waitingSince: null, manualReviewId: `${review.id}-1` },
  })
})

test('documents that are missing or not valid are passed only with a remark that says why', async ({ as, given }) => {
  const { review } = await given.loan({ state: 22, reviewer: 'reviewer', aadhaar: '234123412347' })

  for (const remark of [undefined, '   ']) {
    const passed = as('reviewer').reviews.pass({ ...review, ...(remark !== undefined && { remark }) })
    await expect(passed).rejects.toMatchObject({ fault: 'documents_not_valid', fields: [{ field: 'remark' }] })
  }
  expect(await as('reviewer').reviews.pass({ ...review, remark: 'Seen in person' })).toMatchObject({ state: 'audited' })
})

test('what differs from what was read is passed only with a remark that says why', async ({ as, given }) => {
  const { review } = await given.loan({ state: 22, reviewer: 'reviewer', card: { similarityPpm: 400_000 } })

  await expect(as('reviewer').reviews.pass(review)).rejects.toMatchObject({
    ...{ fault: 'differences_unexplained', values: { count: 1 } },
  })
  expect(await as('reviewer').reviews.pass({ ...review, remark: 'Maiden name' })).toMatchObject({ state: 'audited' })
})

test('a rejection needs a code of the dictionary and leads to 27 for good', async ({ as, given, clock, server }) => {
  const { id, review } = await given.loan({ state: 22, reviewer: 'reviewer' })

  await expect(as('reviewer').reviews.reject(review)).rejects.toMatchObject({ fields: [{ field: 'code' }] })
  await expect(as('reviewer').reviews.reject({ ...review, code: 'D01' as never })).rejects.toMatchObject({
    fields: [{ field: 'code' }],
  })
  const saved = await as('reviewer').reviews.reject({ ...review, code: 'B02', remark: 'Blurred' })

  expect(saved).toMatchObject({ state: 'audited', code: 'B02', codeClass: 'B' })
  await counted({ clock, server })
  const { loan, timeline, decisions } = await as('ops').loans.detail({ id })
  expect(loan).toMatchObject({ state: 27, deniedCode: 'B02' })
  expect(timeline.at(-1)).toMatchObject({ event: 'manualReject', reason: 'B02 · Blurred' })
  expect(decisions).toMatchObject([{ outcome: 'failed', code: 'B02', remark: 'Blurred' }])
  const [row] = (await as('reviewer').reviews.list({ q: `id:${review.id}` })).rows
  const again = as('reviewer').reviews.undo({ id: row!.id, version: row!.version })
  await expect(again).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('a decision is undone in its ten seconds: nothing of it counts, and it is decided anew', async ({
  as,
  given,
  clock,
  server,
}) => {
  const { id, review } = await given.loan({ state: 22, reviewer: 'reviewer' })
  const saved = await as('reviewer').reviews.reject({ ...review, code: 'A01' })

  clock.forward(undoMs - 1)
  const undone = await as('reviewer').reviews.undo({ id: review.id, version: saved.version })
  expect(undone).toMatchObject({ state: 'underReview', code: null, result: null, decidedAt: null })
  const passed = await as('reviewer').reviews.pass({ id: review.id, version: undone.version })
  clock.forward(1)
  await server.dispatcher.flush() // the first decision would count now
  expect((await as('ops').loans.detail({ id })).loan.state).toBe(22)
  await counted({ clock, server })

  expect((await as('ops').loans.detail({ id })).loan).toMatchObject({ state: 26, deniedCode: null })
  const late = as('reviewer').reviews.undo({ id: review.id, version: passed.version })
  await expect(late).rejects.toMatchObject({ fault: 'stale_version' })
})

test('what is undone has waited since its customer has handed in, as before', async ({ as, given, clock, server }) => {
  const { id: loanId, review } = await given.loan({ state: 22, reviewer: 'reviewer' })
  await as('reviewer').reviews.askAgain({ ...review, items: ['pan'] })
  clock.forward(600_000)
  const payload = JSON.stringify({ loanId })
  await as(null).reviews.provided({ payload, signature: server.app.secrets.sign(customerApp, payload) })
  const { review: next } = await as('reviewer').reviews.claimNext()
  clock.forward(60_000)
  const { version } = await as('reviewer').reviews.open(next!)

  const saved = await as('reviewer').reviews.reject({ id: review.id, version, code: 'A01' })
  expect((await as('reviewer').reviews.detail({ id: review.id })).place).toBeNull()
  const undone = await as('reviewer').reviews.undo({ id: review.id, version: saved.version })

  expect(undone).toMatchObject({ state: 'underReview', waitingSince: '2026-03-10T06:10:00Z' })
})

test('once the ten seconds are over nothing is undone, though the decision does not count yet', async ({
  as,
  given,
  clock,
}) => {
  const { review } = await given.loan({ state: 22, reviewer: 'reviewer' })
  const { version } = await as('reviewer').reviews.pass(review)

  clock.forward(undoMs)

  const undone = as('reviewer').reviews.undo({ id: review.id, version })
  await expect(undone).rejects.toMatchObject({ fault: 'decision_counts' })
})

test('nothing is paid out in the ten seconds in which a pass can be undone', async ({ as, given, clock, server }) => {
  const { id, review } = await given.loan({ state: 22, reviewer: 'reviewer' })
  await as('reviewer').reviews.pass(review)

  clock.forward(undoMs - 1)
  await server.dispatcher.flush()
  await doDisburse(server.app)
  expect(await as('ops').loans.detail({ id })).toMatchObject({ loan: { state: 22 }, payouts: [] })
  clock.forward(1)
  await server.dispatcher.flush()
  await doDisburse(server.app)

  expect((await as('ops').loans.detail({ id })).loan.state).toBe(29)
})

test('an order that is cancelled in the ten seconds stays cancelled, and its review is closed', async ({
  as,
  given,
  clock,
  server,
}) => {
  const { id, review } = await given.loan({ state: 22, reviewer: 'reviewer' })
  await as('reviewer').reviews.pass(review)
  const { version } = (await as('ops').loans.detail({ id })).loan

  await as('ops').loans.cancelLoan({ id, version, reason: 'Customer asked' })
  await counted({ clock, server })

  expect((await as('ops').loans.detail({ id })).loan.state).toBe(70)
  expect((await as('manager').reviews.detail({ id: review.id })).review).toMatchObject({ state: 'closed' })
})

test.for(['ops', 'manager', 'executive', 'admin', 'cs', 'inspector'] as const)(
  '%s does not decide on applications',
  async (who, { as, given }) => {
    const { review } = await given.loan({ state: 22, reviewer: 'reviewer' })

    for (const call of ['pass', 'reject', 'askAgain', 'open', 'release', 'undo', 'renew'] as const) {
      const args = { ...review, code: 'A01', items: ['pan'] } as never
      await expect(as(who).reviews[call](args)).rejects.toMatchObject({ code: 403 })
    }
    await expect(as(who).reviews.claimNext()).rejects.toMatchObject({ code: 403 })
  },
)
