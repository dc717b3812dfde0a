import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { CallEvent } from '#contract/calls.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import { endSilentCalls } from '#server/modules/calls/end-silent.ts'
import { test, type World } from '#tests/support/server.ts'
import { callback, held, lastCall, place, seat } from './support.ts'

test('whoever has a seat calls from there: it rings, is answered and ends, and nobody is told the number', async ({
  as,
  given,
  server,
  clock,
}) => {
  const line = await seat({ as, given, server }, 'collector')
  const { id, loanId } = await held({ given }, '9000012345')

  const placed = await place({ as }, id)

  expect(placed).toMatchObject({ line: { id: line, name: '1001' }, phone: '90****2345', contactsToday: 1 })
  expect(placed).not.toHaveProperty('number')
  const row = {
    id: placed.call,
    direction: 'out',
    caseId: id,
    loanId,
    staff: { id: 'S-collector' },
    line: { id: line },
  }
  expect(await lastCall({ as })).toMatchObject({ ...row, state: 'dialling', phone: '90****2345' })
  await server.deliver()
  expect(await lastCall({ as })).toMatchObject({ state: 'ringing', rangAt: '2026-03-10T06:00:00Z', connected: null })
  clock.forward(8_000)
  await server.deliver()
  expect(await lastCall({ as })).toMatchObject({ state: 'talking', answeredAt: '2026-03-10T06:00:08Z' })
  clock.forward(65_000)
  await server.deliver()
  expect(await lastCall({ as })).toMatchObject({
    ...{ state: 'ended', endedAt: '2026-03-10T06:01:13Z', seconds: 65, connected: true, recorded: true },
  })
  const log = await server.app.database.db.select().from(auditRows).where(eq(auditRows.noun, 'calls'))
  expect(log.map(({ actorName, objectId }) => [actorName, objectId])).toContainEqual(['dialler', placed.call])
  expect(JSON.stringify(await server.app.database.db.select().from(auditRows))).not.toContain('9000012345')
})

test.for([
  ['9000010001', 'failed', 'dialRefused', 0],
  ['9000010002', 'busy', null, 1],
  ['9000010003', 'noAnswer', null, 1],
] as const)(
  'a call to %s comes to %s, and the seat is free again',
  async ([phone, state, failure, contacts], { as, given, server }) => {
    await seat({ as, given, server }, 'collector')
    const { id } = await held({ given }, phone)

    await place({ as }, id)
    for (let i = 0; i < 3; i++) await server.deliver()

    expect(await lastCall({ as })).toMatchObject({ state, failure, connected: false, seconds: null, recorded: false })
    // what never rang was no contact
    expect((await as('collector').cases.open({ q: `id:${id}` })).rows[0]).toMatchObject({ contactsToday: contacts })
    expect(await place({ as }, id)).toMatchObject({ id })
  },
)

test('a seat makes one call at a time', async ({ as, given, server }) => {
  await seat({ as, given, server }, 'collector')
  const [first, second] = [await held({ given }, '9000012345'), await held({ given }, '9000012346')]
  await place({ as }, first.id)
  await server.deliver()

  await expect(place({ as }, second.id)).rejects.toMatchObject({
    fault: 'on_a_call',
    msg: 'Your seat is on another call: end it first',
  })

  expect((await as('admin').calls.list({ q: '' })).rows).toHaveLength(1)
  await as('collector').calls.hangUp()
  await server.deliver()
  expect(await lastCall({ as })).toMatchObject({ state: 'noAnswer' })
  expect(await place({ as }, second.id)).toMatchObject({ line: { name: '1001' } })
})

test('whoever is on a call ends it; who is on none is told so', async ({ as, given, server, clock }) => {
  await seat({ as, given, server }, 'collector')
  await expect(as('collector').calls.hangUp()).rejects.toMatchObject({ fault: 'not_on_a_call' })
  const { id } = await held({ given }, '9000012345')
  await place({ as }, id)
  await server.deliver()
  await server.deliver()
  clock.forward(30_000)

  await as('collector').calls.hangUp()
  await server.deliver()

  expect(await lastCall({ as })).toMatchObject({ state: 'ended', seconds: 30, recorded: true })
  await expect(as('leader').calls.hangUp()).rejects.toMatchObject({ fault: 'not_on_a_call' })
})

test('whoever hears nothing of it hangs up once more', async ({ as, given, server }) => {
  await seat({ as, given, server }, 'collector')
  const { id } = await held({ given }, '9000012345')
  const { call } = await place({ as }, id)

  expect([await as('collector').calls.hangUp(), await as('collector').calls.hangUp()]).toEqual([
    { id: call },
    { id: call },
  ])
})

