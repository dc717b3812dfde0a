import { expect } from 'vitest'
import { buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { GrantedPage } from '#contract/roles.ts'
import { demoPassword, staffId } from '#server/seed/foundation.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { Client, World } from '#tests/support/server.ts'
import { listenTo } from '#tests/support/stream.ts'

type As = Pick<World, 'as'>
const id = (mark: string) => mark as IdOf<'role'>
const proved = ({ as }: As) => as('admin').session.prove({ proof: demoPassword })
type Draft = NonNullable<Parameters<Client['roles']['edit']>[0]>

/** A role as its editor begins with it. */
async function draftOf({ as }: As, mark: string): Promise<Draft & { grants: GrantedPage[] }> {
  const { role, grants } = await as('admin').roles.detail({ id: id(mark) })
  const { version, name, state, revealsMax, exportRowsMax } = role
  return { id: role.id, version, name, mark, state, revealsMax, exportRowsMax, grants }
}
const auditor: Draft = {
  ...{ name: 'Auditor', mark: 'AUD', state: 'enabled', revealsMax: 0, exportRowsMax: 100 },
  grants: [{ page: 'orders', codes: buttons.export, scope: 'all' }],
}

test('a role is added by a call without an id, and grants what it says to whoever has it', async ({ as }) => {
  await proved({ as })

  const added = await as('admin').roles.edit(auditor)

  expect((await as('admin').roles.list({ q: 'mark:AUD' })).rows).toEqual([added])
  expect(added).toMatchObject({ id: 'AUD', name: 'Auditor', people: 0, pages: 1, exportRowsMax: 100 })
  const caller = (await as('admin').staff.list({ q: 'account:caller' })).rows[0]!
  await as('admin').staff.addRole({ id: caller.id, version: caller.version, roleId: id('AUD') })
  expect((await as('caller').loans.orders({ q: '' })).rows).toEqual([])
  expect((await as('admin').roles.detail({ id: id('AUD') })).people).toMatchObject([
    { id: staffId('caller'), roles: ['AUD', 'OUT'], signedIn: true },
  ])
})

test('what a role loses is refused with the next call of whoever is signed in, what it gains is there', async ({
  as,
}) => {
  await proved({ as })
  await as('ops').merchants.list({ q: '' })
  const draft = await draftOf({ as }, 'OPS')
  const without = draft.grants.filter(({ page }) => page !== 'merchants')

  await as('admin').roles.edit({ ...draft, grants: [...without, { page: 'staff', codes: 0, scope: 'own' }] })

  await expect(as('ops').merchants.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  expect((await as('ops').staff.list({ q: '' })).rows.map(({ account }) => account)).toEqual(['ops'])
})

test('before a role is disabled, given or taken away one is told whose rights change, but for what they have by another', async ({
  as,
}) => {
  await proved({ as })
  await as('admin').roles.edit({
    ...auditor,
    grants: [...(auditor.grants ?? []), { page: 'merchants', codes: 0, scope: 'all' }],
  })
  const told = async (command: string, args: object, ids: readonly string[]) => {
    const [noun = ''] = command.split('.')
    const asked = { command, args, selection: { listing: `${noun}.list`, ids } }
    const { effects } = await as('admin').batches.preview(asked as never)
    return effects.map(({ of, texts }) => [of, ...(texts ?? [])])
  }
  const given = await told('staff.addRole', { roleId: 'AUD' }, [staffId('caller')])
  const nothingNew = await told('staff.addRole', { roleId: 'AUD' }, [staffId('admin')])
  for (const account of ['caller', 'reviewer']) {
    const person = (await as('admin').staff.list({ q: `account=${account}` })).rows[0]!
    await as('admin').staff.addRole({ id: person.id, version: person.version, roleId: id('AUD') })
  }

  expect(given).toEqual([['rightsGained', 'Auditor (people: 1): Order list, Merchants']])
  expect(nothingNew).toEqual([])
  expect(await told('staff.removeRole', { roleId: 'AUD' }, [staffId('caller')])).toEqual([
    ['rightsLost', 'Auditor (people: 1): Order list, Merchants'],
  ])
  expect(await told('roles.setState', { state: 'disabled' }, ['AUD'])).toEqual([
    ['rightsLost', 'Auditor (people: 2): Order list, Merchants'],
  ])
})

test('a disabled role grants nothing from the next call on', async ({ as }) => {
  await proved({ as })
  await as('ops').loans.failedPayouts({ q: '' })
  const { role } = await as('admin').roles.detail({ id: id('OPS') })

  await as('admin').roles.setState({ id: role.id, version: role.version, state: 'disabled' })

  await expect(as('ops').loans.failedPayouts({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('the stream of whoever is signed in tells that their rights are others, and what they may no longer see no more', async ({
  as,
  server,
  tokenOf,
}) => {
  await proved({ as })
  const stream = await listenTo(server.url, await tokenOf('ops'))
  const other = await listenTo(server.url, await tokenOf('cs'))
  const draft = await draftOf({ as }, 'OPS')

  await as('admin').roles.edit({ ...draft, grants: draft.grants.filter(({ page }) => page !== 'merchants') })
  await expect.poll(() => stream.heard).toContainEqual({ noun: 'rights', rows: null })
  await as('admin').merchants.add({ code: 'ACME', name: 'Acme' })

  await expect.poll(() => JSON.stringify(other.heard)).toContain('ACME')
  expect(JSON.stringify(stream.heard)).not.toContain('ACME')
  expect(JSON.stringify(other.heard)).not.toContain('rights')
  await stream.stop()
  await other.stop()
})

test('a role that was saved by somebody else meanwhile is not written over', async ({ as }) => {
  await proved({ as })
  const draft = await draftOf({ as }, 'CS')
  await as('admin').roles.edit({ ...draft, name: 'Service desk' })

  await expect(as('admin').roles.edit({ ...draft, name: 'Help desk' })).rejects.toMatchObject({
    fault: 'stale_version',
  })
  expect((await draftOf({ as }, 'CS')).name).toBe('Service desk')
})

test.for([
  ['a page twice', { grants: [0, 0].map(() => ({ page: 'orders', codes: 0, scope: 'all' })) }, 'page_twice'],
  ['a button that nothing asks for', { grants: [{ page: 'lens', codes: 4, scope: 'all' }] }, 'button_unknown'],
  ['a mark that is taken', { mark: 'OPS' }, 'mark_taken'],
  ['an unknown page', { grants: [{ page: 'moon', codes: 0, scope: 'all' }] }, 'invalid'],
  ['an unknown scope', { grants: [{ page: 'orders', codes: 0, scope: 'world' }] }, 'invalid'],
  ['no name', { name: ' ' }, 'invalid'],
  ['a mark in small letters', { mark: 'aud' }, 'invalid'],
  ['no status', { state: 'gone' }, 'invalid'],
  ['an unknown role', { id: 'CEO', version: 1 }, 'not_found'],
] as const)('%s is refused, and nothing is added', async ([, wrong, fault], { as }) => {
  await proved({ as })

  await expect(as('admin').roles.edit({ ...auditor, ...wrong } as Draft)).rejects.toMatchObject({ code: 400, fault })
  expect((await as('admin').roles.list({ q: 'mark:AUD' })).rows).toEqual([])
})

test('nobody is locked out of keeping staff and roles', async ({ as }) => {
  await proved({ as })
  const draft = await draftOf({ as }, 'ADM')
  const { role } = await as('admin').roles.detail({ id: id('ADM') })

  for (const page of ['staff', 'roles']) {
    const grants = draft.grants.filter((grant) => grant.page !== page)
    await expect(as('admin').roles.edit({ ...draft, grants })).rejects.toMatchObject({ fault: 'administrator_needs' })
  }
  await expect(as('admin').roles.edit({ ...draft, state: 'disabled' })).rejects.toMatchObject({
    fault: 'administrator_needs',
  })
  const off = { id: role.id, version: role.version, state: 'disabled' as const }
  await expect(as('admin').roles.setState(off)).rejects.toMatchObject({ fault: 'administrator_needs' })
  await expect(as('admin').roles.edit({ ...draft, mark: 'BOSS' })).rejects.toMatchObject({
    fault: 'administrator_mark',
  })
})

test('nobody but an administrator grants what they do not hold, or to more rows', async ({ as, server }) => {
  const { query } = server.app.database
  await query(`update role_grants set codes = 7 where page = 'roles' and role_id = 'MGR'`)
  await query(`update roles set name = name where id = 'MGR'`)
  await as('manager').session.prove({ proof: demoPassword })
  const narrow: Draft = { ...auditor, grants: [{ page: 'orders', codes: buttons.export, scope: 'department' }] }

  expect(await as('manager').roles.edit(narrow)).toMatchObject({ id: 'AUD' })
  await expect(as('manager').roles.edit({ ...auditor, mark: 'AUX' })).rejects.toMatchObject({
    fault: 'beyond_own_rights',
  })
  const money = { ...auditor, mark: 'AUX', grants: [{ page: 'orders', codes: buttons.approve, scope: 'own' }] } as Draft
  await expect(as('manager').roles.edit(money)).rejects.toMatchObject({ fault: 'beyond_own_rights' })
})

test('what two roles grant on one page does not add up to a button that reaches further than the role it comes from', async ({
  as,
  server,
}) => {
  const { query } = server.app.database
  await query(`update role_grants set codes = 7 where page = 'roles' and role_id = 'MGR'`)
  await query(
    `insert into role_grants (role_id, page, codes, scope) values ('QC', 'lens', 0, 'all'), ('MGR', 'lens', 8, 'own')`,
  )
  await query(`insert into staff_roles (staff_id, role_id) values ('S-manager', 'QC')`)
  await query(`update roles set name = name where id in ('MGR', 'QC')`)
  await as('manager').session.prove({ proof: demoPassword })
  const of = (mark: string, codes: number, scope: 'own' | 'all'): Draft => ({
    ...{ ...auditor, revealsMax: 0, mark, exportRowsMax: 0 },
    grants: [{ page: 'lens', codes, scope }],
  })

  await expect(as('manager').roles.edit(of('AUD', buttons.export, 'all'))).rejects.toMatchObject({
    fault: 'beyond_own_rights',
  })
  expect(await as('manager').roles.edit(of('AUE', buttons.export, 'own'))).toMatchObject({ id: 'AUE' })
  expect(await as('manager').roles.edit(of('AUF', 0, 'all'))).toMatchObject({ id: 'AUF' })
})

test('what a deputy approves for somebody else is not theirs to grant', async ({ as, server }) => {
  const { query } = server.app.database
  await query(`insert into role_grants (role_id, page, codes, scope) values ('GL', 'roles', 3, 'all')
    on conflict (role_id, page) do update set codes = 3, scope = 'all'`)
  await query(`update roles set name = name where id = 'GL'`)
  await as('group').session.prove({ proof: demoPassword })
  const days = { since: '2026-03-10' as never, until: '2026-03-12' as never }
  await as('executive').account.nameDeputy({ deputy: staffId('group'), ...days })
  const grants = [{ page: 'reductions', codes: buttons.approve, scope: 'all' }] as NonNullable<Draft['grants']>

  expect((await as('group').session.info({})).menu.length).toBeGreaterThan(0)
  await expect(as('group').roles.edit({ ...auditor, grants })).rejects.toMatchObject({ fault: 'beyond_own_rights' })
})

test('who may keep roles narrows what they do not hold, and raises no quota above their own', async ({
  as,
  server,
}) => {
  const { query } = server.app.database
  await query(`update role_grants set codes = 7, scope = 'all' where page = 'roles' and role_id = 'MGR'`)
  await query(`update roles set name = name, reveals_max = 5 where id = 'MGR'`)
  await proved({ as })
  await as('manager').session.prove({ proof: demoPassword })
  const wide: Draft = { ...auditor, grants: [{ page: 'lens', codes: buttons.export, scope: 'all' }] }
  const { id: roleId, version } = await as('admin').roles.edit(wide)

  const narrowed = { ...wide, id: roleId, version, grants: [{ page: 'lens', codes: 0, scope: 'own' }] } as Draft
  const saved = await as('manager').roles.edit(narrowed)
  const raised = { ...narrowed, version: saved.version }

  await expect(as('manager').roles.edit({ ...raised, revealsMax: 6 })).rejects.toMatchObject({
    ...{ fault: 'beyond_own_quota', values: { max: 5 } },
    fields: [{ field: 'revealsMax' }],
  })
  await expect(as('manager').roles.edit({ ...raised, revealsMax: null })).rejects.toMatchObject({
    fault: 'beyond_own_quota',
  })
  expect(await as('manager').roles.edit({ ...raised, revealsMax: 5 })).toMatchObject({ revealsMax: 5 })
})

test('the quotas of a role bound exports and reveals', async ({ as, given, raw }) => {
  await proved({ as })
  await given.loan()
  await given.loan()
  const customer = await given.customer({ name: 'Mohan Iyer' })
  const draft = await draftOf({ as }, 'CS')
  await as('admin').roles.edit({ ...draft, revealsMax: 0 })
  const manager = await draftOf({ as }, 'MGR')
  await as('admin').roles.edit({ ...manager, exportRowsMax: 1 })

  await expect(
    as('cs').customers.reveal({ id: customer, field: 'phone', reason: 'asks for it' }),
  ).rejects.toMatchObject({
    fault: 'reveals_spent',
  })
  expect(await raw('GET /export/failed-payouts?q=', { who: 'manager' })).toMatchObject({ fault: 'export_rows_spent' })
})

test('who may not keep roles neither sees them nor saves one; a change stands on the record with before and after', async ({
  as,
  server,
}) => {
  await expect(as('ops').roles.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  await expect(as('manager').roles.edit(auditor)).rejects.toMatchObject({ code: 403 })
  await proved({ as })
  const draft = await draftOf({ as }, 'QC')
  await as('admin').roles.edit({ ...draft, grants: [{ page: 'home', codes: 0, scope: 'own' }] })

  const { rows } = await server.app.database.query(
    `select before, after from audit where command = 'roles.edit' and outcome = 'done'`,
  )
  expect(rows[0]!.before).toMatchObject({ mark: 'QC', grants: { home: ['lens.scope.all'] } })
  expect(rows[0]!.after).toMatchObject({ mark: 'QC', grants: { home: ['lens.scope.own'] } })
})

test('the list says how far a role reaches, and finds roles by it', async ({ as }) => {
  const reach = async (q: string) =>
    (await as('admin').roles.list({ q })).rows.map(({ mark, scope }) => `${mark} ${scope}`).toSorted()

  expect(await reach('mark:ADM,MGR,CTL,GL,COL')).toEqual([
    ...['ADM all', 'COL own', 'CTL agency', 'GL group', 'MGR department'],
  ])
  expect(await reach('scope:agency')).toEqual(['CTL agency', 'SPE agency'])
})

test('the whole menu has every page with the buttons in use', async ({ as }) => {
  const { menu, money } = await as('admin').roles.menu()

  const nodes = menu.flatMap((node) => [node, ...(node.children ?? [])])
  // the pages of users, roles and parameters: a sheet is added or edited, it has no button of its own
  for (const page of ['staff', 'roles', 'parameters'])
    expect(nodes.find(({ component }) => component === page)?.meta.btnPermissions, page).toEqual([1, 2, 4])
  expect(money).toContainEqual({ page: 'failedPayouts', code: buttons.request })
})
