import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { jobsSettled } from '#server/modules/jobs/runner.ts'
import { addStandingJobs } from '#server/modules/jobs/steps.ts'
import { test } from '#tests/support/server.ts'

const id = 'doDisburse' as IdOf<'job'>

test('a run tells why rows were refused, and some of them', async ({ as, server }) => {
  const taskRunners = server.app.taskRunners as Map<string, TaskRunner> // the server's own, put back below
  const own = taskRunners.get(id)!
  await addStandingJobs(server.app)
  const ids = Array.from({ length: 14 }, (_, i) => `LN${i}`)
  taskRunners.set(id, (app) =>
    forEachRow(
      {
        as: id,
        next: async (_, after) => (after === null ? ids : []),
        async one(row) {
          if (row === 'LN0') throw new Error('disk full')
          throw new Refusal('card_not_bound')
        },
      },
      app,
    ),
  )
  const { job } = await as('ops').jobs.detail({ id })

  await as('ops').jobs.run({ id, version: job.version })
  await jobsSettled()

  taskRunners.set(id, own)
  const [run] = (await as('ops').jobs.detail({ id })).runs
  expect(run).toMatchObject({ done: 0, refused: 14 })
  expect(run!.log).toBe(
    '13 · Card not bound: LN1, LN2, LN3, LN4, LN5, LN6, LN7, LN8, LN9, LN10 …; ' +
      '1 · Something went wrong on our side (see the log of the server): LN0',
  )
})
