import { expect } from 'vitest'
import { queueDueFiles } from '#server/modules/report-schedules/turns.ts'
import { staffId } from '#server/seed/foundation.ts'
import { exportable, test } from './support.ts'

const applications = { content: exportable('loans.applications'), shape: { columns: ['id'] } }
const eight = '2026-03-11T02:30:00Z'

test('one that was deleted is neither sent, nor changed, nor given to anybody else', async ({ as, schedule }) => {
  const { id, version } = await schedule('ops', applications)
  const gone = await as('ops').reportSchedules.remove({ id, version })
  const row = { id, version: gone.version }
  const over = { code: 400 }

  await expect(as('ops').reportSchedules.run(row)).rejects.toMatchObject(over)
  await expect(as('ops').reportSchedules.addRecipient({ ...row, recipient: staffId('manager') })).rejects.toMatchObject(
    over,
  )
  const edited = { title: 'Evening', frequency: 'daily', time: '18:00', format: 'csv', delivery: 'centre' } as const
  await expect(as('ops').reportSchedules.edit({ ...row, ...edited })).rejects.toMatchObject(over)
})

test('what was due and is not made yet is made for nobody who gets it no longer', async ({
  as,
  given,
  clock,
  server,
  schedule,
  sendAt,
}) => {
  await given.loan()
  const shared = await schedule('ops', applications)
  const row = { id: shared.id, version: shared.version }
  const { version } = await as('ops').reportSchedules.addRecipient({ ...row, recipient: staffId('manager') })
  const deleted = await schedule('ops', { ...applications, title: 'Deleted' })
  clock.set(eight)
  await queueDueFiles(server.app)

  await server.app.database.query('update sessions set started_at = $1, renewed_at = $1, last_seen_at = $1', [eight])
  await as('ops').reportSchedules.removeRecipient({ ...row, version, recipient: staffId('manager') })
  await as('ops').reportSchedules.remove({ id: deleted.id, version: deleted.version })
  await sendAt(eight)

  const { rows } = await server.app.database.query('select staff_id as "for", name from exports')
  expect(rows).toEqual([{ for: staffId('ops'), name: 'Morning 2026-03-11.csv' }])
  const { rows: runs } = await server.app.database.query('select state from report_runs order by id')
  expect(runs.map(({ state }) => state).toSorted()).toEqual(['done', 'quiet', 'quiet'])
})
