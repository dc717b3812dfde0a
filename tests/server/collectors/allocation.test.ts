import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'
import { collector, hire } from './support.ts'

const first = collector('collector')
const unit = (id: string) => id as IdOf<'unit'>
const rowOf = async ({ as }: Pick<World, 'as'>, id = first) => {
  const [row] = (await as('admin').collectors.list({ q: `id:${id}` })).rows
  return row!
}
const heldBy = async ({ server }: Pick<World, 'server'>, id: string) => {
  const { rows } = await server.app.database.query(
    `select group_id as "group", agency_id as agency, unit_path as path from cases where collector_id = $1`,
    [id],
  )
  return rows
}
const audited = async ({ server }: Pick<World, 'server'>, command: string) => {
  const { rows } = await server.app.database.query(
    `select noun, object_id as id, before, after from audit where command = $1 and outcome = 'done' order by noun, id`,
    [command],
  )
  return rows
}

test('whoever is stopped keeps their cases where that is asked, and is opened again', async ({ as, given, server }) => {
  await given.case({ collector: 'collector' })
  const row = await rowOf({ as })
  const asked = { id: first, version: row.version }

  const stopped = await as('group').collectors.stopAllocation({ ...asked, heldCases: 'keep' })
  const again = as('group').collectors.stopAllocation({ id: first, version: stopped.version, heldCases: 'keep' })
  await expect(again).rejects.toMatchObject({ fault: 'allocation_stopped' })
  const opened = await as('group').collectors.openAllocation({ id: first, version: stopped.version })

  expect([stopped, opened]).toMatchObject([
    { participates: false, openCases: 1 },
    { participates: true, openCases: 1 },
  ])
  expect(await audited({ server }, 'collectors.stopAllocation')).toMatchObject([
    { noun: 'collectors', before: { participates: true }, after: { participates: false } },
  ])
  const more = as('group').collectors.openAllocation({ id: first, version: opened.version })
  await expect(more).rejects.toMatchObject({ fault: 'allocation_open' })
})

test('the rehearsal of a stop tells how many cases go back; they do, each on the record', async ({
  as,
  given,
  server,
}) => {
  const open = [await given.case({ collector: 'collector' }), await given.case({ collector: 'collector' })]
  const { version } = await rowOf({ as })
  const selection = { listing: 'collectors.list', ids: [first] }
  const args = { heldCases: 'release' as const }

  const preview = await as('leader').batches.preview({ command: 'collectors.stopAllocation', selection, args })
  expect(preview).toMatchObject({ eligible: 1, effects: [{ of: 'cases', count: 2 }] })
  expect(await heldBy({ server }, first)).toHaveLength(2)

  expect(await as('leader').collectors.stopAllocation({ id: first, version, ...args })).toMatchObject({ openCases: 0 })
  const records = await audited({ server }, 'collectors.stopAllocation')
  expect(records.flatMap(({ noun, id }) => (noun === 'cases' ? id : []))).toEqual(open.map(({ id }) => id).toSorted())
})

test('whoever is moved takes their open cases along, and their orders', async ({ as, given, server }) => {
  const { loanId } = await given.case({ collector: 'collector' })
  const { version } = await rowOf({ as })
  const place = { id: first, version, unitId: unit('AG2A') }

  const preview = await as('manager').batches.preview({
    ...{ command: 'collectors.move', selection: { listing: 'collectors.list', ids: [first] } },
    args: { unitId: unit('AG2A') },
  })
  const moved = await as('manager').collectors.move(place)

  expect(preview).toMatchObject({ eligible: 1, effects: [{ of: 'movedCases', count: 1 }] })
  expect(moved).toMatchObject({ agency: { id: 'AG2' }, group: { id: 'AG2A' } })
  expect(moved.version).toBeGreaterThan(version)
  expect(await heldBy({ server }, first)).toMatchObject([{ group: 'AG2A', agency: 'AG2' }])
  const { rows } = await server.app.database.query('select agency_id as agency from loans where id = $1', [loanId])
  expect(rows).toEqual([{ agency: 'AG2' }])
})

test.for([
  ['group', 'AG1B', 'unknown_unit'],
  ['leader', 'AG2A', 'unknown_unit'],
  ['manager', 'AG1', 'not_a_team'],
  ['manager', 'OPS', 'not_a_team'],
  ['manager', 'AG1A', 'same_unit'],
] as const)('%s moves nobody to %s: %s', async ([who, unitId, fault], { as }) => {
  const { version } = await rowOf({ as })

  await expect(as(who).collectors.move({ id: first, version, unitId: unit(unitId) })).rejects.toMatchObject({ fault })
})

test('who is moved on the staff page takes their open cases along, too', async ({ as, given, server }) => {
  await given.case({ collector: 'collector' })
  const [person] = (await as('admin').staff.list({ q: 'account:collector' })).rows
  const { id, version, name } = person!

  await as('admin').staff.edit({ id, version, name, phone: '9000011111', unitId: unit('AG1B') })

  expect(await heldBy({ server }, first)).toMatchObject([{ group: 'AG1B', agency: 'AG1' }])
})

test('so many cases of a collector go to another from their row, as a run', async ({ as, given, server }) => {
  const to = await hire({ server }, 'second', { stages: ['S1'] })
  for (let i = 0; i < 3; i++) await given.case({ collector: 'collector' })
  const { version } = await rowOf({ as })

  const over = as('group').collectors.transfer({ id: first, version, to, count: 4 })
  await expect(over).rejects.toMatchObject({ fault: 'fewer_cases' })
  const row = await as('group').collectors.transfer({ id: first, version, to, count: 2, reason: 'tooMany' })

  expect(row.openCases).toBe(1)
  expect(await heldBy({ server }, to)).toHaveLength(2)
  const runs = (await as('admin').batches.list({ q: '' })).rows
  expect(runs).toMatchObject([{ command: 'cases.transfer', success: 2, fail: 0 }])
})

test('an account is disabled, which releases its cases, and enabled; a password is reset by whoever may as much', async ({
  as,
  given,
}) => {
  await given.case({ collector: 'collector' })
  const { version } = await rowOf({ as })
  const admin = as('admin').collectors

  const disabled = await admin.disable({ id: first, version })
  const enabled = await admin.enable({ id: first, version: disabled.version })

  expect([disabled, enabled]).toMatchObject([
    { state: 'disabled', openCases: 0 },
    { state: 'enabled', openCases: 0 },
  ])
  await expect(as('leader').collectors.disable({ id: first, version })).rejects.toMatchObject({ code: 403 })
  await expect(admin.resetPassword({ id: first, version })).rejects.toMatchObject({ fault: 'step_up_needed' })
})
