import { expect, inject } from 'vitest'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { isListing } from '#contract/kernel/list.ts'
import { isTooDeep } from '#server/kernel/call/json-body.ts'
import { test } from '#tests/support/server.ts'

const json = { 'content-type': 'application/json' }
const million = 1_000_000

/** Bodies that cost the server more than their sender, each as large as a body may be. */
const bodies = {
  'nested lists': `{"a":${'['.repeat(499_000)}${']'.repeat(499_000)}}`,
  'nested objects': `{"a":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`,
  'lists that never end': `{"a":${'['.repeat(million)}`,
  'a wide list': `{"a":[${'0,'.repeat(499_000)}0]}`,
  'many fields': `{${Array.from({ length: 80_000 }, (_, i) => `"f${i}":1`).join(',')}}`,
  'one long text': `{"a":"${'x'.repeat(million)}"}`,
  'quotes that never close': `{"a":"${'\\"'.repeat(499_000)}`,
  'backslashes that never end': `{"a":"${'\\'.repeat(million)}`,
  'a text alone': `"${'x'.repeat(million)}"`,
  'a list alone': `[${'0,'.repeat(499_000)}0]`,
  'surrogates at the end': `{"a":[${'"",'.repeat(300_000)}"\\ud800"]}`,
} as const

/** Processor time that a body may cost, parsing and sending it included, in ms: on a quiet machine 39 at most. */
const costMax = 150

test.for(Object.entries(bodies))('a body of %s costs what its length costs', async ([, body], { raw }) => {
  const costs: number[] = []
  for (let i = 0; i < 5; i++) {
    const before = process.cpuUsage()
    await raw('POST /customer/reveal', { method: 'POST', headers: json, body })
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1_000)
  }

  // the least of them: what else this process did meanwhile is not the body's
  expect(Math.min(...costs)).toBeLessThan(costMax)
})

test.for([
  [32, false],
  [33, true],
] as const)('%i levels are too many: %s', ([levels, expected]) => {
  const nested = `${'['.repeat(levels)}${']'.repeat(levels)}`

  expect(isTooDeep(nested)).toBe(expected)
  expect(isTooDeep(JSON.stringify({ text: '[['.repeat(99), quoted: '\\"[[[['.repeat(99) }))).toBe(false)
})

