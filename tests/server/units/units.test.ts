import { expect } from 'vitest'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { id, listed, recorded, test, unitOf } from './support.ts'

const names = async (...of: Parameters<typeof listed>) => (await listed(...of)).map((one) => one.id)

test('agencies are listed as a tree, with what lies in them and below them', async ({ as, given, server }) => {
  await given.case({ collector: 'collector' })
  await server.app.database.query(`delete from collector_stages where stage not in ('S1', 'M1')`)

  const rows = await listed({ as })

  expect(rows.map((one) => `${one.id} ${one.kind} ${one.parent?.id} ${one.agency.id}`)).toEqual([
    ...['AG1 agency COL AG1', 'AG1D1 department AG1 AG1', 'AG1A group AG1D1 AG1', 'AG1B group AG1D1 AG1'],
    ...['AG2 agency COL AG2', 'AG2D1 department AG2 AG2', 'AG2A group AG2D1 AG2', 'AG2B group AG2D1 AG2'],
    ...['AG3 agency COL AG3', 'AG3D1 department AG3 AG3', 'AG3A group AG3D1 AG3', 'AG3B group AG3D1 AG3'],
  ])
  const worked = { openCases: 1, owed: { minor: 521_000, currency: 'INR' }, collectors: 1, stages: 'S1, M1' }
  for (const row of rows.slice(0, 3)) expect(row).toMatchObject(worked)
  for (const row of rows.slice(3)) {
    expect(row).toMatchObject({ openCases: 0, owed: { minor: 0 }, collectors: 0, stages: '' })
  }
  expect(rows[0]).toMatchObject({ weight: 50, locked: false, external: false, children: 1 })
  expect(rows[5]).toMatchObject({ weight: null, external: true, children: 2, staff: 0 })
})

test.for([
  ['kind:agency', ['AG1', 'AG2', 'AG3']],
  ['agency:AG2 kind:group', ['AG2A', 'AG2B']],
  ['parent:AG3', ['AG3D1']],
  ['is:external kind:agency', ['AG2', 'AG3']],
  ['weight>25', ['AG1', 'AG2']],
  ['is:locked', []],
  ['path:/AG1D1/', ['AG1D1', 'AG1A', 'AG1B']],
  ['bluestone kind:department', ['AG3D1']],
] as const)('%s finds %j', async ([q, found], { as }) => {
  expect(await names({ as }, q)).toEqual(found)
})

