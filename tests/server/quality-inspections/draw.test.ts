import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { drawSample as drawnOf } from '#server/kernel/sampling/draw-sample.ts'
import { addDeclaredParameters } from '#server/modules/parameters/steps.ts'
import { drawQualitySample } from '#server/modules/quality-inspections/nightly.ts'
import { type Decision, qualityStrategy, type SampleRules } from '#server/modules/quality-inspections/sample.ts'
import { qualityDrawRows } from '#server/modules/quality-inspections/store.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { test } from '#tests/support/server.ts'
import { decided, drawn, its, yesterday } from './support.ts'

const drawSample = (all: readonly Decision[], by: SampleRules, seed: string) => drawnOf(all, qualityStrategy(by), seed)
const rules: SampleRules = { passedPpm: 50_000, failedPpm: 100_000, newReviewerDecisions: 50, codes: ['Z01'] }
/** So many decisions of an old hand, every fourth a rejection. */
const decisions = (count: number, reviewer = 'S-one'): Decision[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `RV260309${String(n).padStart(6, '0')}-${reviewer}` as IdOf<'review'>,
    reviewerId: reviewer as IdOf<'staff'>,
    ...(n % 4 === 0 ? ({ result: 'failed', code: 'A01' } as const) : ({ result: 'passed', code: null } as const)),
    before: 900,
  }))
const idsOf = (sample: readonly Decision[]) => sample.map(({ id }) => id)

test('the same seed and the same decisions draw the same sample, in whatever order they come', () => {
  const all = decisions(400)

  const [once, shuffled, other] = [
    drawSample(all, rules, 'a seed'),
    drawSample(all.toReversed(), rules, 'a seed'),
    drawSample(all, rules, 'another seed'),
  ]

  expect(shuffled).toEqual(once)
  expect(idsOf(other)).not.toEqual(idsOf(once))
})

test('of each reviewer at least the share of passed and of rejected decisions is drawn', () => {
  const all = [...decisions(400), ...decisions(7, 'S-two')]

  const sample = drawSample(all, rules, 'a seed')

  const count = (reviewer: string, rule: string) =>
    sample.filter((one) => one.reviewerId === reviewer && one.rule === rule).length
  expect([count('S-one', 'passedShare'), count('S-one', 'failedShare')]).toEqual([15, 10])
  expect([count('S-two', 'passedShare'), count('S-two', 'failedShare')]).toEqual([1, 1])
  expect(drawSample(all, { ...rules, passedPpm: 0, failedPpm: 0 }, 'a seed')).toEqual([])
})

test('the first decisions of a reviewer are all drawn, and so is every rejection with a code that is always looked at', () => {
  const [one] = decisions(1)
  const all = [
    { ...one!, id: 'RV1' as IdOf<'review'>, before: 49 },
    { ...one!, id: 'RV2' as IdOf<'review'>, before: 50 },
    { ...one!, id: 'RV3' as IdOf<'review'>, code: 'Z01' as const },
  ]

  const sample = drawSample(all, { ...rules, failedPpm: 0 }, 'a seed')

  expect(sample.map(({ id, rule }) => [id, rule])).toEqual([
    ['RV1', 'newReviewer'],
    ['RV3', 'code'],
  ])
})

test('at night the decisions of the day before are drawn, with rule and seed, each once however often it runs', async ({
  as,
  given,
  server,
}) => {
  const one = await decided({ given, server }, { code: 'Z01' })
  await decided({ given, server }, { at: new Date('2026-03-10T05:00:00Z') }) // today is not over

  const first = await drawQualitySample(server.app)
  const second = await drawQualitySample(server.app)

  expect([first.done, second.done]).toEqual([1, 0])
  const { rows } = await as('inspector').qualityInspections.list({ q: '' })
  expect(rows).toMatchObject([
    {
      ...{ ...one, state: 'notInspected', rule: 'newReviewer', result: 'failed', reviewCode: 'Z01' },
      ...{ reviewer: { id: 'S-reviewer' }, decidedOn: '2026-03-09', inspector: null, passCode: 'E001' },
    },
  ])
  const kept = await server.app.database.query(`select * from quality_draws`)
  expect(kept.rows).toMatchObject([{ seed: rows[0]!.seed, decided: 1, drawn: 1, rules: { newReviewerDecisions: 50 } }])
})

