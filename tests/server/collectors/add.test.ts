import { expect } from 'vitest'
import { buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { demoPassword, staffId } from '#server/seed/foundation.ts'
import { roleId } from '#server/seed/roles.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import type { Account } from '#tests/support/server.ts'
import { blankSheet, filledSheet, sendSheet } from '#tests/support/sheets.ts'
import { collector, hire } from './support.ts'

const test = restaffing.extend<{ proved: undefined }>({
  proved: [
    async ({ as }, use) => {
      const people: readonly Account[] = ['admin', 'leader', 'group', 'ops']
      for (const who of people) await as(who).session.prove({ proof: demoPassword })
      await use(undefined)
    },
    { auto: true },
  ],
})
const unit = (id: string) => id as IdOf<'unit'>
const work = {
  ...{ agencyId: unit('AG1'), unitId: unit('AG1B'), stages: 'S1, S2', participates: true, addressBookVisible: false },
  ...{ capacity: 40, certificate: 'DRA-7', certificateUntil: null },
}
const meera = {
  ...{
    account: 'meera.iyer',
    name: 'Meera Iyer',
    phone: '9820012345',
    password: 'Good-once-1',
    state: 'enabled' as const,
  },
  ...work,
}

test('somebody new is a collector with an account, whose password is good once and stands nowhere', async ({
  as,
  server,
}) => {
  expect(await as('leader').collectors.add(meera)).toEqual({ id: collector('meera.iyer') })

  const [row] = (await as('leader').collectors.list({ q: 'account:meera.iyer' })).rows
  expect(row).toMatchObject({
    ...{ name: 'Meera Iyer', stages: 'S1, S2', capacity: 40, participates: true, roles: 'Collection specialist' },
    ...{ agency: { id: 'AG1' }, group: { id: 'AG1B' }, certificate: 'DRA-7', certificateState: 'valid' },
  })
  const signedIn = await as(null).session.signIn({ username: 'meera.iyer', password: 'Good-once-1' })
  expect(signedIn.mustChangePassword).toBe(true)
  const { rows } = await server.app.database.query(
    `select object_id as id, after, audit::text as all from audit where command = 'collectors.add'`,
  )
  expect(rows).toMatchObject([{ id: 'S-meera.iyer', after: { stages: 'S1, S2', unitId: 'AG1B' } }])
  expect(rows[0]!.all).not.toContain('Good-once-1')
})

test.for([
  ['agencyId', { agencyId: 'OPS' }, 'unknown_agency'],
  ['unitId', { unitId: 'AG2A' }, 'unknown_unit'],
  ['unitId', { unitId: 'AG1' }, 'not_a_team'],
  ['stages', { stages: 'S9' }, 'unknown_stages'],
  ['roleId', { roleId: 'CS' }, 'not_collecting_role'],
  ['account', { account: 'collector' }, 'account_taken'],
] as const)('%s is refused by its name: %j', async ([field, wrong, fault], { as }) => {
  const refused = as('leader').collectors.add({ ...meera, ...(wrong as object) })

  await expect(refused).rejects.toMatchObject({ code: 400, fault, fields: [{ field }] })
})

test('a unit of another agency than the one that is named is refused', async ({ as }) => {
  const refused = as('admin').collectors.add({ ...meera, unitId: unit('AG2A') })

  const msg = 'It is not a group or department of In-house collections'
  await expect(refused).rejects.toMatchObject({ fault: 'outside_agency', msg, fields: [{ field: 'unitId' }] })
})

test.for([
  ...(['agencyId', 'unitId', 'stages', 'participates', 'addressBookVisible', 'phone', 'state'] as const),
  ...(['account', 'name', 'password'] as const),
])('%s is required', async (field, { as }) => {
  const refused = as('leader').collectors.add({ ...meera, [field]: undefined })

  await expect(refused).rejects.toMatchObject({ fault: 'invalid', fields: [{ field }] })
})

test('nobody adds with a role that they do not hold themselves', async ({ as }) => {
  await expect(as('group').collectors.add({ ...meera, unitId: unit('AG1A') })).rejects.toMatchObject({
    ...{ fault: 'beyond_own_rights', fields: [{ field: 'roleId' }] },
  })
})

test('whoever gets the role is told to have no cases, is offered as a candidate, and is taken in', async ({
  as,
  server,
}) => {
  const [person] = (await as('admin').staff.list({ q: 'account:caller' })).rows
  await server.app.database.query(`update staff set unit_id = 'AG1A' where account = 'caller'`)
  const preview = await as('admin').batches.preview({
    ...{ command: 'staff.addRole', selection: { listing: 'staff.list', ids: [staffId('caller')] } },
    args: { roleId: roleId('COL') },
  })
  const told = `${person!.name} is given no cases until they are made a collector on the collectors page`
  expect(preview.effects).toMatchObject([{ of: 'rightsGained' }, { of: 'noCases', texts: [told] }])
  await as('admin').batches.run({ id: preview.id })
  const candidates = async () =>
    (await as('group').references.search({ kind: 'collectorCandidate', text: '' })).found.map(({ id }) => id)
  expect(await candidates()).toEqual([staffId('caller')])
  const asked = { ...work, staffId: staffId('caller') as never, unitId: unit('AG1A') }

  await expect(as('group').collectors.takeIn(asked)).rejects.toMatchObject({ fault: 'phone_needed' })
  await as('group').collectors.takeIn({ ...asked, phone: '9820054321' })

  expect(await candidates()).toEqual([])
  const [row] = (await as('group').collectors.list({ q: 'account:caller' })).rows
  expect(row).toMatchObject({ stages: 'S1, S2', group: { id: 'AG1A' } })
  await expect(as('group').collectors.takeIn(asked)).rejects.toMatchObject({ fault: 'unknown_candidate' })
})

test('nobody takes in somebody out of reach, or without the role', async ({ as, server }) => {
  const beyond = await hire({ server }, 'beyond', { unit: 'AG2A' })
  const asked = { ...work, phone: '9820054321' }

  for (const who of [beyond, staffId('caller')]) {
    const refused = as('leader').collectors.takeIn({ ...asked, staffId: who as never })
    await expect(refused).rejects.toMatchObject({ fault: 'unknown_candidate', fields: [{ field: 'staffId' }] })
  }
})

const line = {
  ...{
    account: 'asha.rao',
    name: 'Asha Rao',
    phone: '9820012345',
    password: 'Good-once-1',
    agency: 'AG1',
    unit: 'AG1A',
  },
  ...{ stages: 'S1, M1', participates: 'yes', addressBook: 'no', capacity: '30', state: 'enabled' },
}

test('a sheet adds all of its people, or none where one line is wrong, named by line and column', async ({
  as,
  raw,
  server,
  tokenOf,
}) => {
  const blank = await blankSheet({ server, tokenOf }, '/urge/collectors/template', 'leader')
  const send = (...lines: Record<string, string>[]) =>
    sendSheet({ raw }, 'POST /urge/collectors/sheet', filledSheet(blank, lines), { who: 'leader' })
  const other = { ...line, account: 'ravi.menon', name: 'Ravi Menon' }

  const wrong = await send(
    line,
    { ...other, stages: 'S9' },
    { ...other, account: 'collector', unit: 'AG2A' },
    { ...other, participates: 'perhaps', state: '' },
    line,
  )
  expect(wrong.code).toBe(400)
  expect((wrong.fields as { field: string }[]).map(({ field }) => field).toSorted()).toEqual(
    ['4.stages', '5.account', '5.unit', '6.participates', '6.state', '7.account'].toSorted(),
  )
  expect((await as('leader').collectors.list({ q: '' })).rows).toHaveLength(1)

  expect(await send(line, other)).toMatchObject({ data: { added: 2, request: null } })
  const { rows } = await as('leader').collectors.list({ q: 'account:asha.rao' })
  expect(rows).toMatchObject([{ stages: 'S1, M1', capacity: 30, addressBookVisible: false }])
})

test('a sheet whose role moves money waits as one request that names its people, and nobody reads more of them there', async ({
  as,
  raw,
  server,
  tokenOf,
}) => {
  const { query } = server.app.database
  await query(`insert into role_grants (role_id, page, codes, scope) values
      ('COL', 'failedPayouts', ${buttons.request}, 'own'), ('CTL', 'failedPayouts', ${buttons.request}, 'own')
    on conflict (role_id, page) do update set codes = excluded.codes`)
  await query(`update roles set version = version + 1`)
  const blank = await blankSheet({ server, tokenOf }, '/urge/collectors/template', 'leader')
  const other = { ...line, account: 'ravi.menon', name: 'Ravi Menon', stages: 'S2' }

  const sheet = filledSheet(blank, [line, other])
  const answer = await sendSheet({ raw }, 'POST /urge/collectors/sheet', sheet, { who: 'leader' })

  const { added, request } = answer.data as { added: number; request: IdOf<'approval'> }
  expect(added).toBe(0)
  const [filed] = (await as('executive').approvals.list({ q: `id:${request}` })).rows
  expect(filed!.changes).toBe(
    'Stages · asha.rao: – → S1, M1; Stages · ravi.menon: – → S2; ' +
      'Group or department · asha.rao: – → AG1A; Group or department · ravi.menon: – → AG1A',
  )
  const stored = await query(`select (select string_agg(a::text, ' ') from approvals a)
    || (select string_agg(l::text, ' ') from audit l) as all`)
  expect(stored.rows[0]!.all).not.toMatch(/Good-once-1|9820012345/)
  await as('executive').session.prove({ proof: demoPassword })
  await as('executive').approvals.approve({ id: filed!.id, version: filed!.version })
  expect((await as('leader').collectors.list({ q: 'account:asha.rao,ravi.menon' })).rows).toHaveLength(2)
  const [done] = (await as('executive').audit.list({ q: 'command:collectors.addMany outcome:done' })).rows
  expect(done!.changes).toBe('Added: 2 (asha.rao, ravi.menon)')
})
