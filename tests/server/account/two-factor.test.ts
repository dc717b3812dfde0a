import { expect } from 'vitest'
import { demoPassword, staffId } from '#server/seed/foundation.ts'
import { codeAt, enrolled } from '#tests/support/codes.ts'
import { test } from '#tests/support/server.ts'

const periodMs = 30_000
const minuteMs = 60_000
const signingIn = { username: 'ops', password: demoPassword }

test('two-factor counts from the first code on, and asks for one at every sign-in', async ({ as, clock }) => {
  await as('ops').session.prove({ proof: demoPassword })
  const { secret, address } = await as('ops').account.beginTwoFactor()
  expect(address).toContain(`secret=${secret}`)
  await expect(as(null).session.signIn(signingIn)).resolves.toMatchObject({ twoFactorDue: false })

  const { recoveryCodes } = await as('ops').account.confirmTwoFactor({ code: codeAt(secret, clock.now()) })

  expect(new Set(recoveryCodes).size).toBe(10)
  await expect(as('ops').account.twoFactor()).resolves.toMatchObject({ on: true, codesLeft: 10, required: false })
  await expect(as(null).session.signIn(signingIn)).rejects.toMatchObject({ fault: 'code_needed' })
  clock.forward(periodMs)
  const code = codeAt(secret, clock.now())
  await expect(as(null).session.signIn({ ...signingIn, code })).resolves.toMatchObject({ token: expect.any(String) })
})

test('a code is good once', async ({ as, clock }) => {
  const { code } = await enrolled({ as, clock }, 'ops', demoPassword)
  const shown = code()
  await as(null).session.signIn({ ...signingIn, code: shown })

  await expect(as(null).session.signIn({ ...signingIn, code: shown })).rejects.toMatchObject({ fault: 'wrong_code' })
})

test('the code that confirmed the secret does not sign in', async ({ as, clock }) => {
  await as('ops').session.prove({ proof: demoPassword })
  const { secret } = await as('ops').account.beginTwoFactor()
  const code = codeAt(secret, clock.now())
  await as('ops').account.confirmTwoFactor({ code })

  await expect(as(null).session.signIn({ ...signingIn, code })).rejects.toMatchObject({ fault: 'wrong_code' })
})

test('a code is good for one period before and after its own, and no longer', async ({ as, clock }) => {
  const { secret } = await enrolled({ as, clock }, 'ops', demoPassword)
  const shifted = (periods: number) => codeAt(secret, new Date(clock.now().getTime() + periods * periodMs))
  const signIn = (code: string) => as(null).session.signIn({ ...signingIn, code })

  await expect(signIn(shifted(2))).rejects.toMatchObject({ fault: 'wrong_code' })
  await expect(signIn(shifted(1))).resolves.toBeDefined()
  clock.forward(4 * periodMs)
  await expect(signIn(shifted(-2))).rejects.toMatchObject({ fault: 'wrong_code' })
  await expect(signIn(shifted(-1))).resolves.toBeDefined()
})

test('a recovery code stands for a code, once, however it is written', async ({ as, clock }) => {
  const { recoveryCodes } = await enrolled({ as, clock }, 'ops', demoPassword)
  const [first, second] = recoveryCodes as [string, string]
  const signIn = (code: string) => as(null).session.signIn({ ...signingIn, code })

  await expect(signIn(first)).resolves.toBeDefined()
  await expect(signIn(first)).rejects.toMatchObject({ fault: 'wrong_code' })
  await expect(signIn(` ${second.toLowerCase().replace('-', ' ')} `)).resolves.toBeDefined()
  await expect(as('ops').account.twoFactor()).resolves.toMatchObject({ codesLeft: 8 })
})

test('nobody’s recovery code is good for somebody else', async ({ as, clock }) => {
  const { recoveryCodes } = await enrolled({ as, clock }, 'ops', demoPassword)
  await enrolled({ as, clock }, 'cs', demoPassword)

  const signIn = as(null).session.signIn({ username: 'cs', password: demoPassword, code: recoveryCodes[0] })
  await expect(signIn).rejects.toMatchObject({ fault: 'wrong_code' })
})

test('new recovery codes take the place of the old', async ({ as, clock }) => {
  const { recoveryCodes: old, code } = await enrolled({ as, clock }, 'ops', demoPassword)
  await as('ops').session.prove({ proof: code() })

  const { recoveryCodes } = await as('ops').account.renewCodes()

  await expect(as(null).session.signIn({ ...signingIn, code: old[0] })).rejects.toMatchObject({ fault: 'wrong_code' })
  await expect(as(null).session.signIn({ ...signingIn, code: recoveryCodes[0] })).resolves.toBeDefined()
})

test('wrong codes freeze sign-in like wrong passwords', async ({ as, clock }) => {
  const { code } = await enrolled({ as, clock }, 'ops', demoPassword)
  const signIn = (typed: string) => as(null).session.signIn({ ...signingIn, code: typed })
  for (let attempt = 0; attempt < 4; attempt++) {
    await expect(signIn('000000')).rejects.toMatchObject({ fault: 'wrong_code' })
    clock.forward(minuteMs)
  }

  await expect(signIn('000000')).rejects.toMatchObject({ fault: 'frozen' })
  await expect(signIn(code())).rejects.toMatchObject({ fault: 'frozen' })
})

test('a wrong password is told before anything is said of a code', async ({ as, clock }) => {
  const { code } = await enrolled({ as, clock }, 'ops', demoPassword)

  const signIn = as(null).session.signIn({ username: 'ops', password: 'Wrong#123', code: code() })
  await expect(signIn).rejects.toMatchObject({ fault: 'wrong_credentials' })
})

