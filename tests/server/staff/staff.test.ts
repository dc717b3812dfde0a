import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { StaffMember } from '#contract/staff.ts'
import { demoPassword, staffId } from '#server/seed/foundation.ts'
import { roleId } from '#server/seed/roles.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'

type As = Pick<World, 'as'>
const unit = (id: string) => id as IdOf<'unit'>
const meera = {
  ...{ account: 'meera.iyer', name: 'Meera Iyer', phone: '+91 98200 12345', unitId: unit('OPS') },
  ...{ password: 'Good-once-1', roleId: roleId('QC'), state: 'enabled' as const, email: 'meera@lender.example' },
}
const find = async ({ as }: As, account: string): Promise<StaffMember> =>
  (await as('admin').staff.list({ q: `account:${account}` })).rows[0]!
const version = async (world: As, account: string) => {
  const { id, version } = await find(world, account)
  return { id, version }
}
const proved = async ({ as }: As) => {
  await as('admin').session.prove({ proof: demoPassword })
}
const signIn = ({ as }: As, username: string, password: string) => as(null).session.signIn({ username, password })

test('somebody who is added signs in once with the password they were given, and chooses their own', async ({ as }) => {
  await proved({ as })

  const { id } = await as('admin').staff.add(meera)

  expect(id).toBe('S-meera.iyer')
  expect(await find({ as }, 'meera.iyer')).toMatchObject({
    ...{ name: 'Meera Iyer', roles: 'Quality inspector', unit: { id: 'OPS', name: 'Operations' }, state: 'enabled' },
    ...{ email: 'meera@lender.example', passwordDue: true, sessions: 0, lastSignInAt: null },
  })
  expect(await signIn({ as }, 'Meera.Iyer', 'Good-once-1')).toMatchObject({ mustChangePassword: true })
  expect(await find({ as }, 'meera.iyer')).toMatchObject({ sessions: 1 })
})

test('adding somebody takes a proof, and the password stands nowhere on the record', async ({ as, server }) => {
  await expect(as('admin').staff.add(meera)).rejects.toMatchObject({ fault: 'step_up_needed' })
  await proved({ as })
  await as('admin').staff.add(meera)

  const { rows } = await server.app.database.query(
    `select object_id, after, audit::text as text from audit where command = 'staff.add' and outcome = 'done'`,
  )
  expect(rows).toMatchObject([{ object_id: 'S-meera.iyer', after: { account: 'meera.iyer', roleId: 'QC' } }])
  expect(rows[0]!.text).not.toContain('Good-once-1')
})

test.for([
  ['email', { email: 'meera at lender' }],
  ['account', { account: 'Meera Iyer' }],
  ['account', { account: '' }],
  ['name', { name: '  ' }],
  ['phone', { phone: 'call me' }],
  ['password', { password: 'short1!' }],
  ['roleId', { roleId: '' as IdOf<'role'> }],
  ['state', { state: 'gone' as never }],
] as const)('a wrong or missing %s is refused by its field', async ([field, wrong], { as }) => {
  await proved({ as })

  await expect(as('admin').staff.add({ ...meera, ...wrong })).rejects.toMatchObject({
    ...{ code: 400, fault: 'invalid' },
    fields: [expect.objectContaining({ field })],
  })
  expect((await as('admin').staff.list({ q: 'account:meera.iyer' })).rows).toEqual([])
})

test('an address that is none is an email format incorrect, in the words of whoever types it', async ({ as }) => {
  await proved({ as })
  const asked = { ...meera, email: 'meera at lender' }

  for (const [language, reason] of [
    ['en', 'email format incorrect'],
    ['zh', '邮箱格式不正确'],
  ] as const)
    await expect(as('admin', { language }).staff.add(asked)).rejects.toMatchObject({
      fields: [{ field: 'email', reason }],
    })
})

test('a password that is too weak is refused by what it has to be', async ({ as }) => {
  await proved({ as })

  await expect(as('admin').staff.add({ ...meera, password: 'short1!' })).rejects.toMatchObject({
    fields: [{ field: 'password', reason: expect.stringContaining('8 to 20 characters') }],
  })
})

test('a login name is one person’s, a unit and a role are known ones', async ({ as }) => {
  await proved({ as })
  await as('admin').staff.add(meera)

  await expect(as('admin').staff.add(meera)).rejects.toMatchObject({ fault: 'account_taken' })
  const other = { ...meera, account: 'other' }
  await expect(as('admin').staff.add({ ...other, unitId: unit('MOON') })).rejects.toMatchObject({
    fault: 'unknown_unit',
  })
  await expect(as('admin').staff.add({ ...other, roleId: 'CEO' as IdOf<'role'> })).rejects.toMatchObject({
    fault: 'unknown_role',
  })
})

