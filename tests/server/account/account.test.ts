import { expect } from 'vitest'
import { isReveal } from '#contract/kernel/personal-data.ts'
import { revealsOf } from '#server/modules/account/reveals.ts'
import { demoPassword, staffId } from '#server/seed/foundation.ts'
import { test } from '#tests/support/server.ts'

const minuteMs = 60_000
const signingIn = { username: 'cs', password: demoPassword }

test('a profile says who one is, and takes an address and a few words', async ({ as }) => {
  const told = { email: 'cs@example.com', introduction: 'Answers in the morning' }
  await expect(as('cs').account.profile()).resolves.toMatchObject({ account: 'cs', roles: ['Customer service'] })

  try {
    await expect(as('cs').account.saveProfile(told)).resolves.toMatchObject(told)
    await expect(as('cs').session.info()).resolves.toMatchObject({ user: { introduction: told.introduction } })
  } finally {
    await as('cs').account.saveProfile({ email: null, introduction: '' })
  }
})

test('what is no address of an e-mail, and a novel about oneself, are refused by field', async ({ as, raw }) => {
  const save = (body: object) =>
    raw('POST /account/profile', {
      who: 'cs',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  for (const email of ['cs', 'cs@', '@x.com', 'c s@x.com', `${'x'.repeat(250)}@x.com`]) {
    await expect(save({ email, introduction: '' })).resolves.toMatchObject({
      code: 400,
      fields: [{ field: 'email' }],
    })
  }
  const novel = save({ email: null, introduction: 'x'.repeat(201) })
  await expect(novel).resolves.toMatchObject({ code: 400, fields: [{ field: 'introduction' }] })
  await expect(as('cs').account.profile()).resolves.toMatchObject({ email: null, introduction: '' })
})

test('one sees where one is signed in, this one first, and nobody else', async ({ as, clock }) => {
  await as('cs').session.info()
  clock.forward(minuteMs)
  await as(null).session.signIn(signingIn)
  await as(null).session.signIn({ username: 'ops', password: demoPassword })

  const { sessions } = await as('cs').account.sessions()

  expect(sessions.map(({ current }) => current)).toEqual([true, false])
  expect(JSON.stringify(sessions)).not.toContain('hash')
})

test('a session that has run out is not shown', async ({ as, clock }) => {
  await as(null).session.signIn(signingIn)
  clock.forward(31 * minuteMs)

  const { sessions } = await as('cs').account.sessions()

  expect(sessions.map(({ current }) => current)).toEqual([true])
})

test('one’s session elsewhere is ended by name', async ({ as, raw }) => {
  const { token } = await as(null).session.signIn(signingIn)
  const { sessions } = await as('cs').account.sessions()
  const elsewhere = sessions.find(({ current }) => !current)!

  await as('cs').account.endSession({ id: elsewhere.id })

  await expect(raw('GET /getInfo', { headers: { authentication: token } })).resolves.toMatchObject({ code: 401 })
  await expect(as('cs').account.endSession({ id: elsewhere.id })).rejects.toMatchObject({ fault: 'not_found' })
})

test('nobody ends a session of somebody else', async ({ as }) => {
  const { sessions } = await as('cs').account.sessions()

  await expect(as('admin').account.endSession({ id: sessions[0]!.id })).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('cs').session.info()).resolves.toBeDefined()
})

test('all one’s other sessions are ended at once', async ({ as, raw }) => {
  const tokens = [await as(null).session.signIn(signingIn), await as(null).session.signIn(signingIn)]
  await as('ops').session.info()

  await expect(as('cs').account.endOtherSessions()).resolves.toEqual({ ended: 2 })

  for (const { token } of tokens) {
    await expect(raw('GET /getInfo', { headers: { authentication: token } })).resolves.toMatchObject({ code: 401 })
  }
  await expect(as('cs').session.info()).resolves.toBeDefined()
  await expect(as('ops').session.info()).resolves.toBeDefined()
})

test('a reveal is a call whose right is a button that reveals', () => {
  expect(isReveal({ requires: 'customers.reveal' })).toBe(true)
  expect(isReveal({ requires: ['customers', 'customer.reveal'] })).toBe(true)
  expect(isReveal({ requires: 'customers.export' })).toBe(false)
  expect(isReveal({ requires: 'anyone' })).toBe(false)
})

test('one sees one’s own reveals, the newest first, and nobody else’s', async ({ as, server, clock }) => {
  const { database } = server.app
  const tell = async (who: string, command: string, objectId: string) => {
    clock.forward(minuteMs)
    await database.query(
      `insert into audit (at, actor_id, actor_name, unit_path, roles, command, risk, object_id, outcome, reason, request_id, duration_ms)
       values ($1, $2, 'X', '/', '{}', $3, 'write', $4, 'done', 'called back', 'r', 1)`,
      [clock.now().toISOString(), staffId(who), command, objectId],
    )
  }
  await tell('cs', 'customers.reveal', 'C1')
  await tell('cs', 'customers.detail', 'C2')
  await tell('ops', 'customers.reveal', 'C3')
  await tell('cs', 'customers.reveal', 'C4')

  const mine = await revealsOf(database.db, staffId('cs'), ['customers.reveal'])

  expect(mine.map(({ objectId, reason }) => [objectId, reason])).toEqual([
    ['C4', 'called back'],
    ['C1', 'called back'],
  ])
  await expect(as('cs').account.reveals()).resolves.toMatchObject({ reveals: expect.any(Array) })
})
