import { expect } from 'vitest'
import { id, listed, recorded, test, unitOf } from './support.ts'

test('a unit that nothing is in is deleted, and that is written down', async ({ as, server }) => {
  await as('admin').units.addChild({ ...(await unitOf({ as }, 'AG1D1')), name: 'Gamma' })
  const [added] = await listed({ as }, 'name:Gamma')

  await as('admin').units.remove(added!)

  expect(await listed({ as }, 'name:Gamma')).toEqual([])
  expect(await recorded({ server }, 'units.remove')).toMatchObject([
    { id: added!.id, before: { name: 'Gamma' }, after: null },
  ])
})

test('an agency is deleted with what was agreed with it', async ({ as, server }) => {
  const { id: added } = await as('admin').units.add({ name: 'Fourth', external: true })
  const agency = await unitOf({ as }, added)
  await as('admin').units.setCommission({
    ...agency,
    stage: 'S1' as never,
    rate: 30_000 as never,
    from: '2026-03-10' as never,
  })

  await as('admin').units.remove(agency)

  const { rows } = await server.app.database.query('select 1 from commission_rates')
  expect(rows).toEqual([])
})

test.for([
  ['AG1', 'unit_has_children', ''],
  ['AG1A', 'unit_has_staff', ''],
  ['AG1B', 'unit_has_cases', `update cases set group_id = 'AG1B', unit_path = '/HQ/COL/AG1/AG1D1/AG1B/'`],
  ['AG1B', 'unit_has_history', `update cases set group_id = 'AG1B', state = 'closed', closed_at = now()`],
  [
    'AG1B',
    'unit_has_tickets',
    `insert into ticket_moves (ticket_id, from_department_id, to_department_id, by, at)
     values ('TK1', 'AG1B', 'OPS', 'S-ops', now())`,
  ],
  ['AG1B', 'unit_in_use', `update customers set department_id = 'AG1B'`],
] as const)('%s is not deleted: %s', async ([code, fault, statement], { as, given, server }) => {
  await given.case({ collector: 'collector' })
  if (statement) await server.app.database.query(statement)

  await expect(as('admin').units.remove(await unitOf({ as }, code))).rejects.toMatchObject({ fault })

  expect(await unitOf({ as }, code)).toMatchObject({ id: id(code) })
})

test('only who may delete does', async ({ as }) => {
  await expect(as('ops').units.remove(await unitOf({ as }, 'AG1B'))).rejects.toMatchObject({ code: 403 })
})
