import { expect } from 'vitest'
import { staffId } from '#server/seed/foundation.ts'
import { test } from '#tests/support/server.ts'

test('a reviewer claims an application, and nobody else claims or decides it then', async ({ as, given, server }) => {
  const { id, version } = await given.loan({ state: 22 })
  const { database } = server.app

  const claimed = await as('reviewer').loans.claim({ id, version })

  expect(claimed).toMatchObject({ id, claimed: true, state: 22 })
  const again = as('reviewer').loans.claim({ id, version: claimed.version })
  await expect(again).rejects.toMatchObject({ fault: 'claimed_already' })
  // another reviewer does not see it any more
  await database.query(`insert into staff_roles (staff_id, role_id) values ('S-marketer', 'REV')`)
  const other = as('marketer').loans.pass({ id, version: claimed.version })
  await expect(other).rejects.toMatchObject({ fault: 'not_found' })
  await database.query(`delete from staff_roles where staff_id = 'S-marketer' and role_id = 'REV'`)
})

test('an application nobody has claimed is decided by nobody', async ({ as, given }) => {
  const { id, version } = await given.loan({ state: 22 })

  await expect(as('reviewer').loans.pass({ id, version })).rejects.toMatchObject({ fault: 'not_claimed' })
  await expect(as('reviewer').loans.reject({ id, version, code: 'A01' })).rejects.toMatchObject({
    fault: 'not_claimed',
  })
})

test('a manual pass leads to 26, with who decided, when and why', async ({ as, given }) => {
  const { id, version } = await given.loan({ state: 22, reviewer: 'reviewer' })

  const passed = await as('reviewer').loans.pass({ id, version, remark: 'Called the employer' })

  expect(passed.state).toBe(26)
  const { loan, timeline, decisions } = await as('ops').loans.detail({ id })
  expect(loan).toMatchObject({ decidedAt: '2026-03-10T06:00:00Z', reviewer: { id: 'S-reviewer' } })
  expect(timeline).toMatchObject([
    { from: 22, to: 26, event: 'manualPass', actor: 'Reviewer', reason: 'Called the employer' },
  ])
  expect(decisions).toMatchObject([{ outcome: 'passed', decidedBy: 'Reviewer', remark: 'Called the employer' }])
})

test('documents that are missing or not valid are passed only with a remark that says why', async ({ as, given }) => {
  const { id, version } = await given.loan({ state: 22, reviewer: 'reviewer', aadhaar: '234123412347' })

  for (const remark of [undefined, '   ']) {
    const passed = as('reviewer').loans.pass({ id, version, ...(remark !== undefined && { remark }) })
    await expect(passed).rejects.toMatchObject({ fault: 'documents_not_valid' })
  }
  expect(await as('reviewer').loans.pass({ id, version, remark: 'Seen in person' })).toMatchObject({ state: 26 })
})

test('a rejection needs a code of the dictionary and leads to 27 for good', async ({ as, given }) => {
  const { id, version } = await given.loan({ state: 22, reviewer: 'reviewer' })

  await expect(as('reviewer').loans.reject({ id, version })).rejects.toMatchObject({ fields: [{ field: 'code' }] })
  await expect(as('reviewer').loans.reject({ id, version, code: 'D01' as never })).rejects.toMatchObject({
    fields: [{ field: 'code' }],
  })
  const rejected = await as('reviewer').loans.reject({ id, version, code: 'B02', remark: 'Blurred' })

  expect(rejected.state).toBe(27)
  const { loan, timeline, decisions } = await as('ops').loans.detail({ id })
  expect(loan.deniedCode).toBe('B02')
  expect(timeline.at(-1)).toMatchObject({ event: 'manualReject', reason: 'B02 · Blurred' })
  expect(decisions).toMatchObject([{ outcome: 'failed', code: 'B02', remark: 'Blurred' }])
  const reopened = as('reviewer').loans.pass({ id, version: rejected.version })
  await expect(reopened).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test.for(['ops', 'manager', 'executive', 'admin', 'cs'] as const)(
  '%s does not approve applications',
  async (who, { as, given }) => {
    const { id, version } = await given.loan({ state: 22, reviewer: 'reviewer' })

    await expect(as(who).loans.pass({ id, version })).rejects.toMatchObject({ code: 403 })
    await expect(as(who).loans.reject({ id, version, code: 'A01' })).rejects.toMatchObject({ code: 403 })
  },
)

test('a manager gives applications to a reviewer, and to nobody else', async ({ as, given }) => {
  const { id, version } = await given.loan({ state: 22 })

  const assigned = await as('manager').loans.assign({ id, version, reviewer: staffId('reviewer') })

  expect(assigned.claimed).toBe(true)
  const again = { id, version: assigned.version }
  const same = as('manager').loans.assign({ ...again, reviewer: staffId('reviewer') })
  await expect(same).rejects.toMatchObject({ fault: 'same_assignee' })
  const wrong = as('manager').loans.assign({ ...again, reviewer: staffId('ops') })
  await expect(wrong).rejects.toMatchObject({ fault: 'not_a_reviewer' })
  await expect(as('ops').loans.assign({ ...again, reviewer: staffId('reviewer') })).rejects.toMatchObject({ code: 403 })
})

test.for([20, 26] as const)(
  'an approved application in %i goes back to review, to be claimed anew',
  async (state, { as, given }) => {
    const { id, version } = await given.loan({ state, reviewer: 'reviewer', decidedAt: new Date() })

    const back = await as('manager').loans.reinspect({ id, version, reason: 'Inspection found another face' })

    expect(back).toMatchObject({ state: 22, claimed: false })
    const { decisions, timeline } = await as('ops').loans.detail({ id })
    expect(decisions).toMatchObject([{ outcome: 'returned', remark: 'Inspection found another face' }])
    expect(timeline.at(-1)).toMatchObject({ from: state, to: 22, event: 'reinspect' })
  },
)
