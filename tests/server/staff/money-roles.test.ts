import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { demoPassword, staffId } from '#server/seed/foundation.ts'
import { roleId } from '#server/seed/roles.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import type { Account, World } from '#tests/support/server.ts'

const test = restaffing.extend<{ proved: undefined }>({
  proved: [
    async ({ as }, use) => {
      const people: readonly Account[] = ['admin', 'executive', 'manager', 'ops']
      for (const who of people) await as(who).session.prove({ proof: demoPassword })
      await use(undefined)
    },
    { auto: true },
  ],
})
type As = Pick<World, 'as'>
const second = { code: 400, fault: 'second_person_needed' }
const meera = {
  ...{ account: 'meera.iyer', name: 'Meera Iyer', phone: '9820012345', unitId: 'OPS' as IdOf<'unit'> },
  ...{ password: 'Good-once-1', roleId: roleId('OPS'), state: 'enabled' as const },
}
/** Giving somebody a role, as the form has it. */
async function giving({ as }: As, account: string, mark: 'EXE' | 'MGR' | 'QC') {
  const { id, version } = (await as('admin').staff.list({ q: `account:${account}` })).rows[0]!
  return { id, version, roleId: roleId(mark) }
}
const file = async (world: As, account: string, mark: 'EXE' | 'MGR') =>
  world.as('admin').approvals.file({ call: 'staff.addRole', input: await giving(world, account, mark) })

test('nobody gives a role that moves money alone, themselves least of all; another one they do', async ({ as }) => {
  await expect(as('admin').staff.addRole(await giving({ as }, 'admin', 'EXE'))).rejects.toMatchObject(second)
  await expect(as('admin').staff.add(meera)).rejects.toMatchObject(second)
  const many = { members: [{ ...meera, state: undefined }] }
  await expect(as('admin').staff.addMany(many as never)).rejects.toMatchObject(second)
  const selection = { listing: 'staff.list', ids: [staffId('admin')] }
  const run = { command: 'staff.addRole', selection, args: { roleId: 'EXE' } }
  await expect(as('admin').batches.start(run)).rejects.toMatchObject({ fault: 'needs_preview' })
  const { id } = await as('admin').batches.preview(run)
  await as('admin').batches.run({ id: id! })

  expect((await as('admin').session.roles()).roles.map(({ mark }) => mark)).toEqual(['ADM'])
  expect((await as('admin').staff.addRole(await giving({ as }, 'caller', 'QC'))).roles).toContain('Quality')
})

test('what a second person has released is given; nobody releases what they get themselves, nor their deputy', async ({
  as,
  server,
}) => {
  const { id, version } = await file({ as }, 'executive', 'MGR')
  const days = { since: '2026-03-10' as never, until: '2026-03-12' as never }
  await as('executive').account.nameDeputy({ deputy: staffId('manager'), ...days })

  for (const who of ['executive', 'manager'] as const) {
    await expect(as(who).approvals.approve({ id, version })).rejects.toMatchObject({ fault: 'own_role' })
  }
  await as('executive').account.endDeputy({})
  await server.app.database.query(`update staff set unit_id = 'HQ' where id = 'S-manager'`)
  await as('manager').approvals.approve({ id, version })
  expect((await as('executive').session.roles()).roles.map(({ mark }) => mark)).toEqual(['EXE', 'MGR'])
})

test('somebody new with such a role is there once they are released, and signs in with what they were given', async ({
  as,
}) => {
  const filed = await as('admin').approvals.file({ call: 'staff.add', input: meera })

  expect(filed.changes).toContain('Role: – → OPS')
  expect(filed.changes).not.toContain('Good-once-1')
  await as('executive').approvals.approve({ id: filed.id, version: filed.version })
  const signedIn = await as(null).session.signIn({ username: 'meera.iyer', password: 'Good-once-1' })
  expect(signedIn.mustChangePassword).toBe(true)
})

test('the first who releases anything is added by whoever is there; one who is disabled is no way around', async ({
  as,
  server,
}) => {
  const { query } = server.app.database
  await query(
    `update staff set state = 'disabled' where id in (select staff_id from staff_roles where role_id in ('EXE', 'MGR'))`,
  )
  await expect(as('admin').staff.addRole(await giving({ as }, 'caller', 'EXE'))).rejects.toMatchObject(second)
  await query(`delete from staff_roles where role_id in ('EXE', 'MGR')`)

  const first = await as('admin').staff.addRole(await giving({ as }, 'caller', 'EXE'))

  expect(first.roles).toContain('Executive')
  await expect(as('admin').staff.addRole(await giving({ as }, 'ops', 'MGR'))).rejects.toMatchObject(second)
})

test('a role that is disabled is taken from whoever still has it', async ({ as, server }) => {
  const { query } = server.app.database
  await query(`insert into staff_roles (staff_id, role_id) values ('S-caller', 'QC')`)
  await query(`update roles set state = 'disabled' where id = 'QC'`)

  const left = await as('admin').staff.removeRole(await giving({ as }, 'caller', 'QC'))

  expect(left.roles).toBe('Out-calling')
})
