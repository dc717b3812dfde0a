import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'
import { callsOf, configured, lastTask, owing, plan, run, told } from './support.ts'

const endings = Array.from({ length: 12 }, (_, nth) => `5${String(nth).padStart(3, '0')}`)

test('paused, a task begins no more calls and lets those under way end; resumed it goes on', async ({
  as,
  given,
  server,
}) => {
  await configured({ as, given }, { redialMax: 0 })
  for (const ending of endings) await owing({ given }, ending)
  await plan({ server })
  await run({ server }, 0)
  expect(await lastTask({ as })).toMatchObject({ state: 'calling' })
  const live = await callsOf({ as })
  expect(live).toHaveLength(10)
  const { id, version } = await lastTask({ as })
  await expect(as('ops').aiTasks.cancel({ id, version })).rejects.toMatchObject({ fault: 'not_allowed_now' })

  const paused = await as('ops').aiTasks.pause({ id, version })

  expect(paused).toMatchObject({ state: 'paused' })
  for (const { id: callId } of live) await as(null).aiRecords.callback(told({ server }, { callId, outcome: 'b' }))
  expect(await lastTask({ as })).toMatchObject({ state: 'paused', called: 10, b: 10 })
  await run({ server }, 1)
  expect(await callsOf({ as })).toHaveLength(10)
  const resumed = await as('ops').aiTasks.resume({ id, version: paused.version })
  expect(resumed).toMatchObject({ state: 'calling' })
  expect(await callsOf({ as })).toHaveLength(12)
})

test('while counts change nobody who pauses is told that it was changed meanwhile', async ({ as, given, server }) => {
  await configured({ as, given })
  for (const ending of endings) await owing({ given }, ending)
  await plan({ server })
  await run({ server }, 0)
  const { id, version } = await lastTask({ as })
  const [call] = await callsOf({ as })
  await as(null).aiRecords.callback(told({ server }, { callId: call!.id, outcome: 'b' }))

  expect(await as('ops').aiTasks.pause({ id, version })).toMatchObject({ state: 'paused', called: 1 })
})

test('cancelled, it calls nobody any more, and whoever was planned is not planned again today', async ({
  as,
  given,
  server,
}) => {
  await configured({ as, given })
  await owing({ given }, '0011')
  await plan({ server })
  const { id, version } = await lastTask({ as })

  expect(await as('ops').aiTasks.cancel({ id, version })).toMatchObject({ state: 'cancelled' })
  await plan({ server })
  await run({ server })

  expect(await callsOf({ as })).toEqual([])
  await expect(as('cs').aiTasks.pause({ id, version })).rejects.toMatchObject({ code: 403 })
})

test('a configuration that is disabled begins no more calls until it is enabled again', async ({
  as,
  given,
  server,
}) => {
  const id = await configured({ as, given })
  await owing({ given }, '0011')
  await plan({ server })
  const { version } = (await as('ops').aiConfigs.list({ q: '' })).rows[0]!
  const off = await as('ops').aiConfigs.setState({ id, version, state: 'disabled' })
  await run({ server })
  expect(await lastTask({ as })).toMatchObject({ state: 'pending', called: 0 })

  await as('ops').aiConfigs.setState({ id, version: off.version, state: 'enabled' })
  await run({ server })

  expect(await lastTask({ as })).toMatchObject({ state: 'finished', called: 1, a: 1 })
})
