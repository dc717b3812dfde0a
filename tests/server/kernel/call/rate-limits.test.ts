import { expect } from 'vitest'
import { recordRefusalCounts } from '#server/kernel/call/refusal-counts.ts'
import { startServer } from '#server/server.ts'
import { openForTests } from '#tests/support/database.ts'
import { alone, test, type World } from '#tests/support/server.ts'

test('every call that is open to everybody says how often it may be made', ({ server }) => {
  const open = [...server.app.registry.entries.values()].filter(({ endpoint }) => endpoint.requires === 'public')

  expect(open.length).toBeGreaterThan(3)
  expect(open.filter(({ endpoint }) => !endpoint.perMinute).map(({ endpoint }) => endpoint.id)).toEqual([])
})

alone('one address draws so many challenges a minute, another one still gets its own', async ({ clock }) => {
  const server = await startServer({
    ...{ database: await openForTests(), country: 'IN', secret: 'secret of the tests', port: 0, clock, jobs: false },
    trustedProxies: 1,
  })
  const ask = async (from: string) => {
    const response = await fetch(`${server.url}/api/slider`, { headers: { 'x-forwarded-for': from } })
    return [response.status, ((await response.json()) as { fault?: string }).fault] // what every call answers
  }
  const answers: unknown[] = []
  for (let i = 0; i < 121; i++) answers.push(await ask('10.0.0.1'))

  expect(answers.slice(0, 120).every((answer) => String(answer) === '200,')).toBe(true)
  expect(answers.at(-1)).toEqual([429, 'too_many'])
  expect(await ask('10.0.0.2')).toEqual([200, undefined])
  // a network of IPv6 is one address: whoever has it has all of them
  for (let i = 0; i < 120; i++) await ask(`2001:db8::${i.toString(16)}`)
  expect(await ask('2001:db8::ffff')).toEqual([429, 'too_many'])
  await server.stop()
})

const forge = ({ raw }: Pick<World, 'raw'>, path: string) =>
  raw(`POST /callbacks/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payload: 'x'.repeat(4_000), signature: 'ab'.repeat(32) }),
  })

test('forged callbacks are counted, not kept: an hour of them is one entry', async ({ raw, as, server, clock }) => {
  const { database } = server.app
  clock.set('2026-03-10T10:20:00.000Z')
  for (let i = 0; i < 20; i++) expect(await forge({ raw }, 'payments')).toMatchObject({ fault: 'bad_signature' })
  await forge({ raw }, 'payouts')
  await recordRefusalCounts(database.db, clock.now())

  const before = await database.query('select count(*)::int as n from audit')
  clock.set('2026-03-10T11:20:00.000Z')
  await recordRefusalCounts(database.db, clock.now())
  await recordRefusalCounts(database.db, clock.now())
  const { rows } = await as('admin').audit.list({ q: 'fault:bad_signature' })

  expect(before.rows).toEqual([{ n: 0 }])
  expect(rows.map(({ command, reason, ip }) => [command, reason, ip])).toEqual(
    expect.arrayContaining([
      ['payments.callback', '20 × 2026-03-10T10h', '127.0.0.1'],
      ['payouts.callback', '1 × 2026-03-10T10h', '127.0.0.1'],
    ]),
  )
  expect(rows).toHaveLength(2)
})
