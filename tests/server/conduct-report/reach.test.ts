import { expect } from 'vitest'
import { restaffing as test } from '#tests/support/restaffing.ts'

test('its file tells of the agencies of which somebody may take it along, whatever another role shows them', async ({
  as,
  server,
  tokenOf,
}) => {
  await server.app.database.query(`insert into staff_roles (staff_id, role_id) values ('S-agency', 'QC');
    insert into role_grants (role_id, page, codes, scope) values ('QC', 'conductReport', 0, 'all');
    update roles set name = name where id = 'QC'`)
  const march = { from: '2026-03-01', to: '2026-03-31' } as never
  const headers = { authentication: await tokenOf('agency') }

  const file = await fetch(`${server.url}/api/conduct-report/csv?from=2026-03-01&to=2026-03-31`, { headers })

  expect((await as('agency').conductReport.read(march)).agencies).toHaveLength(4)
  const [, ...lines] = (await file.text()).trim().split('\n')
  expect(lines.map((line) => line.split(',')[0])).toEqual(['Meridian Recoveries'])
})
