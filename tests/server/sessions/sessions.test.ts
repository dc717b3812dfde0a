import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { test, type World } from '#tests/support/server.ts'

const sessionsOf = async ({ as }: Pick<World, 'as'>, account: string) =>
  (await as('admin').sessions.list({ q: `account:${account}` })).rows
const signIn = async ({ as }: Pick<World, 'as'>, username: string) =>
  (await as(null).session.signIn({ username, password: demoPassword })).token

test('who is signed in stands there, since when, from where and with what', async ({ as, raw }) => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36'
  const body = JSON.stringify({ username: 'cs', password: demoPassword })
  const headers = { 'content-type': 'application/json', 'user-agent': agent }
  await raw('POST /login', { headers, body })

  const [session] = await sessionsOf({ as }, 'cs')

  expect(session).toMatchObject({
    ...{ state: 'active', staff: { name: 'Customer service' }, account: 'cs', roles: 'Customer service' },
    ...{ startedAt: '2026-03-10T06:00:00Z', ip: '127.0.0.1', device: 'Chrome · Windows', agent },
  })
  expect(JSON.stringify(session)).not.toMatch(/token/i)
})

test('one is idle after five minutes, and over after thirty', async ({ as, clock }) => {
  await signIn({ as }, 'cs')
  const stateOf = async (who: 'admin' | 'executive') => {
    const { rows } = await as(who).sessions.list({ q: 'account:cs' })
    return rows[0]!
  }
  clock.forward(5 * 60_000)
  expect((await stateOf('admin')).state).toBe('idle')
  clock.forward(20 * 60_000)
  expect((await stateOf('executive')).state).toBe('idle')
  clock.forward(5 * 60_000)
  const { id, version, state } = await stateOf('executive')
  expect(state).toBe('over')

  await expect(as('admin').sessions.end({ id, version })).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('whoever is signed out is so with their next call; their other session goes on, and it is on the record', async ({
  as,
  raw,
}) => {
  const from = async (agent: string) => {
    const body = JSON.stringify({ username: 'cs', password: demoPassword })
    const headers = { 'content-type': 'application/json', 'user-agent': agent }
    return ((await raw('POST /login', { headers, body })).data as { token: string }).token
  }
  const [lost, kept] = [await from('lost phone'), await from('desk')]
  const answerTo = async (token: string) =>
    (await raw('GET /account/profile', { headers: { authentication: token } })).code
  const { id, version } = (await sessionsOf({ as }, 'cs')).find(({ agent }) => agent === 'lost phone')!

  expect(await as('admin').sessions.end({ id, version })).toMatchObject({ id })

  expect([await answerTo(lost), await answerTo(kept)]).toEqual([401, 200])
  await expect(as('admin').sessions.end({ id, version })).rejects.toMatchObject({ fault: 'not_found' })
  const { rows } = await as('admin').audit.list({ q: 'command:sessions.end outcome:done' })
  expect(rows).toMatchObject([{ objectId: id, changes: 'Removed' }])
})

test('they are sorted by how they stand', async ({ as, clock }) => {
  await signIn({ as }, 'cs')
  clock.forward(6 * 60_000)

  const { rows } = await as('admin').sessions.list({ q: 'sort:state-' })

  expect(rows.map(({ account, state }) => [account, state])).toEqual([
    ['cs', 'idle'],
    ['admin', 'active'],
  ])
})

test('nobody ends the session they are in, or any without the right to', async ({ as }) => {
  const [own] = await sessionsOf({ as }, 'admin')
  const one = { id: own!.id, version: own!.version }

  await expect(as('admin').sessions.end(one)).rejects.toMatchObject({ fault: 'own_session' })
  await expect(as('executive').sessions.end(one)).rejects.toMatchObject({ code: 403 })
  await expect(as('manager').sessions.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})
