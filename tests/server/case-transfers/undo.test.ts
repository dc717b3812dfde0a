import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { caseRows } from '#server/modules/cases/store.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'
import { collector, hire } from '../collectors/support.ts'

const first = collector('collector')
const selected = { kind: 'selected' } as const

/** A case that went from somebody to the first collector, and who that was. */
async function transferred({ as, given, server }: Pick<World, 'as' | 'given' | 'server'>, unit = 'AG1A') {
  const from = await hire({ server }, 'second', { unit, stages: ['S1'] })
  const { id, version } = await given.case()
  const theirs = await as('manager').cases.transfer({ id, version, to: from, ...selected })
  await as('manager').cases.transfer({ id, version: theirs.version, to: first, ...selected })
  const [latest] = (await as('manager').caseTransfers.list()).rows
  return { id, from, latest: { id: latest!.id, version: latest!.version } }
}

const caseOf = async ({ server }: Pick<World, 'server'>, id: Awaited<ReturnType<typeof transferred>>['id']) =>
  (await server.app.database.db.select().from(caseRows).where(eq(caseRows.id, id)))[0]!

test.for([
  ['has no account any more', `update staff set state = 'disabled' where id = $1`, 'unknown_collector'],
  ['collects no more', `delete from collectors where id = $1`, 'unknown_collector'],
  ['has lost the stage', `delete from collector_stages where collector_id = $1`, 'lacks_stage'],
] as const)('no case is given back to whoever %s', async ([, since, fault], { as, given, server }) => {
  const world = { as, given, server }
  const { id, from, latest } = await transferred(world)
  await server.app.database.query(since, [from])

  await expect(as('leader').caseTransfers.undo(latest)).rejects.toMatchObject({ code: 400, fault })

  expect((await caseOf(world, id)).collectorId).toBe(first)
})

test('no leader gives a case back to an agency beyond their reach; a manager does', async ({ as, given, server }) => {
  const world = { as, given, server }
  const { id, from, latest } = await transferred(world, 'AG2A')

  const undoing = as('leader').caseTransfers.undo(latest)

  await expect(undoing).rejects.toMatchObject({ code: 400, fault: 'unknown_collector' })
  expect((await caseOf(world, id)).collectorId).toBe(first)
  await as('manager').caseTransfers.undo(latest)
  expect(await caseOf(world, id)).toMatchObject({ collectorId: from, agencyId: 'AG2' })
})

test('whoever has moved gets a case back where they work now', async ({ as, given, server }) => {
  const world = { as, given, server }
  const { id, from, latest } = await transferred(world)
  await server.app.database.query(`update staff set unit_id = 'AG1B' where id = $1`, [from])

  await as('leader').caseTransfers.undo(latest)

  const row = await caseOf(world, id)
  expect(row).toMatchObject({ collectorId: from, groupId: 'AG1B', agencyId: 'AG1' })
  expect(row.unitPath).toMatch(/AG1B\/$/)
})
