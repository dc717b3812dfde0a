import { expect } from 'vitest'
import { forgetCaches } from '#server/kernel/listing/caches.ts'
import { pdfRowsMax } from '#server/modules/exports/pdf-writer.ts'
import { sendReports } from '#server/modules/report-schedules/send.ts'
import { staffId } from '#server/seed/foundation.ts'
import { ordersLike } from '#tests/support/many.ts'
import { pdfTextOf } from '#tests/support/pdf.ts'
import type { Account, World } from '#tests/support/server.ts'
import { exportable, fileId, test } from './support.ts'

/** Eight o'clock in India, so many days after the first turn. */
const eight = (days = 0) => new Date(Date.parse('2026-03-11T02:30:00Z') + days * 86_400_000).toISOString()
const applications = { content: exportable('loans.applications'), shape: { columns: ['id'] } }

const moved = ({ server }: Pick<World, 'server'>, who: Account, unit: string) =>
  server.app.database.query('update staff set unit_id = $2 where id = $1', [staffId(who), unit])

test('a list is sent as its reader sees it at that moment', async ({
  given,
  schedule,
  sendAt,
  runsOf,
  linesOf,
  server,
}) => {
  const ours = await given.loan({ departmentId: 'OPS' as never })
  const theirs = await given.loan({ departmentId: 'RSK' as never })
  await moved({ server }, 'manager', 'OPS')
  await schedule('manager', applications)

  await sendAt(eight())
  const [first] = await runsOf('manager')
  const firstLines = await linesOf(first!, 'manager')
  await moved({ server }, 'manager', 'RSK')
  await sendAt(eight(1))
  const [second] = await runsOf('manager')

  expect(firstLines).toEqual([ours.id])
  expect(await linesOf(second!, 'manager')).toEqual([theirs.id])
  expect(first).toMatchObject({ state: 'done', rows: 1, dueAt: '2026-03-11T02:30:00Z', attempts: 1, error: null })
})

test('a file is for nobody else, and lies in the export centre of its reader', async ({
  given,
  as,
  schedule,
  sendAt,
  runsOf,
  fileOf,
  server,
}) => {
  await given.loan()
  await schedule('ops', { ...applications, title: 'All applications' })
  await sendAt(eight())
  const [run] = await runsOf('ops')

  const { rows } = await as('ops').exports.list({ q: '' })
  const fetched = await fileOf(run!, 'ops')
  const bytes = (await fetched.arrayBuffer()).byteLength

  expect(rows).toMatchObject([{ id: fileId(run!), name: 'All applications 2026-03-11.csv', state: 'done' }])
  expect(run!.bytes).toBe(bytes)
  await expect((await fileOf(run!, 'executive')).json()).resolves.toMatchObject({ fault: 'not_found' })
  const { rows: logged } = await server.app.database.query(
    `select actor_name, outcome from audit where command = 'loans.applications.export'`,
  )
  expect(logged).toEqual([{ actor_name: 'Operations', outcome: 'done' }])
})

test('whoever has lost the right, or the account, gets nothing, and the record says so', async ({
  given,
  as,
  schedule,
  sendAt,
  runsOf,
  server,
}) => {
  const { database } = server.app
  await given.loan()
  const { id } = await schedule('ops', applications)
  await database.query(`update role_grants set codes = codes & ~8 where role_id = 'OPS' and page = 'applications'`)
  forgetCaches(database)

  const tally = await sendAt(eight())
  const [run] = await runsOf('ops')
  const failed = (await as('ops').overview.waiting()).piles.find(({ id: pile }) => pile === 'schedulesFailed')
  await database.query(`update staff set state = 'frozen' where id = $1`, [staffId('ops')])
  await sendAt(eight(1))

  expect(tally).toMatchObject({ done: 0, refused: 1, refusals: [{ fault: 'forbidden', count: 1 }] })
  expect(run).toMatchObject({ state: 'refused', error: 'You have no permission for this', rows: null })
  expect(failed).toMatchObject({ count: 1, tone: 'bad' })
  expect((await as('admin').reportSchedules.runs({ q: `schedule:${id}` })).rows[0]).toMatchObject({
    state: 'refused',
    error: 'The account is disabled',
  })
  await expect(database.query('select 1 from exports')).resolves.toMatchObject({ rows: [] })
})

test('the quota of rows counts, and is told to each reader of the record in their language', async ({
  as,
  given,
  schedule,
  sendAt,
  server,
}) => {
  const { database } = server.app
  await given.loan()
  await given.loan()
  await database.query(`update roles set export_rows_max = 1 where id = 'OPS'`)
  forgetCaches(database)
  await database.query(`update staff set language = 'id' where id = $1`, [staffId('ops')])
  await schedule('ops', applications)
  const told = async (who: Account, language: string) =>
    (await as(who, { language }).reportSchedules.runs({ q: '' })).rows[0]!.error

  await sendAt(eight())

  expect(await told('ops', 'id')).toContain('1 baris')
  expect(await told('admin', 'en')).toContain('at most 1 rows')
  // as it was written before, in the language of whom the file was for
  await database.query(`update report_runs set error = 'Ditolak'`)
  expect(await told('admin', 'en')).toBe('Ditolak')
})

