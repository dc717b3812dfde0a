import { expect, onTestFinished } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { handOver } from '#server/modules/cases/steps/cases.ts'
import { receiversOf } from '#server/modules/cases/steps/collectors.ts'
import { openAgain } from '#tests/support/database.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'

const unitOf = async ({ as }: Pick<World, 'as'>, code: string) =>
  (await as('admin').units.list({ q: `id:${code}` })).rows[0]!
const below = (code: string) => code as IdOf<'parentUnit'>
const pathsOf = async ({ server }: Pick<World, 'server'>) =>
  (await server.app.database.query('select id, agency_id as agency, unit_path as path from cases order by id')).rows
const byAnybody = { unitPath: '/HQ/', scopesOf: () => ['all'] } as never // whoever may give cases to anybody

/** Waits until somebody waits for a lock of that kind. */
const waits = ({ server }: Pick<World, 'server'>, event: string) =>
  expect
    .poll(async () => {
      const { rows } = await server.app.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = '${event}'`,
      )
      return rows.length
    })
    .toBe(1)

test('a case that is transferred into a group while that moves goes along with it', async ({ as, given, server }) => {
  const { id } = await given.case()
  await server.app.database.query(`update cases set group_id = null, agency_id = null, unit_path = '/HQ/COL/'`)
  const group = await unitOf({ as }, 'AG1A')
  const leader = await openAgain(server.app.database)
  onTestFinished(() => leader.close())

  const { pending } = await leader.db.transaction(async (tx) => {
    const [target] = await receiversOf(tx, { to: 'S-collector' as IdOf<'collector'> }, byAnybody)
    const moved = as('ops').units.move({ ...group, parentId: below('AG2D1') })
    moved.catch(() => {}) // looked at below
    await waits({ server }, 'advisory')
    await handOver(tx, id, { ...target!, collectorId: 'S-collector' as IdOf<'staff'>, allocatedAt: new Date() })
    return { pending: moved }
  })
  await pending

  expect(await pathsOf({ server })).toEqual([{ id, agency: 'AG2', path: '/HQ/COL/AG2/AG2D1/AG1A/' }])
})

test('a case of the group that is held while the group moves is moved once it is free, without a deadlock', async ({
  as,
  given,
  server,
}) => {
  const { id } = await given.case({ collector: 'collector' })
  const group = await unitOf({ as }, 'AG1A')
  const leader = await openAgain(server.app.database)
  onTestFinished(() => leader.close())

  const { pending } = await leader.db.transaction(async (tx) => {
    await leader.query('select 1')
    await tx.execute(`select from cases where id = '${id}' for update`)
    const moved = as('ops').units.move({ ...group, parentId: below('AG2D1') })
    moved.catch(() => {}) // looked at below
    await waits({ server }, 'transactionid')
    const [target] = await receiversOf(tx, { to: 'S-collector' as IdOf<'collector'> }, byAnybody)
    await handOver(tx, id, { ...target!, collectorId: 'S-collector' as IdOf<'staff'>, allocatedAt: new Date() })
    return { pending: moved }
  })
  await pending

  expect(await pathsOf({ server })).toEqual([{ id, agency: 'AG2', path: '/HQ/COL/AG2/AG2D1/AG1A/' }])
})

test('nobody is hired into a unit that is being deleted', async ({ as, server }) => {
  await as('admin').units.addChild({ ...(await unitOf({ as }, 'AG1D1')), name: 'Gamma' })
  const added = (await as('admin').units.list({ q: 'name:Gamma' })).rows[0]!
  const hiring = await openAgain(server.app.database)
  onTestFinished(() => hiring.close())

  const { pending } = await hiring.db.transaction(async (tx) => {
    await tx.execute(`select pg_advisory_xact_lock_shared(hashtext('unit paths'))`)
    const removed = as('admin').units.remove(added)
    removed.catch(() => {}) // looked at below
    await waits({ server }, 'advisory')
    await tx.execute(
      `insert into staff (id, account, name, password_hash, unit_id, created_at)
        values ('S-new', 'new', 'New', '-', '${added.id}', now())`,
    )
    return { pending: removed }
  })

  await expect(pending).rejects.toMatchObject({ fault: 'unit_has_staff', values: { count: 1 } })
})

test('of two who change the tree at once, each change is made, or says that it was not', async ({ as }) => {
  for (let round = 0; round < 8; round++) {
    const [one, other] = [await unitOf({ as }, 'AG1A'), await unitOf({ as }, 'AG1D1')]
    const to = round % 2 === 0 ? ['AG2D1', 'AG3'] : ['AG1D1', 'AG1']

    const ended = await Promise.allSettled([
      as('ops').units.move({ ...one, parentId: below(to[0]!) }),
      as('manager').units.move({ ...other, parentId: below(to[1]!) }),
    ])

    const refused = ended.flatMap((end) => (end.status === 'rejected' ? [(end.reason as { fault: string }).fault] : []))
    for (const fault of refused) expect(['stale_version', 'busy', 'same_parent']).toContain(fault)
    const rows = (await as('admin').units.list({ q: '' })).rows
    const pathOf = new Map(rows.map((row) => [row.id, row.path]))
    for (const { id, parent, path, kind } of rows) {
      if (kind !== 'agency') expect(path).toBe(`${pathOf.get(parent!.id)}${id}/`)
    }
  }
})
