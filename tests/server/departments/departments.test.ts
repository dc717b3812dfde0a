import { expect } from 'vitest'
import type { Department } from '#contract/departments.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { recorded } from '#tests/server/units/support.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { Account, World } from '#tests/support/server.ts'

const below = (code: string) => code as IdOf<'parentDepartment'>
const listed = async ({ as }: Pick<World, 'as'>, q = '', who: Account = 'admin'): Promise<readonly Department[]> =>
  (await as(who).departments.list({ q })).rows
const names = async (...of: Parameters<typeof listed>) => (await listed(...of)).map(({ id }) => id)

/** A department as it is now. */
async function departmentOf(world: Pick<World, 'as'>, code: string): Promise<Department> {
  const [row] = await listed(world, `id:${code}`)
  expect(row?.id).toBe(code)
  return row!
}

/** Adds a department with a name of its own, and answers it. */
async function added({ as }: Pick<World, 'as'>, name: string, parent?: string): Promise<Department> {
  const { id } = await as('admin').departments.add({ name, ...(parent && { parentId: below(parent) }) })
  return departmentOf({ as }, id)
}

test('the house is listed as a tree, without what lies in agencies', async ({ as }) => {
  const rows = await listed({ as })

  expect(rows.map(({ id, parent }) => `${id} ${parent?.id ?? '-'}`)).toEqual([
    ...['HQ -', 'COL HQ', 'MKT HQ', 'OPS HQ', 'RSK HQ', 'SVC HQ'],
  ])
  expect(rows[0]).toMatchObject({ name: 'Head office', children: 5, agencies: 0 })
  expect(rows[1]).toMatchObject({ name: 'Collections', children: 0, agencies: 3, path: '/HQ/COL/' })
  expect(await names({ as }, 'agencies>0')).toEqual(['COL'])
})

test('whoever administers staff keeps the house, others see it or do not', async ({ as }) => {
  const row = await departmentOf({ as }, 'SVC')

  expect(await names({ as }, '', 'executive')).toHaveLength(6)
  for (const who of ['manager', 'executive'] as const) {
    await expect(as(who).departments.add({ name: 'Mine' })).rejects.toMatchObject({ code: 403 })
    await expect(as(who).departments.edit({ ...row, name: 'Mine', officerId: undefined })).rejects.toMatchObject({
      code: 403,
    })
    await expect(as(who).departments.move({ ...row, parentId: below('OPS') })).rejects.toMatchObject({ code: 403 })
    await expect(as(who).departments.remove(row)).rejects.toMatchObject({ code: 403 })
  }
  for (const who of ['ops', 'leader', 'collector'] as const) {
    await expect(as(who).departments.list()).rejects.toMatchObject({ code: 403 })
  }
})

test('departments are added below the head office and below each other, each on the record', async ({ as, server }) => {
  const team = await added({ as }, 'Finance')
  const desk = await added({ as }, 'Payables', team.id)

  expect(team).toMatchObject({ parent: { id: 'HQ' }, path: `/HQ/${team.id}/`, staff: 0 })
  expect(desk).toMatchObject({ parent: { id: team.id }, path: `/HQ/${team.id}/${desk.id}/` })
  expect(await recorded({ server }, 'departments.add')).toMatchObject([
    { id: team.id, before: null, after: { name: 'Finance', kind: 'department' } },
    { id: desk.id, after: { name: 'Payables', parentId: team.id } },
  ])
  await expect(as('admin').departments.add({ name: ' finance ' })).rejects.toMatchObject({
    ...{ fault: 'name_taken', fields: [{ field: 'name' }] },
  })
  for (const parent of ['AG1', 'AG1D1', 'NONE']) {
    await expect(as('admin').departments.add({ name: 'Other', parentId: below(parent) })).rejects.toMatchObject({
      ...{ fault: 'unknown_department', fields: [{ field: 'parentId' }] },
    })
  }
})

test('the head office is renamed, and stays', async ({ as, server }) => {
  const root = await departmentOf({ as }, 'HQ')
  await as('admin').departments.edit({ ...root, name: 'Lend & Co', officerId: 'S-executive' as IdOf<'staff'> })

  const renamed = await departmentOf({ as }, 'HQ')
  expect(renamed).toMatchObject({ name: 'Lend & Co', officer: { id: 'S-executive' } })
  expect(await recorded({ server }, 'departments.edit')).toMatchObject([
    { id: 'HQ', before: { name: 'Head office' }, after: { name: 'Lend & Co' } },
  ])
  const refused = { fault: 'head_office_stays' }
  await expect(as('admin').departments.remove(renamed)).rejects.toMatchObject(refused)
  await expect(as('admin').departments.move({ ...renamed, parentId: below('OPS') })).rejects.toMatchObject(refused)
})

