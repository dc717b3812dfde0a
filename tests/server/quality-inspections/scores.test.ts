import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'
import { decided, drawn, failed, its, yesterday } from './support.ts'

test('a reviewer is scored by what they decided in thirty days, and by what was found and shown of it', async ({
  as,
  given,
  server,
}) => {
  const long = new Date('2026-01-20T06:00:00Z')
  await decided({ given, server }, { at: long })
  for (const n of [1, 2])
    await decided({ given, server }, { at: new Date(yesterday.getTime() + n * 1_000), code: 'A01' })
  const fault = await failed({ as, given, server })
  const { rows } = await as('inspector').qualityInspections.list({ q: 'state:notInspected' })
  const right = await as('inspector').qualityInspections.pass({ ...its(rows[0]!), code: 'E001' })
  await as('reviewer').qualityInspections.show(its(right))
  await as('inspector').qualityInspections.fail({ ...its(rows[1]!), code: 'A001' }) // not shown yet

  const half = { inspected: 2, faulty: 1, errorRate: 500_000, overturned: 0, minutesEach: 2 }
  const { score } = await as('reviewer').reviews.figures()
  expect(score).toEqual({ ...half, decisions: 3 })
  expect((await as('manager').reviewerScores.list({ q: '' })).rows).toMatchObject([
    { ...half, reviewer: { id: 'S-reviewer' }, decided: 3, passed: 1, failed: 2, appealed: 0 },
  ])

  const appealed = await as('reviewer').qualityInspections.appeal({ ...its(fault), reason: 'It was right' })
  await as('manager').qualityInspections.overturn({ ...its(appealed), remark: 'Agreed' })
  expect((await as('reviewer').reviews.figures()).score).toMatchObject({ faulty: 0, errorRate: 0, overturned: 1 })
})

test('managers see every reviewer, reviewers themselves, others nobody', async ({ as, given, server }) => {
  await drawn({ as, given, server })
  await decided({ given, server }, { reviewer: 'marketer' })

  const seen = async (who: 'manager' | 'reviewer') =>
    (await as(who).reviewerScores.list({ q: 'sort:reviewer' })).rows.map(({ id }) => id)

  expect([await seen('manager'), await seen('reviewer')]).toEqual([
    expect.arrayContaining(['S-marketer', 'S-reviewer']),
    ['S-reviewer'],
  ])
  for (const who of ['inspector', 'cs', 'agency', 'collector'] as const)
    await expect(as(who).reviewerScores.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})
