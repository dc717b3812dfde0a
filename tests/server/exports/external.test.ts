import { expect } from 'vitest'
import { agencies } from '#server/seed/units.ts'
import { type Account, test } from '#tests/support/server.ts'

test('people of another business take at most 500 rows along, whatever their roles say; our own take more', async ({
  given,
  server,
  tokenOf,
}) => {
  const customer = await given.customer()
  const refused = (agency: (typeof agencies)[number], rows: number) =>
    server.app.database.query(
      `insert into contact_refusals (at, way, rule, fault, customer_id, agency_id, unit_path)
       select '2026-03-10T05:00:00Z', 'phone', 'window', 'out_of_hours', $1, $2, $3 from generate_series(1, $4::int)`,
      [customer, agency.id, agency.path, rows],
    )
  await refused(agencies[1], 500)
  const taken = async (who: Account) => {
    const headers = { authentication: await tokenOf(who) }
    return (await fetch(`${server.url}/api/export/contact-refusals?q=`, { headers })).text()
  }
  expect((await taken('agency')).trim().split('\n')).toHaveLength(501)

  await refused(agencies[1], 1)

  expect(JSON.parse(await taken('agency'))).toMatchObject({ fault: 'export_rows_spent' })
  expect((await taken('ops')).trim().split('\n')).toHaveLength(502)
})