test('a dialler that says nothing is given up, said so, and still believed when it speaks', async ({
  as,
  given,
  server,
  clock,
}) => {
  await seat({ as, given, server }, 'collector')
  const { id } = await held({ given }, '9000010004')
  const { call } = await place({ as }, id)
  await server.deliver()
  clock.forward(40_000)
  await endSilentCalls.run(server.app)
  expect(await lastCall({ as })).toMatchObject({ state: 'dialling' })

  clock.forward(10_000)
  await endSilentCalls.run(server.app)

  expect(await lastCall({ as })).toMatchObject({ state: 'unknown', connected: null, endedAt: '2026-03-10T06:00:50Z' })
  expect((await as('collector').calls.current()).call).toMatchObject({ id: call, state: 'unknown' })
  clock.forward(60_000)
  await as(null).calls.callback(callback({ server }, { callId: call!, event: 'ended', talkSeconds: 42 }))
  expect(await lastCall({ as })).toMatchObject({ state: 'ended', seconds: 42, connected: true })
})

test('what was not dialled in time is not dialled any more', async ({ as, given, server, clock }) => {
  await seat({ as, given, server }, 'collector')
  const { id } = await held({ given }, '9000012345')
  await place({ as }, id)
  clock.forward(31_000)

  for (let i = 0; i < 3; i++) await server.deliver()

  expect(await lastCall({ as })).toMatchObject({ state: 'dialling', rangAt: null })
})

const told: readonly (Partial<CallEvent> & Pick<CallEvent, 'event'>)[] = [
  { event: 'ringing', at: '2026-03-10T06:00:03.000Z' },
  { event: 'answered', at: '2026-03-10T06:00:10.000Z' },
  { event: 'ended', at: '2026-03-10T06:00:45.000Z', talkSeconds: 35 },
]
const orders = [
  ...([
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ] as const),
  ...([
    [0, 0, 1, 1, 2, 2],
    [2, 2, 1, 0],
    [1, 2],
  ] as const),
]

test.for(orders)('told in the order %j a call comes to the same', async (order, { as, given, server, clock }) => {
  await seat({ as, given, server }, 'collector')
  const { id } = await held({ given }, '9000010004')
  const { call } = await place({ as }, id)
  await server.deliver()
  clock.forward(60_000)

  for (const nth of order) await as(null).calls.callback(callback({ server }, { callId: call!, ...told[nth]! }))

  expect(await lastCall({ as })).toMatchObject({
    ...{ state: 'ended', connected: true, seconds: 35 },
    ...{ answeredAt: '2026-03-10T06:00:10Z', endedAt: '2026-03-10T06:00:45Z' },
  })
})

test('the sandbox tells of some calls in the wrong order and twice', async ({ as, given, server, clock }) => {
  await seat({ as, given, server }, 'collector')
  const { id } = await held({ given }, '9000010005')
  await place({ as }, id)
  clock.forward(25_000)

  for (let i = 0; i < 6; i++) await server.deliver()

  expect(await lastCall({ as })).toMatchObject({ state: 'ended', connected: true, seconds: 20, recorded: true })
})

const forged = (world: Pick<World, 'server'>, call: string) => ({
  ...callback(world, { callId: call, event: 'answered' }),
  signature: '00'.repeat(32),
})

test('nobody but the dialler tells of calls, and of none that it was not given', async ({ as, given, server }) => {
  await seat({ as, given, server }, 'collector')
  const { id } = await held({ given }, '9000010004')
  const { call } = await place({ as }, id)

  await expect(as(null).calls.callback(forged({ server }, call!))).rejects.toMatchObject({ fault: 'bad_signature' })
  await expect(
    as(null).calls.callback(callback({ server }, { callId: 'CA260310999999', event: 'answered' })),
  ).rejects.toMatchObject({ fault: 'unknown_call' })
  await expect(
    as(null).calls.callback(callback({ server }, { event: 'ringing', line: '9999', from: '+919000012345' })),
  ).rejects.toMatchObject({ fault: 'unknown_line' })

  expect(await lastCall({ as })).toMatchObject({ state: 'dialling' })
})

test('without a seat, or where its dialler is not known, the number is for one’s own phone', async ({
  as,
  given,
  server,
}) => {
  const { id } = await held({ given }, '9000012345')
  expect(await place({ as }, id)).toMatchObject({ number: '+919000012345', line: null, call: null })
  await as('ops').lines.add({ kind: 'seat', number: '1001', staffId: 'S-collector' as never })

  expect(await place({ as }, id)).toMatchObject({ number: '+919000012345', line: { name: '1001' }, call: null })

  await server.deliver()
  expect(await lastCall({ as })).toMatchObject({ state: 'handedOver', connected: null, recorded: false })
  expect((await as('collector').calls.current()).call).toBeNull()
})

test('calls are seen by whoever made them, and by whoever answers for them', async ({ as, given, server }) => {
  await seat({ as, given, server }, 'collector')
  const { id } = await held({ given }, '9000012345')
  await place({ as }, id)
  const seen = async (who: Parameters<World['as']>[0]) => (await as(who).calls.list({ q: '' })).rows.length

  expect(await Promise.all((['collector', 'leader', 'manager', 'inspector', 'cs'] as const).map(seen))).toEqual([
    ...[1, 1, 1, 1, 1],
  ])
  // another agency, another caller
  expect(await Promise.all((['agency', 'caller'] as const).map(seen))).toEqual([0, 0])
  await expect(as('marketer').calls.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})
