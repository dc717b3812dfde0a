import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'

/** Moving somebody to a unit, as the form has it. */
async function moving({ as }: Pick<World, 'as'>, account: string, unitId: string) {
  const { id, version, name } = (await as('admin').staff.list({ q: `account:${account}` })).rows[0]!
  return { id, version, name, phone: '9820012345', unitId: unitId as IdOf<'unit'> }
}

test('whose rights over money would reach more in a unit above moves there once a second person has released it', async ({
  as,
  server,
}) => {
  const { query } = server.app.database
  await query(`update staff set unit_id = 'OPS' where id in ('S-manager', 'S-caller');
    update role_grants set scope = 'department' where role_id = 'MGR';
    update roles set name = name where id = 'MGR'`)
  for (const who of ['admin', 'executive'] as const) await as(who).session.prove({ proof: demoPassword })
  const up = await moving({ as }, 'manager', 'HQ')

  await expect(as('admin').staff.edit(up)).rejects.toMatchObject({ code: 400, fault: 'second_person_needed' })
  expect(await as('admin').staff.edit(await moving({ as }, 'caller', 'HQ'))).toMatchObject({ unit: { id: 'HQ' } })
  const { id, version } = await as('admin').approvals.file({ call: 'staff.edit', input: up })
  await as('executive').approvals.approve({ id, version })

  const { rows } = await as('admin').staff.list({ q: 'account:manager' })
  expect(rows).toMatchObject([{ unit: { id: 'HQ' } }])
  const down = await moving({ as }, 'manager', 'OPS')
  expect(await as('admin').staff.edit(down)).toMatchObject({ unit: { id: 'OPS' } })
})
