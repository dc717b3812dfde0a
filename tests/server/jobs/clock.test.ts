import { expect, vi } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { jobsSettled, runScheduler } from '#server/modules/jobs/runner.ts'
import { addStandingJobs } from '#server/modules/jobs/steps.ts'
import { alone } from '#tests/support/server.ts'

const yearMs = 365 * 86_400_000
const id = 'doLate' as IdOf<'job'> // its name

alone(
  'a run that goes on is not given up by a server whose clock is minutes ahead, or behind',
  async ({ as, server: { app }, clock }) => {
    let end = () => {}
    const ended = new Promise<void>((done) => {
      end = done
    })
    const work = vi.fn(() => ended.then(() => ({ done: 1, refused: 0 })))
    const taskRunners = app.taskRunners as Map<string, TaskRunner> // the server's own, put back below
    const own = taskRunners.get(id)!
    await addStandingJobs(app)
    await app.database.query(`update jobs set state = 'disabled' where id <> 'doLate'`)
    taskRunners.set(id, work)
    const { job } = await as('ops').jobs.detail({ id })
    await as('ops').jobs.run({ id, version: job.version })
    await vi.waitUntil(() => work.mock.calls.length > 0)

    for (const minutes of [5, -10]) {
      clock.forward(minutes * 60_000)
      await runScheduler(app)
    }
    const { runs } = await as('ops').jobs.detail({ id })
    end()
    await jobsSettled()
    taskRunners.set(id, own)

    expect(runs).toMatchObject([{ state: 'running' }])
    expect(work).toHaveBeenCalledTimes(1)
  },
)

alone(
  'a clock that was ahead and was set right keeps no task from its turns, nor from running again',
  async ({ as, server: { app }, clock }) => {
    const nothing = { done: 0, refused: 0 }
    const work = vi.fn(async () => nothing)
    const taskRunners = app.taskRunners as Map<string, TaskRunner> // the server's own, put back below
    const own = [...taskRunners]
    for (const [name] of own) taskRunners.set(name, async () => nothing)
    await addStandingJobs(app)
    clock.forward(yearMs)
    await runScheduler(app)
    await jobsSettled()
    taskRunners.set('doLate', work)
    await app.database.query(
      `with lost as (insert into job_runs (job_id, state, trigger, started_by, queued_at, started_at)
       values ('doLate', 'running', 'cycle', 'schedule', $1, $1) returning id)
     update job_progress set running = (select id from lost), alive_at = $1 where job_id = 'doLate'`,
      [clock.now().toISOString()],
    )
    clock.forward(-yearMs)

    await runScheduler(app)
    await jobsSettled()

    const { job, runs } = await as('executive').jobs.detail({ id })
    expect(job.nextAt).toBe('2026-03-10T18:30:00Z')
    expect(runs.slice(0, 2)).toMatchObject([{ state: 'success' }, { state: 'fail', log: 'the server stopped' }])
    expect(work).toHaveBeenCalledTimes(1)
    for (const [name, runner] of own) taskRunners.set(name, runner)
  },
)