test('a secret waits a quarter of an hour for its first code', async ({ as, clock }) => {
  await as('ops').session.prove({ proof: demoPassword })
  const { secret } = await as('ops').account.beginTwoFactor()
  clock.forward(15 * minuteMs + 1)

  const late = as('ops').account.confirmTwoFactor({ code: codeAt(secret, clock.now()) })
  await expect(late).rejects.toMatchObject({ fault: 'two_factor_not_begun' })
  await expect(as('ops').account.twoFactor()).resolves.toMatchObject({ on: false })
})

test('another device takes over with its first code; until then the old one stays good', async ({ as, clock }) => {
  const { code, secret: old } = await enrolled({ as, clock }, 'ops', demoPassword)
  await as('ops').session.prove({ proof: code() })
  const { secret } = await as('ops').account.beginTwoFactor()
  clock.forward(periodMs)
  await expect(as(null).session.signIn({ ...signingIn, code: codeAt(old, clock.now()) })).resolves.toBeDefined()
  clock.forward(periodMs)

  await as('ops').account.confirmTwoFactor({ code: codeAt(secret, clock.now()) })

  clock.forward(periodMs)
  const signIn = (by: string) => as(null).session.signIn({ ...signingIn, code: codeAt(by, clock.now()) })
  await expect(signIn(old)).rejects.toMatchObject({ fault: 'wrong_code' })
  await expect(signIn(secret)).resolves.toBeDefined()
})

test('turning two-factor on signs everybody else out who is signed in as oneself', async ({ as, clock, raw }) => {
  const { token } = await as(null).session.signIn(signingIn)
  await enrolled({ as, clock }, 'ops', demoPassword)

  await expect(raw('GET /getInfo', { headers: { authentication: token } })).resolves.toMatchObject({ code: 401 })
  await expect(as('ops').session.info()).resolves.toBeDefined()
})

test('two-factor is turned off by the password, and by nothing else', async ({ as, clock }) => {
  await enrolled({ as, clock }, 'ops', demoPassword)
  const off = (password: string) => as('ops').account.endTwoFactor({ password })

  await expect(off('Wrong#123')).rejects.toMatchObject({ fault: 'wrong_password' })
  await expect(as('ops').account.twoFactor()).resolves.toMatchObject({ on: true })
  await off(demoPassword)

  await expect(as('ops').account.twoFactor()).resolves.toMatchObject({ on: false, codesLeft: 0 })
  await expect(as(null).session.signIn(signingIn)).resolves.toBeDefined()
  await expect(off(demoPassword)).rejects.toMatchObject({ fault: 'two_factor_off' })
})

test('the secret stands in no table as it is, and neither secrets nor codes stand in the record', async ({
  as,
  clock,
  server,
}) => {
  const { secret, recoveryCodes, code } = await enrolled({ as, clock }, 'ops', demoPassword)
  const typed = code()
  await as(null).session.signIn({ ...signingIn, code: typed })

  const { rows } = await server.app.database.query(
    `select (select json_agg(t) from two_factor t)::text || (select json_agg(r) from recovery_codes r)::text ||
       (select json_agg(a) from audit a)::text || coalesce((select json_agg(i) from idempotency i)::text, '') as everything`,
  )
  const everything = String(rows[0]!.everything)
  for (const hidden of [secret, typed, demoPassword, ...recoveryCodes, recoveryCodes[0]!.replace('-', '')]) {
    expect(everything).not.toContain(hidden)
  }
})

const path = (who: string, on: '0' | '1', code: string) => `GET /code/valid/save/${staffId(who)}/${on}/${code}`

test('the specification’s call turns two-factor on and off for oneself, by a code', async ({ as, clock, raw }) => {
  await as('ops').session.prove({ proof: demoPassword })
  const { secret } = await as('ops').account.beginTwoFactor()

  const on = await raw(path('ops', '1', codeAt(secret, clock.now())), { who: 'ops' })
  expect(on).toMatchObject({ code: 200, data: { recoveryCodes: expect.any(Array) } })

  await expect(raw(path('ops', '0', '000000'), { who: 'ops' })).resolves.toMatchObject({ fault: 'wrong_code' })
  clock.forward(periodMs)
  const off = await raw(path('ops', '0', codeAt(secret, clock.now())), { who: 'ops' })
  expect(off).toMatchObject({ code: 200 })
  await expect(as('ops').account.twoFactor()).resolves.toMatchObject({ on: false })
})

test('nobody turns it on for others, and off only who may reset every account, by a code of their own', async ({
  as,
  clock,
  raw,
  server,
}) => {
  const { database } = server.app
  const { code: ofOps } = await enrolled({ as, clock }, 'ops', demoPassword)
  const { code: ofAdmin } = await enrolled({ as, clock }, 'admin', demoPassword)
  const { code: ofManager } = await enrolled({ as, clock }, 'manager', demoPassword)
  clock.forward(periodMs)

  await expect(raw(path('ops', '0', ofManager()), { who: 'manager' })).resolves.toMatchObject({ code: 403 })
  await expect(raw(path('ops', '1', ofAdmin()), { who: 'admin' })).resolves.toMatchObject({ code: 403 })
  await expect(raw(path('ops', '0', ofOps()), { who: 'admin' })).resolves.toMatchObject({ fault: 'wrong_code' })
  await expect(raw(path('ops', '0', ofAdmin()), { who: 'admin' })).resolves.toMatchObject({ code: 200 })
  await expect(as('ops').session.info()).rejects.toMatchObject({ code: 401 })
  await expect(as(null).session.signIn(signingIn)).resolves.toBeDefined()
  const { rows } = await database.query(`select secret from two_factor where staff_id = 'S-ops'`)
  expect(rows).toEqual([])
})
