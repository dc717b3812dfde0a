import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { isListing } from '#contract/kernel/list.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { randomToken, sha256 } from '#server/kernel/base/secrets.ts'
import { sessionRows } from '#server/modules/session/store.ts'
import { staffId } from '#server/seed/foundation.ts'
import { startServer } from '#server/server.ts'
import { openForTests } from '#tests/support/database.ts'
import { alone as test } from '#tests/support/server.ts'

/** A value of each kind that nobody reading a log should see. */
const planted = { text: 'Zanzibar Quux', phone: '9812345670', minor: 987_654_321 }
const secrets = Object.values(planted).map(String)

/** An input that a schema takes, with planted values wherever it takes any. */
function sampleOf(schema: z.core.JSONSchema._JSONSchema): unknown {
  if (typeof schema === 'boolean') return {}
  const { type, anyOf, enum: choices, properties, items, pattern, minimum = 0 } = schema
  const [first] = anyOf ?? []
  if (first !== undefined) return sampleOf(first)
  if (choices) return choices[0]
  if (schema.const !== undefined) return schema.const
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, part]) => [name, sampleOf(part)]))
  if (type === 'array') return [sampleOf((items ?? {}) as z.core.JSONSchema._JSONSchema)] // none has a tuple
  if (type === 'integer' || type === 'number') return minimum <= planted.minor ? planted.minor : minimum
  if (type === 'boolean') return true
  return pattern ? planted.phone : planted.text
}

const requestOf = (endpoint: Endpoint, authentication: string) => {
  const [method, path] = endpoint.at.replaceAll(/{\w+}/g, planted.phone).split(' ') as [string, string] // as `Address` has it
  const headers = { authentication, 'content-type': 'application/json', 'idempotency-key': randomToken() }
  const input = sampleOf(z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })) as Record<
    string,
    unknown
  > // an object
  const query = isListing(endpoint)
    ? { q: `"${planted.text}"` }
    : Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
  return method === 'GET'
    ? { path: `${path}?${new URLSearchParams(query)}`, init: { headers } }
    : { path, init: { method, headers, body: JSON.stringify({ ...input, ...(isListing(endpoint) && query) }) } }
}

/** Takes every table away but those that say who calls. */
const breaking = `do $$ declare gone text; begin
  for gone in select tablename from pg_tables where schemaname = 'public'
    and tablename not in ('sessions', 'staff', 'staff_roles', 'roles', 'role_grants', 'units', 'two_factor')
  loop execute format('alter table %I rename to %I', gone, gone || '_gone'); end loop; end $$`

test('of a run in which every call fails, the log says where, and holds no value', { timeout: 300_000 }, async ({
  clock,
}) => {
  let log = ''
  const logger = new Writable({
    write(chunk, _, done) {
      log += String(chunk)
      done()
    },
  })
  const database = await openForTests()
  const server = await startServer({
    ...{
      database,
      country: 'IN',
      secret: 'secret of the tests',
      port: 0,
      clock,
      jobs: false,
      logger,
      delivery: 'manual',
    },
  })
  const [token, now] = [randomToken(), clock.now()]
  const times = { startedAt: now, renewedAt: now, lastSeenAt: now, provenAt: now }
  await database.db
    .insert(sessionRows)
    .values({ id: randomUUID() as IdOf<'session'>, staffId: staffId('manager'), tokenHash: sha256(token), ...times })
  await database.query(breaking)

  const failed: string[] = []
  for (const { endpoint } of server.app.registry.entries.values()) {
    const { path, init } = requestOf(endpoint, token)
    const answer = await (await fetch(`${server.url}/api${path}`, init)).text()
    if (answer.startsWith('{"code":500')) failed.push(endpoint.id)
  }
  await server.stop()

  expect(failed.length).toBeGreaterThan(150)
  expect(log).toContain('SQLSTATE 42P01')
  expect(log.match(/\n/g)!.length).toBeGreaterThan(150)
  for (const secret of secrets) expect(log).not.toContain(secret)
})
