import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { type Server, startServer } from '#server/server.ts'
import { codeAt } from '#tests/support/codes.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'

interface Strict {
  /** Calls a server on the same database where managers have to have two-factor. */
  call: (at: string, token: string, body?: object) => Promise<{ code: number; fault?: string; data?: never }>
}

async function strictly(server: Server, clock: World['clock'], work: (strict: Strict) => Promise<void>): Promise<void> {
  const database = { ...server.app.database, close: async () => {} }
  const rest = { country: 'IN' as const, secret: 'secret of the tests', port: 0, clock, jobs: false }
  const strict = await startServer({ database, ...rest, asksTwoFactor: true })
  try {
    await work({
      async call(at, token, body) {
        const [method, path] = at.split(' ') as [string, string]
        const headers = { 'content-type': 'application/json', authentication: token }
        const sent = await fetch(`${strict.url}/api${path}`, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        })
        return (await sent.json()) as never // what every call answers
      },
    })
  } finally {
    await strict.stop()
  }
}

const overview = 'GET /overview/waiting'

test('where a role has to have two-factor, nothing else is answered before it is set up', async ({ server, clock }) => {
  await strictly(server, clock, async ({ call }) => {
    const signedIn = await call('POST /login', '', { username: 'manager', password: demoPassword })
    expect(signedIn.data).toMatchObject({ twoFactorDue: true, mustChangePassword: false })
    const { token } = signedIn.data as unknown as { token: string }
    await expect(call(overview, token)).resolves.toMatchObject({ code: 400, fault: 'two_factor_due' })
    await expect(call('GET /getInfo', token)).resolves.toMatchObject({ data: { twoFactorDue: true } })

    const begun = await call('POST /account/two-factor', token, {})
    const { secret } = begun.data as unknown as { secret: string }
    const confirmed = await call('POST /account/two-factor/confirm', token, { code: codeAt(secret, clock.now()) })

    expect(confirmed).toMatchObject({ code: 200 })
    await expect(call(overview, token)).resolves.toMatchObject({ code: 200 })
    await expect(call('GET /getInfo', token)).resolves.toMatchObject({ data: { twoFactorDue: false } })
    const off = call('POST /account/two-factor/end', token, { password: demoPassword })
    await expect(off).resolves.toMatchObject({ fault: 'two_factor_required' })
  })
})

test('whoever does not have to have it signs in with the password alone', async ({ server, clock }) => {
  await strictly(server, clock, async ({ call }) => {
    const { data } = await call('POST /login', '', { username: 'cs', password: demoPassword })

    const { token, twoFactorDue } = data as unknown as { token: string; twoFactorDue: boolean }
    expect(twoFactorDue).toBe(false)
    await expect(call(overview, token)).resolves.toMatchObject({ code: 200 })
  })
})

test('which roles have to have it is decided by whoever keeps roles, and holds from the next sign-in on', async ({
  as,
  server,
  clock,
}) => {
  const due = (username: string) =>
    strictly(server, clock, async ({ call }) => {
      const { data } = await call('POST /login', '', { username, password: demoPassword })
      expect(data).toMatchObject({ twoFactorDue: username === 'cs' })
    })
  await as('admin').session.prove({ proof: demoPassword })
  const set = async (mark: string, twoFactor: boolean) => {
    const { role, grants } = await as('admin').roles.detail({ id: mark as never })
    const { id, version, name, state, revealsMax, exportRowsMax } = role
    const draft = { id, version, name, mark, state, revealsMax, exportRowsMax, grants }
    expect(await as('admin').roles.edit({ ...draft, twoFactor })).toMatchObject({ twoFactor })
  }
  await set('CS', true)

  await due('cs')
  await due('inspector')
})

test('a password comes before two-factor, where both are due', async ({ server, clock }) => {
  const { database } = server.app
  await database.query(`update staff set must_change_password = true where account = 'manager'`)
  try {
    await strictly(server, clock, async ({ call }) => {
      const { data } = await call('POST /login', '', { username: 'manager', password: demoPassword })
      const { token } = data as unknown as { token: string }

      const begun = await call('POST /account/two-factor', token, {})
      expect(begun).toMatchObject({ fault: 'password_change_due' })
    })
  } finally {
    await database.query(`update staff set must_change_password = false where account = 'manager'`)
  }
})