test('the sample of a day is drawn again from what is kept of it', async ({ as, given, server }) => {
  await given.parameter('quality.newReviewerDecisions', 0)
  await given.parameter('quality.passedPpm', 400_000)
  const { loanId } = await decided({ given, server })
  for (let n = 1; n < 20; n++)
    await decided({ given, server }, { loanId, at: new Date(yesterday.getTime() + n * 1_000) })

  await drawQualitySample(server.app)

  const { rows } = await as('inspector').qualityInspections.list({ q: '' })
  const all = await rowsOf<Decision>(
    server.app.database.db,
    sql`select id, reviewer_id as "reviewerId", result, code, 0 as before from reviews`,
  )
  const [kept] = await server.app.database.db.select().from(qualityDrawRows)
  const again = drawSample(all, kept!.rules, kept!.seed)
  expect(rows).toHaveLength(8)
  expect(new Set(idsOf(again))).toEqual(new Set(rows.map(({ reviewId }) => reviewId)))
})

test('days without a run are caught up, each with a seed of its own', async ({ as, given, server, clock }) => {
  await drawQualitySample(server.app)
  for (const at of ['2026-03-10T08:00:00Z', '2026-03-11T08:00:00Z', '2026-03-13T08:00:00Z'])
    await decided({ given, server }, { at: new Date(at) })

  clock.set('2026-03-14T01:00:00Z')
  const run = await drawQualitySample(server.app)

  expect(run.done).toBe(3)
  const { rows } = await as('inspector').qualityInspections.list({ q: 'sort:reviewedAt' })
  expect(rows.map(({ decidedOn }) => decidedOn)).toEqual(['2026-03-10', '2026-03-11', '2026-03-13'])
  expect(new Set(rows.map(({ seed }) => seed)).size).toBe(3)
})

test('a reviewer is new until they have decided so many before', async ({ as, given, server, clock }) => {
  for (const id of ['quality.passedPpm', 'quality.failedPpm'] as const) await given.parameter(id, 0)
  await given.parameter('quality.newReviewerDecisions', 2)
  for (const minute of [1, 2, 3, 4])
    await decided({ given, server }, { at: new Date(yesterday.getTime() + minute * 60_000) })
  await drawQualitySample(server.app)
  await decided({ given, server }, { at: new Date('2026-03-10T08:00:00Z') })
  await decided({ given, server }, { at: new Date('2026-03-10T08:00:00Z'), reviewer: 'marketer' })

  clock.set('2026-03-11T01:00:00Z')
  await drawQualitySample(server.app)

  const { rows } = await as('inspector').qualityInspections.list({ q: 'sort:reviewedAt' })
  expect(rows.map(({ rule, reviewer }) => `${rule} ${reviewer.id}`)).toEqual([
    ...['newReviewer S-reviewer', 'newReviewer S-reviewer', 'newReviewer S-marketer'],
  ])
})

test('a result that its reviewer has not opened for a day is shown by the task', async ({
  as,
  given,
  server,
  clock,
}) => {
  const waiting = await drawn({ as, given, server })
  await as('inspector').qualityInspections.fail({ ...its(waiting), code: 'A001' })

  clock.forward(86_400_000 - 1)
  await drawQualitySample(server.app)
  expect((await as('reviewer').qualityInspections.list({ q: '' })).rows).toMatchObject([{ state: 'inspected' }])
  clock.forward(1)
  await drawQualitySample(server.app)

  expect((await as('reviewer').qualityInspections.list({ q: '' })).rows).toMatchObject([
    { state: 'fail', outcome: 'fail', code: 'A001', shownAt: '2026-03-11T06:00:00Z' },
  ])
})

test('the rules are parameters that an administrator sets, and the code of a pass is one of the 43', async ({
  as,
  given,
  server,
}) => {
  await addDeclaredParameters(server.app.database.db, new Date(0))
  await as('admin').session.prove({ proof: demoPassword })
  const set = async (code: string, value: string) => {
    const { id, version } = await as('admin').parameters.find({ code })
    return as('admin').parameters.edit({ id, version, value, remark: 'Agreed with risk' })
  }

  await set('quality.codes', 'Z01, A05')
  await set('quality.passedPpm', '12.5%')
  expect(await set('quality.passCode', 'A101')).toMatchObject({ value: 'A101', kind: 'text' })
  await expect(set('quality.codes', 'Z01, Q99')).rejects.toMatchObject({ code: 400 })
  await expect(set('quality.passCode', 'Z999')).rejects.toMatchObject({ code: 400 })

  expect(await drawn({ as, given, server })).toMatchObject({ passCode: 'A101' })
})
