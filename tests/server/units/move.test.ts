import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { pathColumns } from '#server/modules/units/paths.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { below, listed, recorded, test, unitOf } from './support.ts'

const second = 'S-second' as IdOf<'collector'>

/** A department more in the first agency. */
async function addDepartment(as: Parameters<typeof unitOf>[0]['as']): Promise<string> {
  await as('ops').units.addChild({ ...(await unitOf({ as }, 'AG1')), name: 'Second department' })
  return (await listed({ as }, 'name:"Second department"'))[0]!.id
}

test('a group moves into another department, with whatever tells where it belongs', async ({ as, given, server }) => {
  const { id: caseId } = await given.case({ collector: 'collector' })
  const department = await addDepartment(as)
  const { database } = server.app
  await database.query(`update units set weight = 40 where id = 'AG1A'`)

  await as('ops').units.move({ ...(await unitOf({ as }, 'AG1A')), parentId: below(department) })

  const path = `/HQ/COL/AG1/${department}/AG1A/`
  expect(await unitOf({ as }, 'AG1A')).toMatchObject({ path, parent: { id: department }, weight: null, openCases: 1 })
  expect((await as('collector').cases.open({ q: '' })).rows).toMatchObject([{ id: caseId, agency: { id: 'AG1' } }])
  const stored = await database.query('select unit_path as path from cases')
  expect(stored.rows).toEqual([{ path }])
  expect(await recorded({ server }, 'units.move')).toMatchObject([
    { id: 'AG1A', before: { parent: { id: 'AG1D1' } }, after: { parent: { id: department } } },
  ])
})

test('a department that moves to another agency takes its open cases there, and leaves the closed ones', async ({
  as,
  given,
  server,
}) => {
  await given.case({ collector: 'collector' })
  const { id: closed } = await given.case({ collector: 'collector' })
  await server.app.database.query(`update cases set state = 'closed', closed_at = now() where id = '${closed}'`)

  await as('ops').units.move({ ...(await unitOf({ as }, 'AG1D1')), parentId: below('AG2') })

  const { rows } = await server.app.database.query(`select state, agency_id as agency, unit_path as path from cases`)
  const path = '/HQ/COL/AG2/AG1D1/AG1A/'
  expect(rows.sort((a, b) => String(a.state).localeCompare(String(b.state)))).toEqual([
    { state: 'allocated', agency: 'AG2', path },
    { state: 'closed', agency: 'AG1', path },
  ])
  const held = await server.app.database.query(
    `select distinct agency_id as agency from loans where agency_id is not null`,
  )
  expect(held.rows).toEqual([{ agency: 'AG2' }])
  expect((await listed({ as }, 'agency:AG2')).map((one) => one.id)).toEqual([
    ...['AG2', 'AG1D1', 'AG1A', 'AG1B', 'AG2D1', 'AG2A', 'AG2B'],
  ])
  expect((await as('group').cases.open({ q: '' })).rows).toHaveLength(1)
})

test('a case that is taken back goes to where its collector is by now', async ({ as, given, server }) => {
  await server.app.database.query(
    `insert into staff (id, account, name, password_hash, unit_id, created_at)
       values ('${second}', '${second}', 'Second Collector', '-', 'AG1B', now());
     insert into staff_roles values ('${second}', 'COL');
     insert into collectors (id) values ('${second}');
     insert into collector_stages select '${second}', id from stages`,
  )
  const held = await given.case({ collector: 'collector' })
  await as('leader').cases.transfer({
    id: held.id,
    version: held.version,
    to: second,
    kind: 'selected',
    reason: 'Leave',
  })
  await as('ops').units.move({ ...(await unitOf({ as }, 'AG1A')), parentId: below('AG2D1') })
  const [transfer] = (await as('manager').caseTransfers.list()).rows

  await as('manager').caseTransfers.undo(transfer!)

  const { rows } = await server.app.database.query(
    'select collector_id as collector, agency_id as agency, unit_path as path from cases',
  )
  expect(rows).toEqual([{ collector: 'S-collector', agency: 'AG2', path: '/HQ/COL/AG2/AG2D1/AG1A/' }])
})

