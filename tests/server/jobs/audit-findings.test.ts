import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { jobsSettled } from '#server/modules/jobs/runner.ts'
import { addStandingJobs } from '#server/modules/jobs/steps.ts'
import { test } from '#tests/support/server.ts'

const auditing = 'auditBook' as IdOf<'job'>

test('an audit that finds the books wrong has failed, and its task says where, until a run finds nothing', async ({
  as,
  given,
  server,
}) => {
  await addStandingJobs(server.app)
  const { loanId, id: planId } = await given.plan()
  const audited = async () => {
    const { job } = await as('ops').jobs.detail({ id: auditing })
    await as('ops').jobs.run({ id: job.id, version: job.version })
    await jobsSettled()
    return as('ops').jobs.detail({ id: auditing })
  }

  const wrong = await audited()
  await server.app.database.query('delete from plans; delete from loans; delete from book_deletions')
  const right = await audited()

  expect(wrong).toMatchObject({ job: { lastRun: 'fail', fail: 1 }, runs: [{ state: 'fail', log: null }] })
  expect(wrong.runs[0]!.refused).toBe(wrong.findings.length)
  expect(wrong.findings).toContainEqual({
    ...{ loanId, planId },
    field: 'charged.penalty',
    expected: '0',
    found: '17500',
  })
  expect(right).toMatchObject({ job: { lastRun: 'success' }, findings: [] })
})
