import { expect } from 'vitest'
import type { ConductCheck } from '#contract/conduct-checks.ts'
import { sampleRecording } from '#server/modules/calls/steps/sample-recording.ts'
import { drawConductSample } from '#server/modules/conduct-checks/nightly.ts'
import { test, type World } from '#tests/support/server.ts'
import { its, robotSpoke, spoken, yesterday } from './support.ts'

/** The check of a robot's call that was drawn. */
async function drawnOfRobot(world: Pick<World, 'as' | 'given' | 'server'>): Promise<ConductCheck> {
  const { recordId } = await robotSpoke(world)
  await drawConductSample(world.server.app)
  const [row] = (await world.as('inspector').conductChecks.list({ q: `recordId:${recordId}` })).rows
  return row!
}

test('a share of what each robot has spoken is drawn beside what people have, and drawn again from its seed', async ({
  as,
  given,
  server,
}) => {
  await given.parameter('conduct.newCollectorCalls', 0)
  await given.parameter('conduct.sharePpm', 250_000)
  const { about } = await spoken({ given, server })
  const { configId } = await robotSpoke({ as, given, server }, { about })
  for (let n = 1; n < 8; n++) {
    const at = new Date(yesterday.getTime() + n * 60_000)
    await robotSpoke({ as, given, server }, { about, configId, at })
  }

  await drawConductSample(server.app)

  const { rows } = await as('inspector').conductChecks.list({ q: '' })
  expect(rows.filter(({ collector }) => collector)).toHaveLength(1)
  const robots = rows.filter(({ robot }) => robot)
  expect(robots).toHaveLength(2)
  for (const row of robots)
    expect(row).toMatchObject({
      ...{ callId: null, collector: null, agency: null, robot: { id: configId, name: 'Asha' }, rule: 'share' },
      ...{ caseId: about.id, loanId: about.loanId, seconds: 40, recorded: true, calledOn: '2026-03-09' },
    })
  expect((await drawConductSample(server.app)).done).toBe(0)
})

test('what a robot did not speak, or nobody recorded, is not drawn; a customer who complains is always heard', async ({
  as,
  given,
  server,
}) => {
  await given.parameter('conduct.sharePpm', 0)
  const { about, recordId } = await robotSpoke({ as, given, server })
  const { query } = server.app.database
  const again = async () => {
    await query('delete from conduct_draws')
    return (await drawConductSample(server.app)).done
  }
  expect(await again()).toBe(0)
  const { version } = (await as('leader').cases.open({ q: `id:${about.id}` })).rows[0]!
  const complaint = { kind: 'complaint', title: 'A machine', content: 'It went on', priority: 'normal' } as const
  await as('leader').tickets.openForCase({ id: about.id, version, ...complaint })
  await query(`update ai_records set answered_at = null where id = $1`, [recordId])
  expect(await again()).toBe(0)
  await query(`update ai_records set answered_at = began_at, recording_key = null where id = $1`, [recordId])
  expect(await again()).toBe(0)

  await query(`update ai_records set recording = 'R' where id = $1`, [recordId])

  expect(await again()).toBe(1)
  expect((await as('inspector').conductChecks.claimNext()).check).toBeNull() // its recording is on its way
})

test('whoever has claimed it hears what the robot said, on the record, by the same codes', async ({
  as,
  given,
  server,
  tokenOf,
}) => {
  const { id } = await drawnOfRobot({ as, given, server })
  const inspector = as('inspector').conductChecks
  await expect(inspector.reveal({ id })).rejects.toMatchObject({ fault: 'not_claimed' })
  const check = (await inspector.claimNext()).check!
  expect(check.id).toBe(id)

  await inspector.reveal({ id })

  const headers = { authentication: await tokenOf('inspector') }
  const answer = await fetch(`${server.url}/api/conduct-checks/${id}/recording`, { headers })
  expect(Buffer.from(await answer.arrayBuffer()).equals(sampleRecording())).toBe(true)
  const kept = await server.app.database.query('select record_id, staff_id, reason from ai_listens')
  expect(kept.rows).toEqual([{ record_id: check.recordId, staff_id: 'S-inspector', reason: id }])
  expect(await inspector.fail({ ...its(check), code: 'identity' })).toMatchObject({ outcome: 'fail', code: 'identity' })
})

test('its result goes to whoever keeps the configuration: they open it, nobody appeals', async ({
  as,
  given,
  server,
}) => {
  const found = await as('inspector').conductChecks.fail({
    ...its(await drawnOfRobot({ as, given, server })),
    code: 'falseStatement',
  })
  const { piles } = await as('ops').overview.waiting()
  expect(piles.find((one) => one.id === 'robotResults')).toMatchObject({ count: 1, page: 'conductChecks' })
  for (const who of ['leader', 'collector', 'agency', 'group'] as const) {
    expect((await as(who).conductChecks.list({ q: '' })).rows).toEqual([])
    const missing = who === 'agency' ? { code: 403 } : { fault: 'not_found' }
    await expect(as(who).conductChecks.show(its(found))).rejects.toMatchObject(missing)
  }
  await expect(as('executive').conductChecks.show(its(found))).rejects.toMatchObject({ code: 403 })

  const shown = await as('ops').conductChecks.show(its(found))

  expect(shown).toMatchObject({ state: 'fail', outcome: 'fail', shownAt: '2026-03-10T06:00:00Z' })
  const after = (await as('ops').overview.waiting()).piles.find((one) => one.id === 'robotResults')
  expect(after).toMatchObject({ count: 0 })
  for (const who of ['ops', 'manager', 'inspector'] as const)
    await expect(as(who).conductChecks.appeal({ ...its(shown), reason: 'It may' })).rejects.toMatchObject({ code: 403 })
  expect((await as('leader').conductChecks.list({ q: '' })).rows).toEqual([])
})

test('whoever keeps robots opens no result of a person', async ({ as, given, server }) => {
  const { callId } = await spoken({ given, server })
  await drawConductSample(server.app)
  const [waiting] = (await as('inspector').conductChecks.list({ q: `callId:${callId}` })).rows
  const found = await as('inspector').conductChecks.fail({ ...its(waiting!), code: 'threat' })

  await expect(as('ops').conductChecks.show(its(found))).rejects.toMatchObject({ fault: 'not_your_work' })
})
