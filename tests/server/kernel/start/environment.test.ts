import { expect, test } from 'vitest'
import { readEnvironment } from '#server/environment.ts'

const read = (given: NodeJS.ProcessEnv) => readEnvironment({ DATA_DIR: '/nowhere', LENDLINE_SECRET: 'x', ...given })

test.for([
  ['PORT', '46oo'],
  ['PORT', '70000'],
  ['DEMO_LOANS', '1e6'],
  ['DATABASE_POOL', 'ten'],
  ['DATABASE_POOL', '0'],
  ['COUNTRY', 'in'],
  ['LENDLINE_DEMO', 'false'],
  ['HTTPS', 'true'],
  ['INTERNAL_PROVIDERS', 'yes'],
  ['DATABASE_URL', 'localhost:5432/lendline'],
  ['FILES_URL', 'key:topsecret@bucket'],
  ['PUBLIC_URL', 'lender.example'],
  ['PAYOUT_GATEWAY_URL', 'gateway.example/v1'],
] as const)('%s=%s is refused by its name', ([name, value]) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} is `))
  expect(() => read({ [name]: value })).not.toThrow(/topsecret/)
})

test('an empty setting is none, as a file of settings has them that leaves them out', () => {
  const names = ['PORT', 'HOST', 'COUNTRY', 'DATABASE_URL', 'FILES_URL', 'LENDLINE_DEMO', 'DEMO_LOANS', 'PUBLIC_URL']
  const others = ['PAYOUT_GATEWAY_URL', 'DATABASE_POOL', 'HTTPS', 'INTERNAL_PROVIDERS', 'TRUST_PROXY', 'AUDIT_WITNESS']

  expect(read(Object.fromEntries([...names, ...others].map((name) => [name, ''])))).toEqual(read({}))
})

test('what is set is read once, and holds', () => {
  expect(read({ DATABASE_POOL: '3', HTTPS: '1' })).toMatchObject({ databasePool: 3, https: true })
  expect(read({ HTTPS: '0' })).toMatchObject({ databasePool: undefined, https: false })
})
