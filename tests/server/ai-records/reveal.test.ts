import { expect } from 'vitest'
import { eraseRobotCalls } from '#server/modules/ai-records/steps/erase.ts'
import { sampleTranscript } from '#server/modules/ai-records/steps/sample-transcript.ts'
import { sampleRecording } from '#server/modules/calls/steps/sample-recording.ts'
import { test, type World } from '#tests/support/server.ts'
import { callsOf, configured, type Here, owing, plan, run, told } from '../ai-tasks/support.ts'

/** A call that a robot has made, and what was said in it. */
async function spoken({ as, given, server }: Pick<Here, 'as' | 'given' | 'server'>) {
  await configured({ as, given })
  await owing({ given }, '0011')
  await plan({ server })
  await run({ server })
  return (await callsOf({ as }))[0]!
}

async function fetched({ server, tokenOf }: Pick<World, 'server' | 'tokenOf'>, who: 'leader' | 'manager', id: string) {
  const headers = { authentication: await tokenOf(who) }
  const response = await fetch(`${server.url}/api/ai/records/${id}/recording`, { headers })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('whoever says why hears and reads a call for a while; the record has who and why', async ({
  as,
  given,
  server,
  tokenOf,
  clock,
}) => {
  const { id } = await spoken({ as, given, server })
  expect((await fetched({ server, tokenOf }, 'leader', id)).status).toBe(400)
  await expect(as('leader').aiRecords.transcript({ id })).rejects.toMatchObject({ fault: 'not_found' })

  await as('leader').aiRecords.reveal({ id, reason: 'Complaint of the customer' })

  expect((await fetched({ server, tokenOf }, 'leader', id)).bytes.equals(sampleRecording())).toBe(true)
  expect(await as('leader').aiRecords.transcript({ id })).toEqual({ lines: sampleTranscript })
  // it was revealed to nobody else
  await expect(as('manager').aiRecords.transcript({ id })).rejects.toMatchObject({ fault: 'not_found' })
  const { rows } = await as('admin').audit.list({ q: 'command:aiRecords.reveal' })
  expect(rows).toMatchObject([{ actor: 'Collection team leader', objectId: id, reason: 'Complaint of the customer' }])
  clock.forward(15 * 60_000)
  await expect(as('leader').aiRecords.transcript({ id })).rejects.toMatchObject({ fault: 'not_found' })
})

test('calls are seen by whoever works the case; whoever may not listen does not', async ({ as, given, server }) => {
  const { id } = await spoken({ as, given, server })
  const seen = async (who: 'leader' | 'caller' | 'cs') => (await as(who).aiRecords.list({ q: '' })).rows.length
  expect([await seen('leader'), await seen('cs'), await seen('caller')]).toEqual([1, 1, 0])
  for (const who of ['collector', 'agency'] as const)
    await expect(as(who).aiRecords.list({ q: '' })).rejects.toMatchObject({ code: 403 })

  const reason = 'Curious'
  await expect(as('cs').aiRecords.reveal({ id, reason })).rejects.toMatchObject({ code: 403 })
  await server.app.database.query(`update cases set agency_id = 'AG2', unit_path = '/HQ/COL/AG2/'`)
  await expect(as('leader').aiRecords.reveal({ id, reason })).rejects.toMatchObject({ fault: 'not_found' })
  await server.app.database.query(`update ai_records set recording_key = null, transcript_key = null`)
  await expect(as('manager').aiRecords.reveal({ id, reason })).rejects.toMatchObject({ fault: 'no_recording' })
})

test('what somebody said who is erased goes; that they were called, and the cost, stays', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { id, customerId } = await spoken({ as, given, server })
  const { files, database } = server.app
  expect(await files.get(`transcripts/${id}.json`)).not.toBeNull()

  await eraseRobotCalls(database.db, customerId, clock.now())
  await server.deliver()

  expect(await files.get(`recordings/${id}.wav`)).toBeNull()
  expect(await files.get(`transcripts/${id}.json`)).toBeNull()
  expect((await callsOf({ as }))[0]).toMatchObject({ id, outcome: 'a', recorded: false, cost: { minor: 100 } })
})

test('what is told late of somebody who was erased meanwhile brings back nothing that they said', async ({
  as,
  given,
  server,
}) => {
  const { id, customerId } = await spoken({ as, given, server })
  const { query } = server.app.database
  await query(`update customers set state = 'erased' where id = $1`, [customerId])
  await query(
    `update ai_records set state = 'unknown', recording = null, recording_key = null, transcript = null,
    transcript_key = null where id = $1`,
    [id],
  )
  await query(`delete from outbox where topic = 'aiRecords.files'`)

  await as(null).aiRecords.callback(told({ server }, { callId: id, recording: 'rec-1', transcript: 'tr-1' }))
  await server.deliver()

  expect((await callsOf({ as }))[0]).toMatchObject({ state: 'ended', recorded: false, transcribed: false })
  const { rows } = await query('select recording, transcript from ai_records')
  expect(rows).toEqual([{ recording: null, transcript: null }])
})
