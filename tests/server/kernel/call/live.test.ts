import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'
import { listenTo } from '#tests/support/stream.ts'

test('a change is told to whoever sees the row, by id and version only', async ({ as, given, server, tokenOf }) => {
  const { id, version } = await given.loan()
  const stream = await listenTo(server.url, await tokenOf('manager'))

  await as('ops').loans.redisburse({ id, version })

  await expect.poll(() => stream.heard).toContainEqual({ noun: 'loans', rows: [{ id, version: 2 }] })
  await stream.stop()
})

test('a change is not told to whoever does not see the row', async ({ as, given, server, tokenOf }) => {
  const mine = await given.case({ collector: 'collector' })
  const foreign = await given.case()
  const stream = await listenTo(server.url, await tokenOf('collector'))

  await as('leader').cases.end({ id: foreign.id, version: foreign.version, reason: 'recalled' })
  await as('leader').cases.end({ id: mine.id, version: mine.version, reason: 'recalled' })

  await expect.poll(() => stream.heard).toContainEqual(expect.objectContaining({ noun: 'cases' }))
  expect(JSON.stringify(stream.heard)).toContain(mine.id)
  expect(JSON.stringify(stream.heard)).not.toContain(foreign.id)
  await stream.stop()
})

test('a rehearsal is not told', async ({ as, given, server, tokenOf }) => {
  const { id, version } = await given.loan()
  const other = await given.loan()
  const stream = await listenTo(server.url, await tokenOf('manager'))

  await as('ops', { rehearse: true }).loans.redisburse({ id, version })
  await as('ops').loans.redisburse({ id: other.id, version: other.version })

  await expect.poll(() => JSON.stringify(stream.heard)).toContain(other.id)
  expect(JSON.stringify(stream.heard)).not.toContain(id)
  await stream.stop()
})

test('where very many rows change at once, only their noun is told', async ({ given, server, tokenOf }) => {
  for (let i = 0; i < 110; i++) await given.ticket()
  const stream = await listenTo(server.url, await tokenOf('ops'))

  await server.app.database.query(`update tickets set title = title || '!'`)

  await expect.poll(() => stream.heard).toContainEqual({ noun: 'tickets', rows: null })
  await stream.stop()
})

test('where something may have been missed, everybody is told so', async ({ server, tokenOf }) => {
  const stream = await listenTo(server.url, await tokenOf('cs'))

  await server.app.database.query('notify rows')

  await expect.poll(() => stream.heard).toEqual([{ noun: '*', rows: null }])
  await stream.stop()
})

test('without a session there is no stream', async ({ server }) => {
  const stream = await listenTo(server.url, 'nobody')

  expect(stream.status).toBe(401)
  await stream.stop()
})

test('watching does not keep a session alive', async ({ server, tokenOf, clock, raw }) => {
  const stream = await listenTo(server.url, await tokenOf('ops'))
  clock.forward(31 * 60_000)

  await expect(raw('GET /getInfo', { who: 'ops' })).resolves.toMatchObject({ code: 401 })
  await stream.stop()
})

test('a stream ends with its session, at once, and no other does', async ({ as, server, tokenOf, clock }) => {
  const [mine, theirs] = [
    await listenTo(server.url, await tokenOf('ops')),
    await listenTo(server.url, await tokenOf('cs')),
  ]
  clock.forward(1_000)

  await as('ops').session.signOut()

  await mine.ended
  expect(theirs.isOpen()).toBe(true)
  await Promise.all([mine.stop(), theirs.stop()])
})

test('of twenty windows a person holds a stream each, and of one more none', async ({ server, tokenOf }) => {
  const token = await tokenOf('ops')
  const streams = await Promise.all(Array.from({ length: 20 }, () => listenTo(server.url, token)))

  const [more, other] = [await listenTo(server.url, token), await listenTo(server.url, await tokenOf('cs'))]

  expect(streams.every(({ status }) => status === 200)).toBe(true)
  expect([more.status, other.status]).toEqual([429, 200])
  await Promise.all([...streams, more, other].map((stream) => stream.stop()))
  await expect
    .poll(async () => {
      const again = await listenTo(server.url, token)
      await again.stop()
      return again.status
    })
    .toBe(200)
})