test('turns that were missed are sent once, and once whoever sends them', async ({
  given,
  schedule,
  sendAt,
  server,
  runsOf,
}) => {
  await given.loan()
  await schedule('ops', applications)

  await sendAt(eight(4))
  await Promise.all([sendReports(server.app), sendReports(server.app)])
  await sendAt(eight(5))
  await Promise.all([sendReports(server.app), sendReports(server.app)])

  expect(await runsOf('ops')).toMatchObject([
    { dueAt: '2026-03-16T02:30:00Z', state: 'done', attempts: 1 },
    { dueAt: '2026-03-11T02:30:00Z', state: 'done', attempts: 1 },
  ])
})

test('what a server has left in the middle is made again by another, as the same file', async ({
  given,
  as,
  schedule,
  sendAt,
  runsOf,
  server,
  linesOf,
}) => {
  const loan = await given.loan()
  await schedule('ops', applications)
  await sendAt(eight())
  const { query } = server.app.database
  await query(`update report_runs set state = 'running', finished_at = null, next_at = '2026-03-11T02:45:00Z'`)
  await query(`update exports set state = 'making'`)

  await sendAt('2026-03-11T02:40:00Z')
  const [meanwhile] = await runsOf('ops')
  await sendAt('2026-03-11T02:46:00Z')

  const [run] = await runsOf('ops')
  expect(meanwhile).toMatchObject({ state: 'running', attempts: 1 })
  expect(run).toMatchObject({ state: 'done', attempts: 2 })
  expect((await as('ops').exports.list({ q: '' })).rows).toHaveLength(1)
  expect(await linesOf(run!, 'ops')).toEqual([loan.id])
})

test('what breaks is tried again later and later, then it has failed', async ({
  schedule,
  sendAt,
  server,
  runsOf,
  as,
}) => {
  const { id } = await schedule('executive', { content: exportable('loans.approvals') })
  await server.app.database.query(`update report_schedules set shape = '{"measures": ["nothing"]}' where id = $1`, [id])

  const tries = ['02:30', '02:30', '02:31', '02:33', '02:37', '02:45'] as const
  const states: string[] = []
  for (const at of tries) {
    await sendAt(`2026-03-11T${at}:00Z`)
    states.push(`${(await runsOf('executive'))[0]!.attempts} ${(await runsOf('executive'))[0]!.state}`)
  }

  expect(states).toEqual(['1 queued', '1 queued', '2 queued', '3 queued', '4 queued', '5 failed'])
  expect((await as('executive').reportSchedules.list({ q: 'lastRun:failed' })).rows).toMatchObject([{ id }])
})

test('a report is sent with what it is by, and the totals of the period before', async ({
  given,
  as,
  schedule,
  sendAt,
  runsOf,
  linesOf,
}) => {
  await given.loan({ appliedAt: new Date('2026-03-10T05:00:00Z') })
  await given.loan({ appliedAt: new Date('2026-03-10T05:00:00Z') })
  await given.loan({ appliedAt: new Date('2026-03-07T05:00:00Z') })
  const shape = { by: 'app', measures: ['applications'], comparison: true }
  await schedule('executive', { content: exportable('loans.approvals'), query: 'appliedAt:-2d..today', shape })

  await sendAt(eight())

  const [run] = await runsOf('executive')
  const { total } = await as('executive').loans.approvals({ q: 'appliedAt:-2d..today' })
  const lines = await linesOf(run!, 'executive')
  expect(lines.slice(-2)).toEqual([`Total,${total.applications!.value}`, 'Total of the 3 days before,1'])
  expect(total.applications!.value).toBe(2)
  expect(run).toMatchObject({ rows: lines.length - 2 })
})

test('a PDF has every row in the words of its reader; more rows than one reads are refused', async ({
  given,
  schedule,
  sendAt,
  runsOf,
  fileOf,
  server,
}) => {
  const loan = await given.loan()
  await schedule('ops', { content: exportable('loans.applications'), format: 'pdf', title: 'Applications on paper' })

  await sendAt(eight())
  const [run] = await runsOf('ops')
  const { text, pages } = await pdfTextOf(await (await fileOf(run!, 'ops')).arrayBuffer())

  expect(run).toMatchObject({ state: 'done', rows: 1 })
  expect(text).toContain(loan.id)
  expect(text).toContain('Applications on paper')
  expect(text).toContain(`For Operations · 2026-03-11 08:00`)
  expect(pages).toBeGreaterThan(0)
  await ordersLike(server.app.database, loan.id, pdfRowsMax)
  await sendAt(eight(1))
  expect((await runsOf('ops'))[0]).toMatchObject({ state: 'refused', error: expect.stringContaining('at most 1000') })
})
