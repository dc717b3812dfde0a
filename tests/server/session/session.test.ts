import { expect, vi } from 'vitest'
import { identify } from '#server/modules/session/steps/sessions.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { test } from '#tests/support/server.ts'

const minuteMs = 60_000

test('an account and its password open a session whose menu is that of the role', async ({ as, raw }) => {
  const { token } = await as(null).session.signIn({ username: ' ops ', password: demoPassword })

  const { data } = await raw('GET /getInfo', { headers: { authentication: token } })

  expect(data).toMatchObject({ roleFlag: 'OPS', user: { account: 'ops', country: 'IN' } })
  const menu = JSON.stringify(data)
  expect(menu).toContain('/order_management/wait_relent')
  expect(menu).not.toContain('/system/operate_record')
})

test('sign-in takes its parameters from the query as well as from the body', async ({ raw }) => {
  const query = new URLSearchParams({ username: 'ops', password: demoPassword })

  const answer = await raw(`POST /login?${query}`)

  expect(answer).toMatchObject({ code: 200, data: { token: expect.any(String) } })
})

test('an unknown account and a wrong password get one and the same answer', async ({ as }) => {
  const signIn = (username: string, password: string) => as(null).session.signIn({ username, password })

  const told = { code: 400, fault: 'wrong_credentials', msg: 'Account or password is not right' }
  await expect(signIn('nobody-here', demoPassword)).rejects.toMatchObject(told)
  await expect(signIn('ops', 'Wrong#123')).rejects.toMatchObject(told)
})

test('five failures freeze an account for a quarter of an hour, even for the right password', async ({ as, clock }) => {
  const signIn = (password: string) => as(null).session.signIn({ username: 'cs', password })
  for (let attempt = 0; attempt < 4; attempt++) {
    await expect(signIn('Wrong#123')).rejects.toMatchObject({ fault: 'wrong_credentials' })
    clock.forward(minuteMs)
  }

  await expect(signIn('Wrong#123')).rejects.toMatchObject({ fault: 'frozen' })
  await expect(signIn(demoPassword)).rejects.toMatchObject({ fault: 'frozen', msg: expect.stringContaining('15 min') })

  clock.forward(15 * minuteMs + 1)
  await expect(signIn(demoPassword)).resolves.toMatchObject({ token: expect.any(String) })
})

test('a call without a token is answered 401 with exactly the specified message', async ({ raw }) => {
  await expect(raw('GET /getInfo')).resolves.toMatchObject({
    code: 401,
    msg: 'Your session has expired, please log in again.',
  })
})

test('what a console asks by itself while nobody is at it keeps no session alive', async ({
  as,
  raw,
  clock,
  tokenOf,
}) => {
  const token = await tokenOf('ops')
  const unattended = { headers: { authentication: token, 'x-unattended': '1' } }
  await as('ops').session.info()
  for (let minute = 0; minute < 30; minute += 5) {
    clock.forward(5 * minuteMs)
    await expect(raw('GET /getInfo', unattended)).resolves.toMatchObject({ code: 200 })
  }

  clock.forward(minuteMs)

  await expect(raw('GET /getInfo', unattended)).resolves.toMatchObject({ code: 401 })
  await expect(as('ops').session.info()).rejects.toMatchObject({ code: 401 })
})

test('a session ends half an hour after its last call', async ({ as, clock }) => {
  await as('ops').session.info()
  clock.forward(29 * minuteMs)
  await as('ops').session.info()

  clock.forward(31 * minuteMs)

  await expect(as('ops').session.info()).rejects.toMatchObject({ code: 401 })
})

test('a session ends after twelve hours, however busy', async ({ as, clock, server }) => {
  let { token } = await as(null).session.signIn({ username: 'ops', password: demoPassword })
  const call = async () => {
    const response = await fetch(`${server.url}/api/getInfo`, { headers: { authentication: token } })
    token = response.headers.get('authentication') ?? token
    return ((await response.json()) as { code: number }).code
  }

  for (let passed = 0; passed < 12 * 60; passed += 25) {
    clock.forward(25 * minuteMs)
    if (passed + 25 < 12 * 60) expect(await call()).toBe(200)
  }

  expect(await call()).toBe(401)
})