test.for([
  [`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, 'too_deep'],
  ['[]', 'not_an_object'],
  ['"text"', 'not_an_object'],
  ['7', 'not_an_object'],
] as const)('a body that no call takes is refused with its reason: %#', async ([body, fault], { raw }) => {
  expect(await raw('POST /login', { method: 'POST', headers: json, body })).toMatchObject({ code: 400, fault })
})

test('a text is no body', async ({ raw }) => {
  const headers = { 'content-type': 'text/plain' }

  expect(await raw('POST /login', { method: 'POST', headers, body: '{}' })).toMatchObject({ code: 415 })
})

test('an address that is none is refused', async ({ raw }) => {
  expect(await raw('GET /x/%ff', { who: 'ops' })).toMatchObject({ code: 400 })
  expect(await raw('GET /userInfo/list?constructor=1', { who: 'ops' })).toMatchObject({
    ...{ code: 400, fields: [{ field: 'constructor', reason: 'is not known' }] },
  })
})

test('an idempotency key is as long as keys are', async ({ raw, given }) => {
  const { id, version } = await given.loan()
  const headers = { ...json, 'idempotency-key': 'k'.repeat(5_000) }
  const body = JSON.stringify({ id, version })

  const answer = await raw('POST /loans/redisburse', { method: 'POST', who: 'ops', headers, body })

  expect(answer).toMatchObject({ code: 400, fields: [{ field: 'Idempotency-Key' }] })
})

/** Values that have broken somebody's server, for every field of whatever type. */
const hostile: readonly unknown[] = [
  '\ud800',
  'a\udfffb',
  '\0',
  '',
  ' ',
  'x'.repeat(10_000),
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31',
  '0000-01-01',
  '2026-02-30',
  '-1',
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  0.1,
  null,
  true,
  [],
  {},
  [[]],
  { minor: 1e15, currency: 'XXX' },
  { minor: Number.MAX_SAFE_INTEGER, currency: 'INR' },
  '__proto__',
  'constructor',
  "'; drop table loans; --",
  '%',
]

/** Filter lines, for every listing. */
const lines = (fields: readonly string[]): string[] => [
  ...fields.flatMap((field) => [
    `${field}:9999-12-31`,
    `${field}:0000-01-01`,
    `${field}>99999999999999999999`,
    `${field}:-1..1e400`,
    `${field}>=-9999m`,
    `${field}:8999-12-31`,
    `${field}:\ud800`,
    `-${field}:${'x'.repeat(300)}`,
    `sort:${field},-${field}`,
  ]),
  '('.repeat(3_000),
  '"'.repeat(999),
]

interface Sent {
  readonly at: string
  readonly init: RequestInit
}

const addressOf = ({ at }: Endpoint) => at.replaceAll(/{\w+}/g, 'X1').split(' ') as [string, string]
const query = (name: string, value: unknown) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`

/** Hostile values in every parameter of a query, and hostile lines in a filter. */
function* queries(endpoint: Endpoint): Generator<Sent> {
  const [, path] = addressOf(endpoint)
  for (const name of [...Object.keys(endpoint.input.shape), 'constructor', '__proto__'])
    for (const value of hostile) yield { at: `${path}?${query(name, value)}`, init: {} }
  if (isListing(endpoint))
    for (const line of lines(endpoint.filter)) yield { at: `${path}?${query('q', line)}`, init: {} }
}

/** Hostile values in all fields of a body at once, and in each field alone. */
function* writes(endpoint: Endpoint): Generator<Sent> {
  const [method, path] = addressOf(endpoint)
  const names = Object.keys(endpoint.input.shape)
  const bodies = hostile.flatMap((value) => [
    Object.fromEntries(names.map((name) => [name, value])),
    ...(names.length > 1 ? names.map((name) => ({ [name]: value })) : []),
  ])
  for (const [i, body] of bodies.entries()) {
    const headers = {
      ...json,
      'idempotency-key': `${endpoint.id} ${i}`,
      ...(endpoint.subject && { 'x-rehearse': '1' }),
    }
    yield { at: path, init: { method, headers, body: JSON.stringify(body) } }
  }
}

/** So many calls that change nothing are under way at once. */
const together = 16

/** Fuzzing sample: every seventeenth, a prime, so that every field meets other values. `FUZZ=1` sends all, for minutes. */
const step = Number(process.env.FUZZ ?? 17)
/** Where it begins: the two databases are sent different ones. */
const first = 'dump' in inject('model') ? Math.floor(step / 2) : 0

test('nothing that is sent makes the server fail', { timeout: 3_600_000 / step }, async ({
  server,
  tokenOf,
  given,
}) => {
  await given.case({})
  const authentication = await tokenOf('manager')
  const endpoints = [...server.app.registry.entries.values()].map(({ endpoint }) => endpoint)
  const requests = endpoints
    .filter(({ id, files }) => !files && !/^(session|account)\./.test(id))
    .flatMap((endpoint) => [...(endpoint.at.startsWith('GET') ? queries(endpoint) : writes(endpoint))])
  const failures = new Set<string>()
  const sample = requests.filter((_, i) => i % step === first)
  const send = async ({ at, init }: Sent) => {
    const headers = { ...init.headers, authentication, 'accept-encoding': 'identity' }
    const response = await fetch(`${server.url}/api${at}`, { ...init, headers })
    const said = await response.text().catch(String)
    if (response.status >= 500 || said.startsWith('{"code":500'))
      failures.add(`${at} ${String(init.body).slice(0, 90)}`)
  }
  const [asking, changing] = [sample.filter(({ init }) => !init.body), sample.filter(({ init }) => init.body)]
  // those of a token that arrive together are known by one query
  for (let i = 0; i < asking.length; i += together) await Promise.all(asking.slice(i, i + together).map(send))
  for (const one of changing) await send(one)

  expect(sample.length).toBeGreaterThan(1_000)
  expect([...failures]).toEqual([])
})
