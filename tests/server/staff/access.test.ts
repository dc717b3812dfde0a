import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { StaffMember } from '#contract/staff.ts'
import { demoPassword, staffId } from '#server/seed/foundation.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'

type As = Pick<World, 'as'>
const find = async ({ as }: As, account: string): Promise<StaffMember> =>
  (await as('admin').staff.list({ q: `account:${account}` })).rows[0]!
const version = async (world: As, account: string) => {
  const { id, version } = await find(world, account)
  return { id, version }
}

test('whoever keeps staff without being an administrator keeps out no last one', async ({ as, server }) => {
  const { query } = server.app.database
  await query(`update role_grants set codes = 7 where page = 'staff' and role_id = 'MGR'`)
  await query(`update roles set name = name where id = 'MGR'`)
  await query(`update staff set unit_id = 'OPS' where id in ('S-manager', 'S-admin')`)
  await as('manager').session.prove({ proof: demoPassword })
  const admin = await version({ as }, 'admin')

  for (const verb of ['disable', 'freeze'] as const) {
    await expect(as('manager').staff[verb](admin)).rejects.toMatchObject({ fault: 'last_administrator' })
  }
  expect((await find({ as }, 'admin')).state).toBe('enabled')
})

test('nobody gets into the account of a deputy of whoever may more than they', async ({ as, server }) => {
  const { query } = server.app.database
  await query(`update role_grants set codes = 7 where page = 'staff' and role_id = 'MGR';
    update roles set name = name where id = 'MGR'; delete from staff_roles where staff_id = 'S-caller';
    insert into staff_roles (staff_id, role_id) values ('S-caller', 'QC');
    delete from role_grants where role_id = 'QC'`)
  await as('manager').session.prove({ proof: demoPassword })
  const days = { since: '2026-03-11' as never, until: '2026-03-12' as never }
  await as('executive').account.nameDeputy({ deputy: staffId('caller'), ...days })

  const reset = async () => as('manager').staff.resetPassword(await version({ as }, 'caller'))

  await expect(reset()).rejects.toMatchObject({ fault: 'beyond_own_rights' })
  await as('executive').account.endDeputy({})
  expect(await reset()).toMatchObject({ password: expect.any(String) })
})

test('nobody has the mail of whoever may more than they sent elsewhere', async ({ as, server }) => {
  await server.app.database.query(`update role_grants set codes = 7 where page = 'staff' and role_id = 'MGR';
    update roles set name = name where id = 'MGR'`)
  const { id, version: seen, name } = await find({ as }, 'executive')
  const details = { id, version: seen, name, phone: '98200 12345', unitId: 'HQ' as IdOf<'unit'> }

  const sent = as('manager').staff.edit({ ...details, email: 'manager@lender.example' })

  await expect(sent).rejects.toMatchObject({ fault: 'beyond_own_rights', fields: [{ field: 'email' }] })
  const kept = await as('manager').staff.edit(details)
  expect(
    await as('admin').staff.edit({ ...details, version: kept.version, email: 'executive@lender.example' }),
  ).toMatchObject({
    email: 'executive@lender.example',
  })
})

test('people are moved as far as the right to edit them reaches, whatever another adds them to', async ({
  as,
  server,
}) => {
  const { query } = server.app.database
  await query(`insert into role_grants (role_id, page, codes, scope) values ('GL', 'staff', 2, 'group');
    update roles set name = name where id = 'GL';
    insert into roles (id, name, mark, created_at) values ('ENR', 'Enrolment', 'ENR', now());
    insert into role_grants (role_id, page, codes, scope) values ('ENR', 'staff', 1, 'all');
    insert into staff_roles (staff_id, role_id) values ('S-group', 'ENR')`)
  const { id, version: seen, name } = await find({ as }, 'group')
  const move = { id, version: seen, name, phone: '98200 12345', unitId: 'HQ' as IdOf<'unit'> }

  await expect(as('group').staff.edit(move)).rejects.toMatchObject({ fault: 'unknown_unit' })
})

test('who was disabled is let in again; details are edited, and sessions ended, each on the record', async ({
  as,
  server,
  tokenOf,
}) => {
  await as('admin').session.prove({ proof: demoPassword })
  const disabled = await as('admin').staff.disable(await version({ as }, 'caller'))
  const enabled = await as('admin').staff.enable({ id: disabled.id, version: disabled.version })
  expect(enabled.state).toBe('enabled')
  expect(await as(null).session.signIn({ username: 'caller', password: demoPassword })).toMatchObject({
    mustChangePassword: false,
  })

  const details = { name: 'Asha Rao', phone: '98200 54321', unitId: enabled.unit.id, jobNumber: 'J-77' }
  const edited = await as('admin').staff.edit({
    ...{ id: enabled.id, version: (await find({ as }, 'caller')).version },
    ...details,
  })
  expect(edited).toMatchObject({ name: 'Asha Rao', jobNumber: 'J-77' })

  await tokenOf('caller')
  await as('caller').session.info()
  await as('admin').staff.endSessions(await version({ as }, 'caller'))
  await expect(as('caller').session.info()).rejects.toMatchObject({ code: 401 })
  const { rows } = await server.app.database.query(
    `select command from audit where object_id = 'S-caller' and outcome = 'done' and noun = 'staff' order by id`,
  )
  const commands = rows.map(({ command }) => command)
  expect(commands).toEqual(expect.arrayContaining(['staff.enable', 'staff.edit', 'staff.endSessions']))
  await expect(as('admin').staff.endSessions(await version({ as }, 'caller'))).rejects.toMatchObject({
    fault: 'not_signed_in',
  })
  await expect(as('admin').staff.resetTwoFactor(await version({ as }, 'caller'))).rejects.toMatchObject({
    fault: 'two_factor_off',
  })
})
