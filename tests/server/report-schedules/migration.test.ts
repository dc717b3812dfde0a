import { expect } from 'vitest'
import { statementsOf } from '#tests/support/migrations/statements.ts'
import { exportable, test } from './support.ts'

const migration = statementsOf('0094_recovery_trend')

test('what was scheduled of the recovery trend while it told of recoveries goes on, by numbers it still has', async ({
  as,
  schedule,
  sendAt,
  runsOf,
  server,
}) => {
  const { query } = server.app.database
  const shape = { by: 'at', grain: 'day' as const, measures: ['recovered', 'letOff'] }
  const { id } = await schedule('manager', { content: exportable('recoveries.trend'), query: 'at:-30d', shape })
  const read = async () => (await query('select query, rows_by, shape from report_schedules')).rows
  const asItIsNow = await read()
  await query(`update report_schedules set query = 'paidAt:-30d', rows_by = 'recoveries.paidAt',
    shape = '{"by": "paidAt", "grain": "day", "measures": ["recovered", "penalty", "letOff", "bounced"]}'`)

  for (const statement of migration) await query(statement)

  expect(await read()).toEqual(asItIsNow)
  await sendAt('2026-03-11T02:30:00Z')
  expect(await runsOf('manager')).toMatchObject([{ state: 'done' }])
  expect((await as('manager').reportSchedules.list({ q: `id:${id}` })).rows).toMatchObject([{ lastRun: 'done' }])
})
