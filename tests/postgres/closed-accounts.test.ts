import { expect, onTestFinished } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { startServer } from '#server/server.ts'
import { openAgain } from '#tests/support/database.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'
import { listenTo } from '#tests/support/stream.ts'

/** Another server on the same database, and what it answers to somebody. */
async function other({ server, clock }: Pick<World, 'server' | 'clock'>) {
  const { url, stop } = await startServer({
    ...{ database: await openAgain(server.app.database), country: 'IN', secret: 'secret of the tests' },
    ...{ port: 0, clock, jobs: false },
  })
  onTestFinished(() => stop())
  const codeOf = async (token: string, path: string) => {
    const response = await fetch(`${url}/api${path}?q=`, { headers: { authentication: token } })
    return ((await response.json()) as { code: number }).code
  }
  return { url, codeOf }
}

test('somebody who is disabled through one server is signed out of the other, whose stream ends', async ({
  as,
  server,
  clock,
  tokenOf,
}) => {
  const { url, codeOf } = await other({ server, clock })
  const token = await tokenOf('collector')
  const stream = await listenTo(url, token)
  expect(await codeOf(token, '/loans/orders')).toBe(200)
  const { id, version } = (await as('admin').staff.list({ q: 'account:collector' })).rows[0]!

  await as('admin').staff.disable({ id, version })

  expect(await codeOf(token, '/loans/orders')).toBe(401)
  await stream.ended
  expect(stream.isOpen()).toBe(false)
})

test('a role that is disabled through one server grants nothing on the other, whose windows are told', async ({
  as,
  server,
  clock,
  tokenOf,
}) => {
  const { url, codeOf } = await other({ server, clock })
  const token = await tokenOf('collector')
  const stream = await listenTo(url, token)
  expect(await codeOf(token, '/loans/orders')).toBe(200)
  await as('admin').session.prove({ proof: demoPassword })
  const { role } = await as('admin').roles.detail({ id: 'COL' as IdOf<'role'> })

  await as('admin').roles.setState({ id: role.id, version: role.version, state: 'disabled' })

  expect(await codeOf(token, '/loans/orders')).toBe(403)
  await expect.poll(() => stream.heard).toContainEqual({ noun: 'rights', rows: null })
  await stream.stop()
})
