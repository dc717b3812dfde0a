import { expect } from 'vitest'
import { agencies } from '#server/seed/units.ts'
import { exportable, test } from './support.ts'

test('the clock makes people of another business no file of more rows than they may take along, and says so', async ({
  given,
  server,
  schedule,
  sendAt,
  runsOf,
}) => {
  const customer = await given.customer()
  const refusedContacts = (rows: number) =>
    server.app.database.query(
      `insert into contact_refusals (at, way, rule, fault, customer_id, agency_id, unit_path)
       select '2026-03-10T05:00:00Z', 'phone', 'window', 'out_of_hours', $1, $2, $3 from generate_series(1, $4::int)`,
      [customer, agencies[1].id, agencies[1].path, rows],
    )
  await schedule('agency', { content: exportable('contactRefusals.list'), shape: { columns: ['at'] } })
  await refusedContacts(500)
  await sendAt('2026-03-11T02:30:00Z')
  await refusedContacts(1)

  await sendAt('2026-03-12T02:30:00Z')

  const [second, first] = await runsOf('agency')
  expect(first).toMatchObject({ state: 'done', rows: 500 })
  expect(second).toMatchObject({ state: 'refused', error: expect.stringContaining('500') })
})