test('every column that keeps a path is changed, and no path beside the subtree', async ({ as, server }) => {
  const { database } = server.app
  await database.query(`insert into batches (id, state, maker_id, maker_name, unit_path, command, listing, query, args, count, created_at)
    values ('BA1', 'done', 'S-x', 'x', '/HQ/COL/AG1/AG1D1/AG1A/', 'c', 'l', '', '{}', 1, now()),
      ('BA2', 'done', 'S-x', 'x', '/HQ/COL/AG1/AG1D1/AG1B/', 'c', 'l', '', '{}', 1, now()),
      ('BA3', 'done', 'S-x', 'x', '/HQ/COL/AG1/AG1D1/', 'c', 'l', '', '{}', 1, now())`)

  await as('ops').units.move({ ...(await unitOf({ as }, 'AG1A')), parentId: below('AG3D1') })

  const { rows } = await database.query('select unit_path as path from batches order by id')
  expect(rows.map(({ path }) => path)).toEqual([
    ...['/HQ/COL/AG3/AG3D1/AG1A/', '/HQ/COL/AG1/AG1D1/AG1B/', '/HQ/COL/AG1/AG1D1/'],
  ])
  expect(pathColumns.length).toBeGreaterThan(10)
})

test.for([
  ['AG1A', 'AG1D1', 'same_parent'],
  ['AG1A', 'AG1', 'wrong_parent'],
  ['AG1A', 'AG1B', 'wrong_parent'],
  ['AG1A', 'AG1A', 'unit_into_itself'],
  ['AG1D1', 'AG1A', 'unit_into_itself'],
  ['AG1D1', 'AG2D1', 'wrong_parent'],
  ['AG1D1', 'OPS', 'wrong_parent'],
  ['AG1A', 'OPS', 'wrong_parent'],
  ['AG1A', 'NONE', 'wrong_parent'],
] as const)('%s is not moved below %s: %s', async ([code, parent, fault], { as }) => {
  const before = await unitOf({ as }, code)

  await expect(as('ops').units.move({ ...before, parentId: below(parent) })).rejects.toMatchObject({
    fault,
    fields: [{ field: 'parentId' }],
  })

  expect(await unitOf({ as }, code)).toEqual(before)
})

test('an agency is not moved, nor a group beside one of its name', async ({ as, server }) => {
  await expect(
    as('ops').units.move({ ...(await unitOf({ as }, 'AG1')), parentId: below('AG2') }),
  ).rejects.toMatchObject({ fault: 'agencies_stay' })

  await server.app.database.query(`update units set name = 'Meridian Recoveries A' where id = 'AG1A'`)
  await expect(
    as('ops').units.move({ ...(await unitOf({ as }, 'AG1A')), parentId: below('AG2D1') }),
  ).rejects.toMatchObject({ fault: 'name_taken' })
})

test('a manager of an agency moves nothing out of reach, and is not offered it', async ({ as, server }) => {
  await server.app.database.query(
    `update role_grants set codes = codes | 2 where role_id = 'CTL' and page = 'agencies';
     update roles set version = version + 1 where id = 'CTL'`,
  )
  const group = await unitOf({ as }, 'AG1A')

  await expect(as('leader').units.move({ ...group, parentId: below('AG2D1') })).rejects.toMatchObject({
    fault: 'wrong_parent',
  })
  const { found } = await as('leader').references.search({ kind: 'parentUnit', text: '' })
  expect(found.map((one) => one.id)).toEqual(['AG1', 'AG1D1'])
  expect((await as('ops').references.search({ kind: 'parentUnit', text: 'blue' })).found).toMatchObject([
    { id: 'AG3', hint: 'AG3' },
    { id: 'AG3D1', hint: 'Bluestone Partners' },
  ])
})

test('with people whose rights over money are those of an agency a team moves to another once that is released', async ({
  as,
  server,
}) => {
  await server.app.database.query(`update staff set unit_id = 'AG1A' where id = 'S-leader'`)
  const asked = { ...(await unitOf({ as }, 'AG1D1')), parentId: below('AG2') }

  await expect(as('ops').units.move(asked)).rejects.toMatchObject({ code: 400, fault: 'second_person_needed' })
  const { id, version, parentId } = asked
  const filed = await as('ops').approvals.file({ call: 'units.move', input: { id, version, parentId } })
  await as('executive').session.prove({ proof: demoPassword })
  await as('executive').approvals.approve({ id: filed.id, version: filed.version })

  expect(await unitOf({ as }, 'AG1D1')).toMatchObject({ path: '/HQ/COL/AG2/AG1D1/' })
})
