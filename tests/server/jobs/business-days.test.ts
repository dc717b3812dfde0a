import { expect } from 'vitest'
import type { LocalDate } from '#contract/kernel/values.ts'
import { jobsSettled, runScheduler } from '#server/modules/jobs/runner.ts'
import { test, type World } from '#tests/support/server.ts'

const atNoon = { identifier: 'atNoon', name: 'At noon', jobClass: 'purgeExports', cycle: '0 12 * * *' } as const
const closeOn = ({ as }: Pick<World, 'as'>, date: string) =>
  as('admin').holidays.add({ date: date as LocalDate, name: 'Closed', quiet: false })

test('a task of business days passes over weekends and holidays, as its next runs say', async ({ as }) => {
  await closeOn({ as }, '2026-03-12')
  const added = await as('admin').jobs.add({ ...atNoon, days: 'business' })

  const { meaning } = await as('admin').jobs.detail({ id: added.id })

  // a Tuesday; Thursday is closed, and every Sunday
  expect(meaning!.next.map((at) => at.slice(0, 10))).toEqual([
    ...['2026-03-10', '2026-03-11', '2026-03-13', '2026-03-14', '2026-03-16'],
  ])
  const every = await as('admin').jobs.edit({ id: added.id, version: added.version, name: 'x', cycle: '0 13 * * *' })
  expect(every.days).toBe('business')
})

test('one that would run on closed days only is refused by its cycle', async ({ as }) => {
  const refused = as('admin').jobs.add({ ...atNoon, cycle: '0 12 * * 0', days: 'business' })

  await expect(refused).rejects.toMatchObject({ fault: 'cycle_never', fields: [{ field: 'cycle' }] })
  await as('admin').jobs.add({ ...atNoon, cycle: '0 12 * * 0' })
})

test('a turn on a day that became a holiday meanwhile is passed over', async ({ as, clock, server }) => {
  const added = await as('admin').jobs.add({ ...atNoon, days: 'business' })
  await closeOn({ as }, '2026-03-10')
  clock.forward(60 * 60_000)

  await runScheduler(server.app)
  await jobsSettled()

  // the session of whoever has added it is over by now
  const { job, runs } = await as('executive').jobs.detail({ id: added.id })
  expect(runs).toEqual([])
  expect(job.nextAt).toBe('2026-03-11T06:30:00Z')
})
