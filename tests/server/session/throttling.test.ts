import { expect } from 'vitest'
import { readEnvironment } from '#server/environment.ts'
import { startServer } from '#server/server.ts'
import { openForTests } from '#tests/support/database.ts'
import { alone, test } from '#tests/support/server.ts'

const signIn = async (url: string, forwarded: string) => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded }
  const body = JSON.stringify({ username: 'ops', password: 'Wrong#123' })
  const response = await fetch(`${url}/api/login`, { method: 'POST', headers, body })
  return (await response.json()) as { fault: string }
}

test('an address that the caller makes up changes nothing', async ({ server }) => {
  for (let i = 0; i < 3; i++) await signIn(server.url, `10.0.0.${i}`)

  expect(await signIn(server.url, '10.0.0.99')).toMatchObject({ fault: 'slider_needed' })
})

alone('behind one proxy its word counts, and of several addresses only the last', async ({ clock }) => {
  const server = await startServer({
    ...{ database: await openForTests(), country: 'IN', secret: 'secret of the tests', port: 0, clock, jobs: false },
    trustedProxies: 1,
  })
  for (let i = 0; i < 3; i++) await signIn(server.url, `10.9.9.${i}, 10.0.0.1`)

  expect(await signIn(server.url, '10.9.9.9, 10.0.0.1')).toMatchObject({ fault: 'slider_needed' })
  expect(await signIn(server.url, '10.0.0.2')).toMatchObject({ fault: 'wrong_credentials' })

  // who has many addresses meets the limit of the account
  for (let i = 0; i < 10; i++) await signIn(server.url, `10.1.${i}.1`)
  expect(await signIn(server.url, '10.2.0.1')).toMatchObject({ fault: 'slider_needed' })
  await server.stop()
})

const environment = { DATA_DIR: '/nowhere', LENDLINE_SECRET: 'x' }

test.for([
  [undefined, undefined],
  ['0', undefined],
  ['1', 1],
  ['10.0.0.0/8, 192.168.1.7', ['10.0.0.0/8', '192.168.1.7']],
  ['fd00::/8', ['fd00::/8']],
] as const)('TRUST_PROXY=%s', ([given, expected]) => {
  expect(readEnvironment({ ...environment, TRUST_PROXY: given }).trustedProxies).toEqual(expected)
})

test.for(['yes', 'true', '-1', '12', '10.0.0.0/8/9', '10.0.0', 'example.org'])('TRUST_PROXY=%s is refused', (given) => {
  expect(() => readEnvironment({ ...environment, TRUST_PROXY: given })).toThrow('TRUST_PROXY')
})
