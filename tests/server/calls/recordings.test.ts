import { expect } from 'vitest'
import { eraseRecordings } from '#server/modules/calls/steps/erase.ts'
import { sampleRecording } from '#server/modules/calls/steps/sample-recording.ts'
import { test, type World } from '#tests/support/server.ts'
import { callback, type Here, held, lastCall, place, seat } from './support.ts'

/** A call that was spoken, and its recording. */
async function recorded({ as, given, server }: Here) {
  await seat({ as, given, server }, 'collector')
  const { id } = await held({ given }, '9000012345')
  await place({ as }, id)
  for (let i = 0; i < 3; i++) await server.deliver()
  return lastCall({ as })
}

/** What is answered to whoever asks for a recording. */
async function fetched({ server, tokenOf }: Pick<World, 'server' | 'tokenOf'>, who: 'leader' | 'manager', id: string) {
  const headers = { authentication: await tokenOf(who) }
  const response = await fetch(`${server.url}/api/calls/${id}/recording`, { headers })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

test('whoever says why listens to a recording for a while; the record has who and why', async ({
  as,
  given,
  server,
  tokenOf,
  clock,
}) => {
  const { id } = await recorded({ as, given, server })
  expect((await fetched({ server, tokenOf }, 'leader', id)).status).toBe(400)

  const { until } = await as('leader').calls.reveal({ id, reason: 'Complaint of the customer' })

  expect(until).toBe('2026-03-10T06:15:00.000Z')
  const heard = await fetched({ server, tokenOf }, 'leader', id)
  expect(heard).toMatchObject({ status: 200, type: 'audio/wav' })
  expect(heard.bytes.equals(sampleRecording())).toBe(true)
  // it was revealed to nobody else
  expect((await fetched({ server, tokenOf }, 'manager', id)).status).toBe(400)
  const { rows } = await as('admin').audit.list({ q: 'command:calls.reveal' })
  expect(rows).toMatchObject([{ actor: 'Collection team leader', objectId: id, reason: 'Complaint of the customer' }])
  clock.forward(15 * 60_000)
  expect((await fetched({ server, tokenOf }, 'leader', id)).status).toBe(400)
})

test('collectors and people of other agencies listen to nothing; without a recording there is nothing to hear', async ({
  as,
  given,
  server,
}) => {
  const { id } = await recorded({ as, given, server })
  const reason = 'Curious'

  await expect(as('collector').calls.reveal({ id, reason })).rejects.toMatchObject({ code: 403 })
  await expect(as('agency').calls.reveal({ id, reason })).rejects.toMatchObject({ code: 403 })
  await expect(as('leader').calls.reveal({ id, reason: ' ' })).rejects.toMatchObject({ fields: [{ field: 'reason' }] })
  await server.app.database.query(`update calls set unit_path = '/HQ/COL/AG2/'`)
  await expect(as('leader').calls.reveal({ id, reason })).rejects.toMatchObject({ fault: 'not_found' })
  await server.app.database.query(`update calls set recording_key = null`)
  await expect(as('manager').calls.reveal({ id, reason })).rejects.toMatchObject({ fault: 'no_recording' })
})

test('to listen counts as a reveal of the day', async ({ as, given, server }) => {
  await given.parameter('reveal.dailyMax', 1)
  const { id } = await recorded({ as, given, server })
  await as('leader').calls.reveal({ id, reason: 'First' })

  await expect(as('leader').calls.reveal({ id, reason: 'Second' })).rejects.toMatchObject({ fault: 'reveals_spent' })
})

test('a recording is kept encrypted, and not under the name that the dialler gave it', async ({
  as,
  given,
  server,
}) => {
  const { id } = await recorded({ as, given, server })

  const { rows } = await server.app.database.query('select recording, recording_key from calls')

  expect(rows).toEqual([{ recording: expect.stringMatching(/^rec-/), recording_key: `recordings/${id}.wav` }])
})

test('the voice of somebody who is erased goes; that they were called stays', async ({ as, given, server, clock }) => {
  const { id, customerId } = await recorded({ as, given, server })
  const { files, database } = server.app
  expect(await files.get(`recordings/${id}.wav`)).not.toBeNull()

  await eraseRecordings(database.db, customerId!, clock.now())
  await server.deliver()

  expect(await files.get(`recordings/${id}.wav`)).toBeNull()
  expect(await lastCall({ as })).toMatchObject({ id, state: 'ended', recorded: false })
})

test('what a dialler tells again of somebody who was erased meanwhile is heard, and brings no voice back', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { id, customerId } = await recorded({ as, given, server })
  const { database } = server.app
  await eraseRecordings(database.db, customerId!, clock.now())
  await database.query(`update customers set state = 'erased' where id = $1`, [customerId])
  const again = callback({ server }, { callId: id, event: 'ended', recording: 'rec-again', failure: '9000012345' })

  await expect(as(null).calls.callback(again)).resolves.toEqual({ received: true })
  await server.deliver()

  expect(await lastCall({ as })).toMatchObject({ id, state: 'ended', recorded: false, failure: null })
})
