import { expect } from 'vitest'
import { sampleRecording } from '#server/modules/calls/steps/sample-recording.ts'
import { type Account, test, type World } from '#tests/support/server.ts'
import { drawn, failed, its, spoken, yesterday } from './support.ts'

/** What is answered to whoever asks for the recording of a check. */
async function heard({ server, tokenOf }: Pick<World, 'server' | 'tokenOf'>, who: Account, id: string) {
  const headers = { authentication: await tokenOf(who) }
  const response = await fetch(`${server.url}/api/conduct-checks/${id}/recording`, { headers })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('whoever has claimed a check listens to its recording, on the record; what they hear they note', async ({
  as,
  given,
  server,
  tokenOf,
}) => {
  const waiting = await drawn({ as, given, server })
  const inspector = as('inspector').conductChecks
  await expect(inspector.reveal({ id: waiting.id })).rejects.toMatchObject({ fault: 'not_claimed' })
  const check = (await inspector.claimNext()).check!
  expect(check).toMatchObject({ id: waiting.id, inspector: { id: 'S-inspector' } })
  expect((await heard({ server, tokenOf }, 'inspector', check.id)).status).toBe(400)

  const { until } = await inspector.reveal({ id: check.id })

  expect(until).toBe('2026-03-10T06:15:00.000Z')
  const recording = await heard({ server, tokenOf }, 'inspector', check.id)
  expect(recording.bytes.equals(sampleRecording())).toBe(true)
  const kept = await server.app.database.query(`select call_id, staff_id, reason from call_listens`)
  expect(kept.rows).toEqual([{ call_id: check.callId, staff_id: 'S-inspector', reason: check.id }])
  const { rows } = await as('admin').audit.list({ q: 'command:conductChecks.reveal outcome:done' })
  expect(rows).toMatchObject([{ actor: 'Quality inspector', objectId: check.id }])

  const found = await inspector.fail({ ...its(check), code: 'threat', remark: 'Shouted' })
  expect(found).toMatchObject({ state: 'inspected', outcome: 'fail', code: 'threat', remark: 'Shouted' })
  // what is inspected is listened to no more
  expect((await heard({ server, tokenOf }, 'inspector', check.id)).status).toBe(400)
  await expect(inspector.reveal({ id: check.id })).rejects.toMatchObject({ fault: 'not_claimed' })
})

test('an inspector listens to nothing but what was drawn for them', async ({ as, given, server }) => {
  const { callId } = await spoken({ given, server })

  await expect(as('inspector').calls.reveal({ id: callId, reason: 'Curious' })).rejects.toMatchObject({ code: 403 })
})

test('to listen to a check counts as a reveal of the day', async ({ as, given, server }) => {
  await given.parameter('reveal.dailyMax', 1)
  await drawn({ as, given, server })
  const { reveal, claimNext } = as('inspector').conductChecks
  const { id } = (await claimNext()).check!
  await reveal({ id })

  await expect(reveal({ id })).rejects.toMatchObject({ fault: 'reveals_spent' })
})

test('a fail says what was wrong, by the dictionary; a pass has no code', async ({ as, given, server }) => {
  const waiting = await drawn({ as, given, server })
  const { fail, pass } = as('inspector').conductChecks
  await expect(fail({ ...its(waiting) } as never)).rejects.toMatchObject({ fields: [{ field: 'code' }] })
  const unknown = fail({ ...its(waiting), code: 'rude' as never })
  await expect(unknown).rejects.toMatchObject({ fields: [{ field: 'code' }] })

  expect(await pass(its(waiting))).toMatchObject({ state: 'inspected', outcome: 'pass', code: null })
})

test('customers who complain come first, then the oldest; what one has claimed stays theirs; it can be given back', async ({
  as,
  given,
  server,
}) => {
  const first = await drawn({ as, given, server })
  const { callId } = await spoken({ given, server }, { at: new Date(yesterday.getTime() + 60_000) })
  await server.app.database.query(`delete from conduct_draws`)
  const second = await drawn({ as, given, server }, { at: new Date(yesterday.getTime() + 120_000) })
  await server.app.database.query(`update conduct_checks set rule = 'complaint' where call_id = $1`, [callId])
  const { claimNext, release } = as('inspector').conductChecks

  await expect(release(its(first))).rejects.toMatchObject({ fault: 'unclaimed' })
  const claimed = (await claimNext()).check!
  expect(claimed.callId).toBe(callId)
  expect((await claimNext()).check!.id).toBe(claimed.id)
  const back = await release(its((await claimNext()).check!))
  expect(back).toMatchObject({ inspector: null, lockedUntil: null })
  await as('inspector').conductChecks.pass(its(back))
  expect((await claimNext()).check!.id).toBe(first.id)
  expect(second.id).not.toBe(first.id)
})

test('a collector sees what was found once it is shown, and nothing before', async ({ as, given, server }) => {
  const waiting = await drawn({ as, given, server })
  const collector = as('collector').conductChecks
  expect((await collector.list({ q: '' })).rows).toEqual([])
  const found = await as('inspector').conductChecks.fail({ ...its(waiting), code: 'hours', remark: 'At night' })
  const hidden = { state: 'inspected', outcome: null, code: null, remark: null }
  expect((await collector.list({ q: '' })).rows).toMatchObject([hidden])
  expect((await collector.list({ q: 'code:hours' })).rows).toEqual([])

  const shown = await collector.show(its(found))

  expect(shown).toMatchObject({ state: 'fail', outcome: 'fail', code: 'hours', remark: 'At night' })
  await expect(as('leader').conductChecks.show(its(shown))).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('an agency sees the results of its own collectors once they are shown, and never listens', async ({
  as,
  given,
  server,
  tokenOf,
}) => {
  const ours = await failed({ as, given, server })
  await spoken({ given, server }, { agency: 1, at: new Date(yesterday.getTime() + 60_000) })
  await server.app.database.query(`delete from conduct_draws`)
  const theirs = await drawn({ as, given, server }, { agency: 1, at: new Date(yesterday.getTime() + 120_000) })
  const seen = async (who: Account) =>
    (await as(who).conductChecks.list({ q: 'sort:calledAt' })).rows.map(({ id }) => id)

  expect(await seen('leader')).toEqual([ours.id])
  expect(await seen('agency')).toEqual([])
  const found = await as('inspector').conductChecks.fail({ ...its(theirs), code: 'abuse' })
  expect(await seen('agency')).toEqual([])
  await as('collector').conductChecks.show(its(found))
  expect(await seen('agency')).toEqual([theirs.id])
  expect(await seen('leader')).toEqual([ours.id])
  expect(await seen('manager')).toHaveLength(3)
  for (const who of ['agency', 'collector', 'leader', 'manager', 'admin'] as const) {
    await expect(as(who).conductChecks.reveal({ id: theirs.id })).rejects.toMatchObject({ code: 403 })
    expect((await heard({ server, tokenOf }, who, theirs.id)).status).not.toBe(200)
  }
  await expect(as('cs').conductChecks.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})