test('a department that moves takes its people, agencies and cases along, within reach of whoever it is below now', async ({
  as,
  given,
  server,
}) => {
  const { id } = await given.case({ collector: 'collector' })
  await server.app.database.query(`update staff set unit_id = 'OPS' where id = 'S-manager'`)
  const seen = async (who: Account) => (await as(who).cases.open({ q: '' })).rows.map((row) => row.id)
  expect(await seen('supervisor')).toEqual([id])
  expect(await seen('manager')).toEqual([])

  await as('admin').departments.move({ ...(await departmentOf({ as }, 'COL')), parentId: below('OPS') })

  expect(await departmentOf({ as }, 'COL')).toMatchObject({ parent: { id: 'OPS' }, path: '/HQ/OPS/COL/', agencies: 3 })
  expect(await seen('supervisor')).toEqual([id])
  expect(await seen('manager')).toEqual([id])
  const { rows } = await server.app.database.query('select unit_path as path, agency_id as agency from cases')
  expect(rows).toEqual([{ path: '/HQ/OPS/COL/AG1/AG1D1/AG1A/', agency: 'AG1' }])
  expect((await as('manager').units.list({ q: 'kind:agency' })).rows.map((row) => row.parent?.id)).toEqual([
    ...['COL', 'COL', 'COL'],
  ])
  expect(await names({ as }, '', 'manager')).toEqual(['OPS', 'COL'])
  expect(await recorded({ server }, 'departments.move')).toMatchObject([
    { id: 'COL', before: { parent: { id: 'HQ' } }, after: { parent: { id: 'OPS' } } },
  ])
})

test('agencies report to a department, with their cases and those that wait for one', async ({ as, given, server }) => {
  const held = await given.case({ collector: 'collector' })
  const waiting = await given.case({})
  const { database } = server.app
  await database.query(
    `update cases set unit_path = '/HQ/COL/' where id = '${waiting.id}'; update staff set unit_id = 'SVC' where id = 'S-manager'`,
  )
  const row = await departmentOf({ as }, 'SVC')

  await as('admin').departments.takeAgencies(row)

  const taken = await departmentOf({ as }, 'SVC')
  expect(taken).toMatchObject({ agencies: 3, path: '/HQ/SVC/' })
  expect(await departmentOf({ as }, 'COL')).toMatchObject({ agencies: 0 })
  const { rows } = await database.query('select id, unit_path as path from cases order by unit_path')
  expect(rows).toEqual([
    { id: waiting.id, path: '/HQ/SVC/' },
    { id: held.id, path: '/HQ/SVC/AG1/AG1D1/AG1A/' },
  ])
  expect((await as('manager').cases.open({ q: '' })).rows).toHaveLength(2)
  expect((await as('manager').units.siblings()).siblings.map(({ id }) => id)).toEqual(['AG1', 'AG2', 'AG3'])
  expect(await recorded({ server }, 'departments.takeAgencies')).toMatchObject([
    { id: 'SVC', before: { agencies: 0 }, after: { agencies: 3 } },
  ])
  await expect(as('admin').departments.takeAgencies(taken)).rejects.toMatchObject({ fault: 'agencies_report_here' })
  await expect(as('manager').departments.takeAgencies(taken)).rejects.toMatchObject({ code: 403 })
})

test.for([
  ['SVC', 'HQ', 'same_parent'],
  ['SVC', 'SVC', 'unit_into_itself'],
  ['SVC', 'AG1', 'unknown_department'],
  ['SVC', 'AG1D1', 'unknown_department'],
  ['SVC', 'NONE', 'unknown_department'],
] as const)('%s is not moved below %s: %s', async ([code, parent, fault], { as }) => {
  const row = await departmentOf({ as }, code)

  await expect(as('admin').departments.move({ ...row, parentId: below(parent) })).rejects.toMatchObject({
    ...{ fault, fields: [{ field: 'parentId' }] },
  })
})

test('nobody has agencies report to a department that lie beyond their reach', async ({ as, server }) => {
  const { query } = server.app.database
  await query(`update role_grants set codes = 7, scope = 'department' where page = 'departments' and role_id = 'MGR';
    update roles set name = name where id = 'MGR'; update staff set unit_id = 'RSK' where id = 'S-manager'`)
  const row = await departmentOf({ as }, 'RSK')

  await expect(as('manager').departments.takeAgencies(row)).rejects.toMatchObject({ fault: 'beyond_reach' })
  await query(`update staff set unit_id = 'HQ' where id = 'S-manager'`)
  expect(await as('manager').departments.takeAgencies(row)).toMatchObject({ agencies: 3 })
  await as('manager').departments.takeAgencies(await departmentOf({ as }, 'COL'))
})

