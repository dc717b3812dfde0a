import { expect } from 'vitest'
import type { Country } from '#contract/kernel/calendar.ts'
import { addStandingJobs } from '#server/modules/jobs/steps.ts'
import { nextDue } from '#server/modules/report-schedules/turns.ts'
import { exportable, test } from './support.ts'

const due = (country: Country, frequency: 'daily' | 'monday' | 'sunday', time: string, after: string) =>
  nextDue({ frequency, time }, new Date(after), { country, now: () => new Date(after) }).toISOString()

test('turns come on the clock of the country, which knows no summer time', async () => {
  expect(due('IN', 'daily', '08:00', '2026-03-10T06:00:00Z')).toBe('2026-03-11T02:30:00.000Z')
  expect(due('IN', 'daily', '23:59', '2026-03-10T06:00:00Z')).toBe('2026-03-10T18:29:00.000Z')
  // the day that clocks would have gone forward there, and half a year later
  expect(due('MX', 'daily', '02:30', '2026-04-05T00:00:00Z')).toBe('2026-04-05T08:30:00.000Z')
  expect(due('MX', 'daily', '02:30', '2026-10-25T00:00:00Z')).toBe('2026-10-25T08:30:00.000Z')
  // Tuesday in India, Monday in Mexico
  expect(due('IN', 'monday', '08:00', '2026-03-10T02:00:00Z')).toBe('2026-03-16T02:30:00.000Z')
  expect(due('MX', 'monday', '21:00', '2026-03-10T02:00:00Z')).toBe('2026-03-10T03:00:00.000Z')
  expect(due('IN', 'sunday', '00:00', '2026-03-14T18:30:00Z')).toBe('2026-03-21T18:30:00.000Z')
})

test('one that is weekly waits a week, and one that is paused for ever', async ({
  as,
  schedule,
  sendAt,
  runsOf,
  given,
}) => {
  await given.loan()
  const weekly = await schedule('ops', {
    content: exportable('loans.applications'),
    frequency: 'wednesday',
    time: '08:00',
  })
  expect(weekly.nextAt).toBe('2026-03-11T02:30:00Z')
  await sendAt('2026-03-11T02:30:00Z')
  const [sent] = (await as('ops').reportSchedules.list({ q: '' })).rows
  expect(sent).toMatchObject({ nextAt: '2026-03-18T02:30:00Z', lastRun: 'done', lastAt: '2026-03-11T02:30:00Z' })

  const paused = await as('ops').reportSchedules.pause({ id: weekly.id, version: sent!.version })
  await sendAt('2026-03-30T00:00:00Z')
  expect(paused).toMatchObject({ state: 'paused', nextAt: null })
  expect(await runsOf('ops')).toHaveLength(1)

  const resumed = await as('ops').reportSchedules.resume({ id: weekly.id, version: paused.version })
  expect(resumed).toMatchObject({ state: 'active', nextAt: '2026-04-01T02:30:00Z' })
})

test('one is sent at once, beside its turns, and not twice at a time', async ({
  as,
  schedule,
  given,
  server,
  runsOf,
}) => {
  await given.loan()
  await addStandingJobs(server.app)
  const { id, version } = await schedule('ops', { content: exportable('loans.applications') })

  const { lastRun } = await as('ops').reportSchedules.run({ id, version })
  await server.settled()

  // the answer is read after the commit, by which it may have been taken up
  expect(['queued', 'running']).toContain(lastRun)
  await expect.poll(async () => (await runsOf('ops'))[0]).toMatchObject({ state: 'done', trigger: 'person', rows: 1 })
  expect((await as('ops').reportSchedules.list({ q: '' })).rows[0]!.nextAt).toBe('2026-03-11T02:30:00Z')
})

