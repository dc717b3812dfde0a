import { expect } from 'vitest'
import type { ReportSchedule } from '#contract/report-schedules.ts'
import { staffId } from '#server/seed/foundation.ts'
import type { Account, World } from '#tests/support/server.ts'
import { listenTo } from '#tests/support/stream.ts'
import { exportable, test } from './support.ts'

const eight = '2026-03-11T02:30:00Z'
const applications = { content: exportable('loans.applications'), shape: { columns: ['id'] } }

/** A schedule as it is now. */
const known = async ({ id }: Pick<ReportSchedule, 'id'>, { as }: Pick<World, 'as'>) =>
  (await as('ops').reportSchedules.list({ q: `id:${id}` })).rows[0]!

/** Has somebody else get what operations have scheduled. */
async function share(schedule: ReportSchedule, who: Account, world: Pick<World, 'as'>): Promise<void> {
  const { id, version } = await known(schedule, world)
  await world.as('ops').reportSchedules.addRecipient({ id, version, recipient: staffId(who) })
}

test('each recipient gets a file of their own, of what they may see then', async ({
  as,
  given,
  server,
  schedule,
  sendAt,
  runsOf,
  linesOf,
  fileOf,
}) => {
  const ours = await given.loan({ departmentId: 'OPS' as never })
  const theirs = await given.loan({ departmentId: 'RSK' as never })
  const made = await schedule('ops', applications)
  await share(made, 'manager', { as })
  await server.app.database.query("update staff set unit_id = 'RSK' where id = $1", [staffId('manager')])

  await sendAt(eight)

  const runs = await runsOf('ops')
  const runOf = (who: Account) => runs.find(({ recipient }) => recipient.id === staffId(who))!
  expect(runs).toHaveLength(2)
  expect(await linesOf(runOf('manager'), 'manager')).toEqual([theirs.id])
  expect((await linesOf(runOf('ops'), 'ops')).toSorted()).toEqual([ours.id, theirs.id].toSorted())
  // whose schedule it is sees that it went out, and not what another one got
  expect(runOf('manager')).toMatchObject({ rows: null, bytes: null })
  expect(await runsOf('manager')).toEqual([{ ...runOf('manager'), rows: 1, bytes: expect.any(Number) }])
  expect((await fileOf(runOf('manager'), 'ops')).status).toBe(400)
  expect(await known(made, { as })).toMatchObject({ lastRun: 'done', recipients: runOf('manager').recipient.name })
})

test('an alert tells each by their own number', async ({ as, given, server, schedule, sendAt, runsOf }) => {
  await given.loan({ departmentId: 'OPS' as never })
  const made = await schedule('ops', { ...applications, condition: 'rows>=1' })
  await share(made, 'manager', { as })
  const moved = 'update staff set unit_id = $2 where id = $1'
  await server.app.database.query(moved, [staffId('manager'), 'RSK'])
  await sendAt(eight)
  await given.loan({ departmentId: 'RSK' as never })
  await sendAt('2026-03-12T02:30:00Z')

  const outcomes = async (reader: Account, who: Account = reader) =>
    (await runsOf(reader))
      .toReversed()
      .filter(({ recipient }) => recipient.id === staffId(who))
      .map(({ state, measured, rows, met }) => [state, measured, rows, met])
  expect(await outcomes('ops')).toEqual([
    ['done', '1', 1, true],
    ['quiet', '2', null, true],
  ])
  const theirs = [
    ['quiet', '0', null, false],
    ['done', '1', 1, true],
  ]
  expect(await outcomes('manager')).toEqual(theirs)
  expect(await outcomes('admin', 'manager')).toEqual(theirs)
  // whose schedule it is may see less than whom it is sent to: the numbers of others are no business of theirs
  expect(await outcomes('ops', 'manager')).toEqual([
    ['quiet', null, null, false],
    ['done', null, null, false],
  ])
  const found = await as('ops').reportSchedules.runs({ q: `recipient:${staffId('manager')} rows>=0` })
  expect(found.rows).toEqual([])
})

test('nobody is sent what they may not take along, nor twice, nor once they were taken off', async ({
  as,
  schedule,
  sendAt,
  runsOf,
  server,
}) => {
  const made = await schedule('ops', applications)
  const refused = (who: Account, fault: string) =>
    expect(share(made, who, { as })).rejects.toMatchObject({ fault, fields: [{ field: 'recipient' }] })
  await refused('collector', 'recipient_may_not')
  await refused('ops', 'recipient_known')
  await server.app.database.query("update staff set state = 'disabled' where id = $1", [staffId('executive')])
  await refused('executive', 'unknown_staff')
  await share(made, 'manager', { as })
  await refused('manager', 'recipient_known')

  const { id, version } = await known(made, { as })
  const without = as('ops').reportSchedules.removeRecipient({ id, version, recipient: staffId('manager') })
  expect(await without).toMatchObject({ recipients: '' })
  await sendAt(eight)
  expect(await runsOf('manager')).toEqual([])
})

test('who gets what somebody else has set up sees it, changes nothing of it, and leaves it', async ({
  as,
  schedule,
  sendAt,
  runsOf,
}) => {
  const made = await schedule('ops', applications)
  await share(made, 'manager', { as })
  const seen = async (who: Account) => (await as(who).reportSchedules.list({ q: '' })).rows
  const [row] = await seen('manager')
  expect(row).toMatchObject({ id: made.id, received: true })
  expect(await seen('ops')).toMatchObject([{ id: made.id, received: false }])

  const of = { id: made.id, version: row!.version }
  for (const verb of ['pause', 'run', 'remove'] as const) {
    await expect(as('manager').reportSchedules[verb](of)).rejects.toMatchObject({ fault: 'set_up_by_another' })
  }
  await expect(as('ops').reportSchedules.leave(of)).rejects.toMatchObject({ fault: 'not_received' })

  await as('manager').reportSchedules.leave(of)

  expect(await seen('manager')).toEqual([])
  expect(await seen('ops')).toMatchObject([{ recipients: '' }])
  await sendAt(eight)
  expect(await runsOf('manager')).toEqual([])
})

test('whoever is taken off hears of it at once, and of nothing that is changed afterwards', async ({
  as,
  schedule,
  server,
  tokenOf,
}) => {
  const made = await schedule('ops', applications)
  await share(made, 'manager', { as })
  const { id, version } = await known(made, { as })
  const stream = await listenTo(server.url, await tokenOf('manager'))
  const heard = () =>
    stream.heard
      .flatMap(({ noun, rows }) => (noun === 'reportSchedules' ? (rows ?? []) : []))
      .filter((row) => row.id === id)

  const left = await as('ops').reportSchedules.removeRecipient({ id, version, recipient: staffId('manager') })
  await expect.poll(heard).toEqual([{ id, version: left.version }])
  expect((await as('manager').reportSchedules.list({ q: `id:${id}` })).rows).toEqual([])
  const paused = await as('ops').reportSchedules.pause({ id, version: left.version })
  await share(paused, 'manager', { as })

  await expect.poll(heard).toEqual([left.version, left.version + 2].map((one) => ({ id, version: one })))
  await stream.stop()
})
