import { expect, onTestFinished } from 'vitest'
import type { followUps } from '#contract/follow-ups.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { openAgain } from '#tests/support/database.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'
import { collector, hire } from '../server/collectors/support.ts'

const unit = (id: string) => id as IdOf<'unit'>
const rowOf = async ({ as }: Pick<World, 'as'>, id: string) =>
  (await as('admin').collectors.list({ q: `id:${id}` })).rows[0]!

/** Waits until somebody waits for a row that somebody else has locked. */
const waits = ({ server }: Pick<World, 'server'>) =>
  expect
    .poll(async () => {
      const { rows } = await server.app.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBeGreaterThan(0)

test('a case that is given to a collector who is being moved lies where they work then', async ({
  as,
  given,
  server,
}) => {
  const to = await hire({ server }, 'second', { stages: ['S1'] })
  const { id, version } = await given.case({ collector: 'collector' })
  const { version: seen } = await rowOf({ as }, to)
  const other = await openAgain(server.app.database)
  onTestFinished(() => other.close())

  // whoever transfers has asked where they work, and has not given the case yet
  const moving = await other.db.transaction(async (tx) => {
    await tx.execute(`select from cases where id = '${id}' for update`)
    const transfer = as('leader').cases.transfer({ id, version, to, kind: 'selected' })
    await waits({ server })
    return { transfer, move: as('leader').collectors.move({ id: to, version: seen, unitId: unit('AG1B') }) }
  })
  await Promise.all([moving.transfer, moving.move])

  const { rows } = await server.app.database.query('select group_id, unit_path from cases where id = $1', [id])
  expect(rows).toEqual([{ group_id: 'AG1B', unit_path: expect.stringContaining('/AG1B/') }])
})

test('of many transfers to a collector while they are moved to and fro none is left behind', async ({
  as,
  given,
  server,
}) => {
  const to = await hire({ server }, 'second', { stages: ['S1'] })
  for (let round = 0; round < 6; round++) {
    const [one, other] = [await given.case({ collector: 'collector' }), await given.case({ collector: 'collector' })]
    const { version } = await rowOf({ as }, to)
    const unitId = unit(round % 2 === 0 ? 'AG1B' : 'AG1A')

    await Promise.all([
      as('leader').cases.transfer({ ...one, to, kind: 'selected' }),
      as('leader').collectors.move({ id: to, version, unitId }),
      as('manager').cases.transfer({ ...other, to, kind: 'selected' }),
    ])

    const { rows } = await server.app.database.query(
      `select distinct group_id as unit from cases where collector_id = $1`,
      [to],
    )
    expect(rows).toEqual([{ unit: unitId }])
  }
})

test('of two who stop allocation at once one does, and the other looks again', async ({ as, given }) => {
  await given.case({ collector: 'collector' })
  const id = collector('collector')
  const { version } = await rowOf({ as }, id)
  const asked = { id, version, heldCases: 'release' as const }

  const ended = await Promise.allSettled([
    as('leader').collectors.stopAllocation(asked),
    as('group').collectors.stopAllocation(asked),
  ])

  const refused = ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { fault: string }).fault] : []))
  expect(refused).toEqual(['stale_version'])
  expect(await rowOf({ as }, id)).toMatchObject({ participates: false, openCases: 0 })
})

test('a collector who is disabled while they save has saved, or has not; the case waits for another either way', async ({
  as,
  given,
  server,
}) => {
  const { id, version } = await given.case({ collector: 'collector', phone: '9000012345' })
  const { version: seen } = await rowOf({ as }, 'S-collector')
  const noted = {
    ...{ id, version, number: 'own', way: 'phone', result: 3, willingness: 5, remark: 'Rang out', promises: [] },
    nextAt: '2026-03-13T04:30:00Z' as never,
  } satisfies Input<typeof followUps.add>
  const other = await openAgain(server.app.database)
  onTestFinished(() => other.close())

  // whoever saves has been let in, and has not written anything yet
  const ended = await other.db.transaction(async (tx) => {
    await tx.execute(`select from cases where id = '${id}' for update`)
    const saving = as('collector').followUps.add(noted)
    await waits({ server })
    return {
      both: Promise.allSettled([saving, as('admin').collectors.disable({ id: collector('collector'), version: seen })]),
    }
  })
  const [saved, disabled] = await ended.both

  expect(disabled.status).toBe('fulfilled')
  const { rows } = await server.app.database.query('select state, collector_id from cases where id = $1', [id])
  expect(rows).toEqual([{ state: 'allocating', collector_id: null }])
  const kept = await server.app.database.query('select remark from follow_ups')
  expect(kept.rows).toHaveLength(saved.status === 'fulfilled' ? 1 : 0)
  await expect(as('collector').followUps.add(noted)).rejects.toMatchObject({ code: 401 })
})

test('nobody is taken in twice', async ({ as, server }) => {
  const staffId = (await hire({ server }, 'second')) as string as never
  const work = { stages: 'S1', participates: true, addressBookVisible: false, phone: '9820054321' }
  const rest = { capacity: null, certificate: null, certificateUntil: null }
  const asked = { staffId, agencyId: unit('AG1'), unitId: unit('AG1A'), ...work, ...rest }

  const ended = await Promise.allSettled([
    as('leader').collectors.takeIn(asked),
    as('manager').collectors.takeIn(asked),
  ])

  const refused = ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { fault: string }).fault] : []))
  expect(refused).toEqual(['unknown_candidate'])
})