test('nobody gives a role that reaches further than their own', async ({ as, server }) => {
  await server.app.database.query(`update role_grants set codes = 7 where page = 'staff' and role_id = 'MGR'`)
  await server.app.database.query(`update roles set name = name where id = 'MGR'`)
  await as('manager').session.prove({ proof: demoPassword })

  await expect(as('manager').staff.add({ ...meera, roleId: roleId('EXE') })).rejects.toMatchObject({
    fault: 'beyond_own_rights',
  })
  const caller = await version({ as }, 'caller')
  await expect(as('manager').staff.addRole({ ...caller, roleId: roleId('ADM') })).rejects.toMatchObject({
    fault: 'beyond_own_rights',
  })
})

test('who keeps the staff of a department takes over no account that may more, and moves nobody to where more is seen', async ({
  as,
  server,
}) => {
  const { query } = server.app.database
  await query(`update role_grants set codes = 7 where page = 'staff' and role_id = 'MGR'`)
  await query(`update roles set name = name where id = 'MGR'`)
  await query(`update staff set unit_id = 'OPS' where id in ('S-manager', 'S-admin')`)
  await as('manager').session.prove({ proof: demoPassword })
  const manager = await version({ as }, 'manager')

  for (const verb of ['resetPassword', 'resetTwoFactor'] as const) {
    await expect(as('manager').staff[verb](await version({ as }, 'admin'))).rejects.toMatchObject({
      fault: 'beyond_own_rights',
    })
  }
  const move = { ...manager, name: 'Manager', phone: '98200 12345', unitId: unit('HQ') }
  await expect(as('manager').staff.edit(move)).rejects.toMatchObject({ fault: 'unknown_unit' })
  expect(await as('manager').staff.edit({ ...move, unitId: unit('OPS') })).toMatchObject({ unit: { id: 'OPS' } })
})