test('what lies in an agency is no department of the house, and a department of the house no unit of theirs', async ({
  as,
}) => {
  const [group] = (await as('admin').units.list({ q: 'id:AG1D1' })).rows
  const department = await departmentOf({ as }, 'SVC')

  const asDepartment = { id: group!.id, version: group!.version, name: 'Mine', officerId: undefined }
  await expect(as('admin').departments.edit(asDepartment)).rejects.toMatchObject({ fault: 'not_found' })
  const asUnit = { id: department.id, version: department.version }
  await expect(as('admin').units.lock(asUnit)).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('admin').units.siblings({ parentId: 'HQ' as IdOf<'unit'> })).rejects.toMatchObject({
    fault: 'unknown_unit',
  })
})

test('a department that nothing is in and nothing names is deleted', async ({ as, server }) => {
  const { id } = await added({ as }, 'Finance')

  await as('admin').departments.remove(await departmentOf({ as }, id))

  expect(await names({ as }, 'name:Finance')).toEqual([])
  expect(await recorded({ server }, 'departments.remove')).toMatchObject([
    { id, before: { name: 'Finance' }, after: null },
  ])
})

test.for([
  ['unit_has_children', (id: string) => `update units set parent_id = '${id}' where id = 'AG3'`],
  ['unit_has_staff', (id: string) => `update staff set unit_id = '${id}' where id = 'S-caller'`],
  ['unit_in_use', (id: string) => `update products set department_id = '${id}'`],
  [
    'unit_has_tickets',
    (id: string) => `insert into ticket_moves (ticket_id, from_department_id, to_department_id, by, at)
      values ('TK1', '${id}', 'OPS', 'S-ops', now())`,
  ],
  [
    'unit_has_announcements',
    (id: string) => `insert into announcements
      (id, state, title, content, audience, readers, pop_up, maker_id, updated_at, created_at)
      values ('AN1', 'enabled', 'Hello', 'x', 'units', array['${id}'], 'once', 'S-ops', now(), now())`,
  ],
  [
    'unit_has_views',
    (id: string) => `insert into views (id, listing, audience, owner_id, title, query, layout, maker_id, saved_at)
      values ('VW1', 'staff.list', 'team', '${id}', 'Ours', '', '{}', 'S-ops', now())`,
  ],
  [
    'unit_has_macros',
    (id: string) => `insert into macros (id, staff_id, unit_id, name, steps, shared, at)
      values ('MC1', 'S-ops', '${id}', 'Ours', '[]', true, now())`,
  ],
] as const)('one that something names is not: %s', async ([fault, statement], { as, given, server }) => {
  await given.loan({})
  const { id } = await added({ as }, 'Finance')
  await server.app.database.query(statement(id))

  await expect(as('admin').departments.remove(await departmentOf({ as }, id))).rejects.toMatchObject({ fault })

  expect(await departmentOf({ as }, id)).toMatchObject({ name: 'Finance' })
})

test('staff are put into a department, tickets and announcements go there, and scope is its own', async ({
  as,
  server,
}) => {
  const { id } = await added({ as }, 'Finance')
  const chosen = async (kind: 'unit' | 'assignee' | 'parentDepartment') =>
    (await as('admin').references.search({ kind, text: 'finance' })).found.map((one) => one.id)
  for (const kind of ['unit', 'assignee', 'parentDepartment'] as const) expect(await chosen(kind)).toEqual([id])
  expect((await as('ops').announcements.readers()).units.map((unit) => unit.id)).toContain(id)
  const [caller] = (await as('admin').staff.list({ q: 'account:caller' })).rows
  const details = { name: caller!.name, phone: '9820012345', jobNumber: undefined, email: undefined }

  await as('admin').staff.edit({ ...caller!, ...details, language: undefined, unitId: id })

  expect(await departmentOf({ as }, id)).toMatchObject({ staff: 1 })
  await server.app.database.query(`update staff set unit_id = '${id}' where id = 'S-manager'`)
  expect(await names({ as }, '', 'manager')).toEqual([id])
})

test('what a department stands below is offered as far as somebody may put departments there', async ({ as }) => {
  const found = async (who: Account) =>
    (await as(who).references.search({ kind: 'parentDepartment', text: '' })).found.map((one) => one.id)

  expect((await found('admin')).toSorted()).toEqual(['COL', 'HQ', 'MKT', 'OPS', 'RSK', 'SVC'])
  expect(await found('manager')).toEqual([])
})