test('the token is renewed in the answer, and the old one stays good for a minute', async ({
  tokenOf,
  clock,
  server,
}) => {
  const token = await tokenOf('ops')
  const get = (authentication: string) => fetch(`${server.url}/api/getInfo`, { headers: { authentication } })
  clock.forward(11 * minuteMs)

  const renewed = (await get(token)).headers.get('authentication')

  expect(renewed).toEqual(expect.any(String))
  expect(renewed).not.toBe(token)
  expect(await (await get(token)).json()).toMatchObject({ code: 200 })
  clock.forward(2 * minuteMs)
  expect(await (await get(token)).json()).toMatchObject({ code: 401 })
  expect(await (await get(renewed!)).json()).toMatchObject({ code: 200 })
})

test('calls that arrive together are known by one query, and one of them renews the token', async ({
  tokenOf,
  clock,
  server,
}) => {
  const token = await tokenOf('ops')
  clock.forward(11 * minuteMs)
  const asked = vi.spyOn(server.app.database, 'query')

  const known = await Promise.all(Array.from({ length: 6 }, () => identify(server.app, token)))

  expect(asked.mock.calls.filter(([, , name]) => name === 'person by token')).toHaveLength(1)
  asked.mockRestore()
  expect(known.map((one) => one?.actor.account)).toEqual(Array(6).fill('ops'))
  const renewed = known.flatMap((one) => one?.renewed ?? [])
  expect(renewed).toHaveLength(1)
  for (const good of [token, ...renewed]) expect(await identify(server.app, good)).not.toBeNull()
})

test('signing out ends the session on the server', async ({ as }) => {
  await as('ops').session.signOut()

  await expect(as('ops').session.info()).rejects.toMatchObject({ code: 401 })
})

test('a new password must keep the rules, and nothing changes where it does not', async ({ as }) => {
  const change = (newPwd: string, confirmNewPwd = newPwd, oldPwd = demoPassword) =>
    as('ops').session.changePassword({ username: 'ops', oldPwd, newPwd, confirmNewPwd })

  for (const weak of ['Short#1', 'nodigits##', '12345678#', 'Letters123', `Long#1${'x'.repeat(20)}`, demoPassword]) {
    await expect(change(weak)).rejects.toMatchObject({ code: 400, fault: 'invalid' })
  }
  await expect(change('Better#22', 'Better#23')).rejects.toMatchObject({ code: 400 })
  await expect(change('Better#22', 'Better#22', 'Wrong#123')).rejects.toMatchObject({ fault: 'wrong_old_password' })
  await expect(as('ops').session.info()).resolves.toBeDefined()
})

test('whoever has yet to choose a password gets nothing but the means to do so', async ({ as, server }) => {
  const { database } = server.app
  await as('reviewer').session.info()
  await database.query(`update staff set must_change_password = true where account = 'reviewer'`)

  try {
    await expect(as('reviewer').session.info()).resolves.toMatchObject({ mustChangePassword: true })
    await expect(as('reviewer').loans.applications({ q: '' })).rejects.toMatchObject({ fault: 'password_change_due' })
    await expect(as('reviewer').overview.waiting()).rejects.toMatchObject({ fault: 'password_change_due' })
  } finally {
    await database.query(`update staff set must_change_password = false where account = 'reviewer'`)
  }
})

test('a session cannot be opened for somebody who is disabled, and ends for whoever becomes so', async ({
  as,
  server,
}) => {
  const { database } = server.app
  await as('collector').session.info()
  await database.query(`update staff set state = 'disabled' where account = 'collector'`)

  try {
    await expect(as('collector').session.info()).rejects.toMatchObject({ code: 401 })
    const signIn = as(null).session.signIn({ username: 'collector', password: demoPassword })
    await expect(signIn).rejects.toMatchObject({ fault: 'wrong_credentials' })
  } finally {
    await database.query(`update staff set state = 'enabled' where account = 'collector'`)
  }
})

test('an edit of a role counts at the next call', async ({ as, server }) => {
  const { database } = server.app
  await as('ops').loans.failedPayouts({ q: '' })
  await database.query(`delete from role_grants where role_id = 'OPS' and page = 'failedPayouts'`)
  await database.query(`update roles set name = name where id = 'OPS'`)

  try {
    await expect(as('ops').loans.failedPayouts({ q: '' })).rejects.toMatchObject({ code: 403 })
  } finally {
    await database.query(
      `insert into role_grants (role_id, page, codes, scope) values ('OPS', 'failedPayouts', 296, 'all')`,
    )
    await database.query(`update roles set name = name where id = 'OPS'`)
  }
})