test('everybody sees and changes their own; an administrator sees those of all', async ({ as, schedule }) => {
  const mine = await schedule('ops', { content: exportable('loans.applications') })
  await schedule('manager', { content: exportable('loans.applications') })
  const { id, version } = mine
  const ids = async (who: 'ops' | 'manager' | 'admin') =>
    (await as(who).reportSchedules.list({ q: 'sort:id' })).rows.map(({ owner }) => owner.name)

  expect(await ids('ops')).toEqual(['Operations'])
  expect(await ids('admin')).toEqual(['Operations', 'Manager'])
  await expect(as('manager').reportSchedules.remove({ id, version })).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('collector').reportSchedules.list({})).rejects.toMatchObject({ code: 403 })
  await as('ops').reportSchedules.remove({ id, version })
  expect(await ids('ops')).toEqual([])
})

test('what is changed counts from the next file on', async ({ as, schedule, given, sendAt, runsOf, linesOf }) => {
  await given.loan({ state: 21 })
  const failed = await given.loan({ state: 31 })
  const { id, version } = await schedule('ops', {
    content: exportable('loans.applications'),
    shape: { columns: ['id'] },
  })
  const when = { frequency: 'daily', time: '09:00' } as const
  const edited = { title: 'Failed', query: 'state:31', ...when, format: 'csv', delivery: 'centre' } as const

  const row = await as('ops').reportSchedules.edit({ id, version, ...edited })
  await sendAt('2026-03-11T03:30:00Z')

  expect(row).toMatchObject({ title: 'Failed', query: 'state:31', nextAt: '2026-03-11T03:30:00Z' })
  expect(await linesOf((await runsOf('ops'))[0]!, 'ops')).toEqual([failed.id])
})

test.for([
  ['a list that nobody has', { content: 'loans.nothing' }, { fault: 'unknown_listing', field: 'content' }],
  ['a list that is no file', { content: 'jobs.list' }, { fault: 'unknown_listing', field: 'content' }],
  ['a list that asks who takes it', { content: 'audit.list' }, { fault: 'schedule_step_up', field: 'content' }],
  ['a field that is none', { query: 'nothing:31' }, { fault: 'bad_query' }],
  ['somebody’s name', { query: 'name:rao' }, { fault: 'view_personal', field: 'query' }],
  ['a column that is none', { shape: { columns: ['id', 'nothing'] } }, { fault: 'unknown_field', field: 'shape' }],
  ['a time that is none', { time: '25:00' }, { fault: 'invalid', field: 'time' }],
  ['mail where none is set up', { delivery: 'mail' }, { fault: 'mail_not_set_up', field: 'delivery' }],
] as const)('%s is refused, by field and reason', async ([, asked, { fault, ...told }], { as }) => {
  const usual = { title: 'A', content: 'loans.applications', frequency: 'daily', time: '08:00', format: 'csv' }
  const field = 'field' in told ? [expect.objectContaining({ field: told.field })] : undefined

  await expect(as('admin').reportSchedules.add({ ...usual, ...asked } as never)).rejects.toMatchObject({
    fault,
    ...(field && { fields: field }),
  })
})

test('a report is asked for as it can be, by whoever may take it along', async ({ as }) => {
  const usual = { title: 'A', content: 'loans.approvals', frequency: 'daily', time: '08:00', format: 'csv' } as const
  const add = (who: 'ops' | 'reviewer' | 'supervisor', shape: object) =>
    as(who).reportSchedules.add({ ...usual, shape } as never)

  await expect(add('ops', { by: 'nothing' })).rejects.toMatchObject({ fields: [{ field: 'shape.by' }] })
  await expect(add('ops', { measures: ['nothing'] })).rejects.toMatchObject({ fault: 'invalid' })
  await expect(add('supervisor', {})).rejects.toMatchObject({ fault: 'forbidden', fields: [{ field: 'content' }] })
  await expect(add('reviewer', {})).rejects.toMatchObject({ code: 403 })
})

test('what can be sent is found by name, as far as one may take it along', async ({ as }) => {
  const found = async (who: 'ops' | 'supervisor', text: string) =>
    (await as(who).references.search({ kind: 'exportable', text })).found.map(({ id }) => id)

  expect(await found('ops', 'acquisition trend')).toEqual(['acquisition.trend'])
  expect(await found('supervisor', 'acquisition')).toEqual([])
})