test('an agency’s people see their own agency and below, head office all, others nothing', async ({ as }) => {
  expect(await names({ as }, '', 'leader')).toEqual(['AG1', 'AG1D1', 'AG1A', 'AG1B'])
  expect(await names({ as }, '', 'supervisor')).toHaveLength(12)
  expect(await names({ as }, '', 'manager')).toHaveLength(12)
  await expect(as('collector').units.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  await expect(as('leader').units.siblings({ parentId: id('AG2') })).rejects.toMatchObject({ fault: 'unknown_unit' })
  await expect(as('leader').units.siblings()).rejects.toMatchObject({ fault: 'unknown_unit' })
  await expect(as('leader').units.add({ name: 'Mine', external: true })).rejects.toMatchObject({ code: 403 })
})

test('an agency is added below whoever agencies report to; a department in it; a group in that', async ({
  as,
  server,
}) => {
  const contract = {
    contractFrom: '2026-01-01' as LocalDate,
    contractUntil: '2026-12-31' as LocalDate,
    certificate: 'C-1',
  }

  const added = await as('ops').units.add({
    name: 'Fourth',
    external: true,
    officerId: 'S-leader' as IdOf<'staff'>,
    ...contract,
  })
  await as('ops').units.addChild({ ...(await unitOf({ as }, added.id)), name: 'North', officerId: undefined })
  const [department] = await listed({ as }, `parent:${added.id}`)
  await as('ops').units.addChild({ ...department!, name: 'North 1', officerId: undefined })

  const rows = await listed({ as }, `agency:${added.id}`)
  expect(rows).toMatchObject([
    { id: added.id, kind: 'agency', parent: { id: 'COL' }, officer: { id: 'S-leader' }, ...contract, weight: null },
    { kind: 'department', name: 'North', parent: { id: added.id }, external: true, officer: null },
    { kind: 'group', name: 'North 1', parent: { id: department!.id } },
  ])
  await expect(as('ops').units.addChild({ ...rows[2]!, name: 'Below' })).rejects.toMatchObject({
    fault: 'nothing_below_group',
  })
  expect(await recorded({ server }, 'units.add')).toMatchObject([
    { id: added.id, before: null, after: { name: 'Fourth' } },
  ])
  expect(await recorded({ server }, 'units.addChild')).toMatchObject([
    { id: rows[1]!.id, before: null, after: { kind: 'department', name: 'North', parentId: added.id } },
    { id: rows[0]!.id, before: { children: 0 }, after: { children: 1 } },
    { id: rows[2]!.id, before: null, after: { kind: 'group', name: 'North 1' } },
    { id: rows[1]!.id, before: { children: 0 }, after: { children: 1 } },
  ])
})

test.for([
  [{ name: 'in-house collections' }, 'name', 'name_taken'],
  [{ officerId: 'S-nobody' }, 'officerId', 'unknown_staff'],
  [{ contractFrom: '2026-05-02', contractUntil: '2026-05-01' }, 'contractUntil', 'contract_ends_first'],
  [{ name: ' ' }, 'name', 'invalid'],
] as const)('an agency of %j is refused at %s', async ([asked, field, fault], { as }) => {
  const input = { name: 'Fourth', external: false, ...asked } as never

  await expect(as('ops').units.add(input)).rejects.toMatchObject({ fault, fields: [{ field }] })

  expect(await names({ as }, 'kind:agency')).toHaveLength(3)
})

test('a unit is renamed and gets an officer; its siblings keep their names', async ({ as, server }) => {
  const group = await unitOf({ as }, 'AG1A')
  const taken = { ...group, name: 'IN-HOUSE collections B', officerId: undefined }
  await expect(as('ops').units.edit(taken)).rejects.toMatchObject({ fault: 'name_taken' })

  await as('ops').units.edit({ ...group, name: 'Alpha', officerId: 'S-group' as IdOf<'staff'> })

  expect(await unitOf({ as }, 'AG1A')).toMatchObject({ name: 'Alpha', officer: { id: 'S-group' } })
  expect(await recorded({ server }, 'units.edit')).toMatchObject([
    { id: 'AG1A', before: { name: 'In-house collections A' }, after: { name: 'Alpha' } },
  ])
})

test('the contract of an agency is written by one step, wherever it is asked for', async ({ as, server }) => {
  const agency = await unitOf({ as }, 'AG2')
  const contract = { external: true, contractFrom: '2026-02-01' as LocalDate, certificate: 'DRA-1' }
  await as('ops').units.setContract({ ...agency, ...contract, contractUntil: undefined })

  await as('admin').accessReviews.setContract({ unitId: id('AG2'), until: '2026-09-30' as LocalDate })

  expect(await unitOf({ as }, 'AG2')).toMatchObject({ ...contract, contractUntil: '2026-09-30' })
  const before = { unitId: id('AG2'), until: '2026-01-31' as LocalDate }
  await expect(as('admin').accessReviews.setContract(before)).rejects.toMatchObject({ fault: 'contract_ends_first' })
  const group = await unitOf({ as }, 'AG2A')
  await expect(as('ops').units.setContract({ ...group, ...contract, contractUntil: undefined })).rejects.toMatchObject({
    fault: 'not_an_agency',
  })
  expect(await recorded({ server }, 'units.setContract')).toMatchObject([
    { id: 'AG2', before: { contractFrom: null }, after: { contractFrom: '2026-02-01' } },
  ])
})

test('a unit is locked and unlocked, and keeps its weight', async ({ as }) => {
  await as('ops').units.lock(await unitOf({ as }, 'AG1'))
  const locked = await unitOf({ as }, 'AG1')
  await expect(as('ops').units.lock(locked)).rejects.toMatchObject({ fault: 'unit_locked' })
  await as('ops').units.unlock(locked)

  expect(locked).toMatchObject({ locked: true, weight: 50 })
  expect(await unitOf({ as }, 'AG1')).toMatchObject({ locked: false, weight: 50 })
})

test('the list is exported by whoever may, and by nobody else', async ({ raw }) => {
  const file = (who: 'ops' | 'executive') => raw('GET /export/agencies?format=csv', { who })

  expect(await raw('GET /urge/agencies/count?q=', { who: 'executive' })).toMatchObject({ data: { count: 12 } })
  expect(await file('executive')).toMatchObject({ code: 403 })
})