test('who has no right adds nobody, and sees nobody', async ({ as }) => {
  await expect(as('ops').staff.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  await expect(as('manager').staff.add(meera)).rejects.toMatchObject({ code: 403 })
})

test('a disabled person is signed out, cannot sign in, and their open work goes back to where it is given out', async ({
  as,
  given,
  server,
}) => {
  const { id: caseId } = await given.case({ collector: 'collector' })
  const ticket = await given.ticket({ processor: 'collector' })
  const taken = await given.loan({ state: 22, reviewer: 'collector' })
  const decided = await given.loan({ state: 27, reviewer: 'collector' })
  await signIn({ as }, 'collector', demoPassword)
  const one = await version({ as }, 'collector')

  const told = await as('admin').batches.preview({
    ...{ command: 'staff.disable', args: {}, selection: { listing: 'staff.list', ids: [one.id] } },
  })
  const after = await as('admin').staff.disable(one)

  expect(told.effects).toEqual([
    { of: 'sessions', sums: [], count: 1 },
    { of: 'cases', sums: [], count: 1 },
    { of: 'tickets', sums: [], count: 1 },
    { of: 'reviews', sums: [], count: 1 },
  ])
  expect(after).toMatchObject({ state: 'disabled', sessions: 0 })
  const { query } = server.app.database
  expect(
    (await query(`select state, collector_id, agency_id, allocated_at from cases where id = '${caseId}'`)).rows,
  ).toEqual([{ state: 'allocating', collector_id: null, agency_id: null, allocated_at: null }])
  expect((await query(`select processor_id from tickets where id = '${ticket.id}'`)).rows).toEqual([
    { processor_id: null },
  ])
  expect(
    (await query(`select reviewer_id from loans where id in ('${taken.id}', '${decided.id}') order by state`)).rows,
  ).toEqual([{ reviewer_id: null }, { reviewer_id: 'S-collector' }])
  expect((await query(`select state, reviewer_id, locked_until from reviews`)).rows).toEqual([
    { state: 'unclaimed', reviewer_id: null, locked_until: null },
  ])
  const { rows } = await query(`select noun, object_id from audit where command = 'staff.disable' order by noun`)
  const released = [
    { noun: 'cases', object_id: caseId },
    { noun: 'reviews', object_id: taken.review.id },
  ]
  expect(rows).toMatchObject([...released, { noun: 'staff' }, { noun: 'tickets' }])
  await expect(signIn({ as }, 'collector', demoPassword)).rejects.toMatchObject({ fault: 'wrong_credentials' })
})

test('a frozen person keeps their work, and signs in again once unfrozen', async ({ as, given, server }) => {
  const { id: caseId } = await given.case({ collector: 'collector' })

  const frozen = await as('admin').staff.freeze(await version({ as }, 'collector'))

  expect(frozen.state).toBe('frozen')
  const { rows } = await server.app.database.query(`select collector_id from cases where id = '${caseId}'`)
  expect(rows).toEqual([{ collector_id: 'S-collector' }])
  await expect(signIn({ as }, 'collector', demoPassword)).rejects.toMatchObject({ fault: 'wrong_credentials' })
  await as('admin').staff.unfreeze({ id: frozen.id, version: frozen.version })
  expect(await signIn({ as }, 'collector', demoPassword)).toMatchObject({ mustChangePassword: false })
})

test('nobody keeps themselves out, nor the last administrator', async ({ as, server }) => {
  await proved({ as })
  const own = await version({ as }, 'admin')
  for (const verb of ['disable', 'freeze', 'resetPassword', 'resetTwoFactor'] as const) {
    await expect(as('admin').staff[verb](own)).rejects.toMatchObject({ fault: 'own_account' })
  }
  await as('admin').staff.addRole({ ...(await version({ as }, 'ops')), roleId: roleId('ADM') })
  await as('ops').session.prove({ proof: demoPassword })
  await as('ops').staff.disable(await version({ as }, 'admin'))

  const { rows } = await server.app.database.query(`select version from staff where id = 'S-ops'`)
  const last = { id: staffId('ops'), version: rows[0]!.version as never }
  await expect(as('ops').staff.removeRole({ ...last, roleId: roleId('ADM') })).rejects.toMatchObject({
    fault: 'last_administrator',
  })
})

test('roles are given and taken one by one; the last stays', async ({ as }) => {
  await proved({ as })
  const both = await as('admin').staff.addRole({ ...(await version({ as }, 'caller')), roleId: roleId('QC') })

  expect(both.roles).toBe('Out-calling, Quality inspector')
  expect((await as('caller').session.roles()).roles.map(({ mark }) => mark)).toEqual(['OUT', 'QC'])
  const again = { id: both.id, version: both.version, roleId: roleId('QC') }
  await expect(as('admin').staff.addRole(again)).rejects.toMatchObject({ fault: 'has_role' })
  const one = await as('admin').staff.removeRole(again)
  expect(one.roles).toBe('Out-calling')
  const last = { id: one.id, version: one.version, roleId: roleId('OUT') }
  await expect(as('admin').staff.removeRole(last)).rejects.toMatchObject({ fault: 'last_role' })
  await expect(as('admin').staff.removeRole({ ...last, roleId: roleId('QC') })).rejects.toMatchObject({
    fault: 'lacks_role',
  })
})

test('a password that was reset is answered once, is good once, and ends the sessions', async ({ as, tokenOf }) => {
  await tokenOf('caller')
  await as('caller').session.info()
  await proved({ as })

  const reset = await as('admin').staff.resetPassword(await version({ as }, 'caller'))

  const { password } = reset as { password: string }
  await expect(as('caller').session.info()).rejects.toMatchObject({ code: 401 })
  await expect(signIn({ as }, 'caller', demoPassword)).rejects.toMatchObject({ fault: 'wrong_credentials' })
  expect(await signIn({ as }, 'caller', password)).toMatchObject({ mustChangePassword: true })
  expect(JSON.stringify(await find({ as }, 'caller'))).not.toContain(password)
})

test('when and from where somebody signed in last stands beside them, whoever else has tried since', async ({ as }) => {
  await signIn({ as }, 'caller', demoPassword)
  await signIn({ as }, 'caller', 'wrong').catch(() => {})

  const [one] = (await as('admin').staff.list({ q: 'account:caller' })).rows

  expect(one).toMatchObject({ lastSignInAt: '2026-03-10T06:00:00Z', lastSignInIp: '127.0.0.1' })
  expect((await as('admin').staff.list({ q: 'account:inspector' })).rows[0]).toMatchObject({ lastSignInIp: null })
})

test('staff are listed by unit: a manager of a department sees those below it', async ({ as, server }) => {
  await server.app.database.query(`update staff set unit_id = 'COL' where id = 'S-manager'`)

  const seen = await as('manager').staff.list({ q: '', size: 500 })

  const units = new Set(seen.rows.map(({ unit }) => unit.id as string))
  expect(units.has('HQ')).toBe(false)
  expect(units.has('AG1')).toBe(true)
})

test('accounts that nobody has used for thirty days are listed, to be disabled together', async ({
  as,
  server,
  clock,
}) => {
  const at = (days: number) => new Date(clock.now().getTime() - days * 86_400_000).toISOString()
  await server.app.database.query(`update staff set last_sign_in_at = $1 where id = 'S-caller'`, [at(31)])
  await server.app.database.query(`update staff set last_sign_in_at = $1 where id = 'S-ops'`, [at(29)])

  const unused = await as('admin').staff.list({ q: 'state:enabled lastSignInAt<-30d', size: 500 })

  expect(unused.rows.map(({ account }) => account)).toEqual(['caller'])
})
