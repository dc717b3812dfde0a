import { expect } from 'vitest'
import { buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'
import { hire } from '../collectors/support.ts'

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

test('so does a collector, from wherever they are moved', async ({ as, server }) => {
  await server.app.database.query(`update role_grants set scope = 'group', codes = codes | ${buttons.approve}
      where role_id = 'COL' and page = 'reductions';
    update roles set name = name where id = 'COL'`)
  await as('executive').session.prove({ proof: demoPassword })
  const theirs = async () => (await as('manager').collectors.list({ q: 'account:collector' })).rows[0]!
  const { id, version, stages, capacity, addressBookVisible, group } = await theirs()
  const [up, beside] = ['AG1D1', 'AG1B'] as readonly string[] as readonly IdOf<'unit'>[]
  const work = { stages: stages!, capacity, addressBookVisible, certificate: null, certificateUntil: null }

  const moved = as('manager').collectors.move({ id, version, unitId: up! })
  await expect(moved).rejects.toMatchObject({ code: 400, fault: 'second_person_needed' })
  const edited = as('manager').collectors.edit({ id, version, ...work, unitId: up! })
  await expect(edited).rejects.toMatchObject({ code: 400, fault: 'second_person_needed' })
  const candidate = (await hire({ server }, 'beside', { unit: 'AG1B' })) as never // named as the person is
  const placed = { ...work, staffId: candidate, agencyId: 'AG1' as IdOf<'unit'>, phone: '9820054321' }
  const takenIn = as('manager').collectors.takeIn({ ...placed, participates: true, unitId: up! })
  await expect(takenIn).rejects.toMatchObject({ code: 400, fault: 'second_person_needed' })
  expect((await theirs()).group).toEqual(group)
  const across = as('manager').collectors.move({ id, version, unitId: beside! })
  await expect(across).rejects.toMatchObject({ code: 400, fault: 'second_person_needed' })
  const asked = { call: 'collectors.move', input: { id, version, unitId: up! } }
  const filed = await as('manager').approvals.file(asked)
  await as('executive').approvals.approve({ id: filed.id, version: filed.version })

  expect(await theirs()).toMatchObject({ group: null, department: { id: 'AG1D1' } })
})

test('whose rights over money are those of an agency moves within it, and to another once that is released', async ({
  as,
  server,
}) => {
  await server.app.database.query(`update staff set unit_id = 'AG1A' where id = 'S-leader'`)
  await as('admin').session.prove({ proof: demoPassword })

  const within = await as('admin').staff.edit(await moving({ as }, 'leader', 'AG1B'))
  const beyond = as('admin').staff.edit(await moving({ as }, 'leader', 'AG2A'))

  expect(within).toMatchObject({ unit: { id: 'AG1B' } })
  await expect(beyond).rejects.toMatchObject({ code: 400, fault: 'second_person_needed' })
})
