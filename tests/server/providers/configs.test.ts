import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { test, type World } from '#tests/support/server.ts'
import { givenConfig, nobody, providerAnswering, providerThat } from './support.ts'

type As = Pick<World, 'as'>
const sms = { code: 'SMS-ONE', name: 'SMS One', kind: 'sms' } as const
const price = { minor: 12 as never, currency: 'INR' } as const
const details = {
  ...{ name: 'Main', address: 'https://sms.example.com/v1', account: 'lendline', weight: 70, price },
  ...{ apiKey: 'sk_live_0123456789abcdef', signingKey: 'short-key' },
} as const
const providerId = 'SMS-ONE' as IdOf<'provider'>

/** Operations keep providers; keys take a step-up. */
async function proved({ as }: As) {
  await as('ops').session.prove({ proof: 'Lendline#1' })
  return as('ops')
}
async function added({ as }: As) {
  const ops = await proved({ as })
  await ops.providers.add(sms)
  await ops.providerConfigs.add({ providerId, ...details })
  return (await ops.providerConfigs.list({ q: '' })).rows[0]!
}

test('a configuration is added with its keys, which nobody reads again: neither the list, nor the record, nor the sheet', async ({
  as,
  server,
}) => {
  const row = await added({ as })

  expect(row).toMatchObject({
    ...{ name: 'Main', provider: { id: 'SMS-ONE', name: 'SMS One' }, kind: 'sms', state: 'enabled', weight: 70, price },
    ...{ apiKeyMask: '••••cdef', signingKeyMask: '••••', health: 'unused', tested: null },
  })
  const { rows } = await server.app.database.query(
    `select (select jsonb_agg(to_jsonb(c)) from provider_configs c)::text as stored,
      (select jsonb_agg(to_jsonb(a)) from audit a)::text as logged`,
  )
  expect(`${rows[0]!.stored}${rows[0]!.logged}`).not.toMatch(/sk_live|short-key/)
  expect((await as('ops').providers.list({ q: '' })).rows).toMatchObject([{ configs: 1, enabledConfigs: 1 }])
})

test('keys that are left blank stay; a new one is seen by its end, in the record too', async ({ as, server }) => {
  const { id, version } = await added({ as })
  const keyOf = async () => (await server.app.database.query('select api_key from provider_configs')).rows[0]!.api_key
  const before = await keyOf()
  const { apiKey: _, signingKey: __, ...rest } = details

  const edited = await as('ops').providerConfigs.edit({
    id,
    version,
    ...rest,
    weight: 30,
    address: 'https://b.example.com',
  })
  expect(edited).toMatchObject({ weight: 30, apiKeyMask: '••••cdef', address: 'https://b.example.com' })
  expect(await keyOf()).toBe(before)

  await as('ops').providerConfigs.edit({ id, version: edited.version, ...rest, apiKey: 'sk_live_fedcba98765432100000' })
  const { events } = await as('manager').providerConfigs.history({ id })
  expect(events[0]).toMatchObject({ event: 'Edit provider configuration', by: 'Operations' })
  expect(events[0]!.what).toContain('API key: ••••cdef → ••••0000')
})

/** What is wrong with a configuration, as which fault of which field it is refused. */
const wrongs = [
  [{ address: 'ftp://x.example.com' }, 'not_http', 'address'],
  [{ address: 'https://me:x@example.com' }, 'not_http', 'address'],
  [{ weight: -1 }, 'invalid', 'weight'],
  [{ weight: 1_001 }, 'invalid', 'weight'],
  [{ weight: 1.5 }, 'invalid', 'weight'],
  [{ name: ' ' }, 'invalid', 'name'],
  [{ name: 'Main' }, 'name_taken', 'name'],
  [{ apiKey: 'short' }, 'invalid', 'apiKey'],
  [{ price: { minor: 5, currency: 'USD' } }, 'invalid', 'price'],
  [{ price: { minor: 5, currency: 'MXN' } }, 'wrong_currency', 'price'],
  [{ price: { minor: 0, currency: 'INR' } }, 'not_positive', 'price'],
  [{ providerId: 'NONE' }, 'unknown_provider', 'providerId'],
] as const

test('whatever is wrong with a configuration is refused by its field; a blank address is that of the environment', async ({
  as,
}) => {
  await added({ as })
  const add = (more: object) => as('ops').providerConfigs.add({ providerId, ...details, name: 'Other', ...more })

  for (const [wrong, fault, field] of wrongs) {
    const refused = { code: 400, fault, fields: [{ field: expect.stringMatching(field) }] }
    await expect(add(wrong), JSON.stringify(wrong)).rejects.toMatchObject(refused)
  }
  expect((await as('ops').providerConfigs.list({ q: '' })).rows).toHaveLength(1)

  const { id } = await add({ address: '' })
  expect((await as('ops').providerConfigs.list({ q: `id:${id}` })).rows).toMatchObject([{ address: null }])
})

test('a kind that the environment knows nothing of needs an address', async ({ as }) => {
  const ops = await proved({ as })
  await ops.providers.add({ code: 'FACE', name: 'Faces', kind: 'face' })

  const add = ops.providerConfigs.add({ providerId: 'FACE' as typeof providerId, name: 'Main', weight: 1 })

  await expect(add).rejects.toMatchObject({ fault: 'no_environment_address', fields: [{ field: 'address' }] })
})

test('codes and names are used once, and who may only look changes nothing', async ({ as }) => {
  const { id, version } = await added({ as })
  const { ops, manager } = { ops: as('ops'), manager: as('manager') }

  await expect(ops.providers.add({ ...sms, name: 'x' })).rejects.toMatchObject({ fault: 'known_already' })
  await expect(ops.providers.add({ ...sms, code: 'B2' })).rejects.toMatchObject({ fault: 'name_taken' })
  await expect(ops.providers.add({ ...sms, code: 'a b' })).rejects.toMatchObject({ fields: [{ field: 'code' }] })
  await expect(manager.providers.add({ ...sms, code: 'B2' })).rejects.toMatchObject({ code: 403 })
  await expect(manager.providerConfigs.test({ id, version })).rejects.toMatchObject({ code: 403 })
  await expect(ops.providerConfigs.setState({ id, version, state: 'disabled' })).rejects.toMatchObject({ code: 403 })
  await expect(as('cs').providerConfigs.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  expect(await as('ops').providers.flush({})).toEqual({})
  expect(await as('admin').providerConfigs.setState({ id, version, state: 'disabled' })).toMatchObject({
    state: 'disabled',
  })
})

test('where money goes through changes only once a second person has released it', async ({ as, server }) => {
  const alone = { fault: 'second_person_needed' }
  const ops = await proved({ as })
  const payout = { code: 'PAY', name: 'Pay', kind: 'payout' } as const
  await expect(ops.providers.add(payout)).rejects.toMatchObject(alone)
  await as('manager').session.prove({ proof: 'Lendline#1' })
  const release = async (call: string, input: object) => {
    const { id, version } = await ops.approvals.file({ call, input: { ...input } })
    await as('manager').approvals.approve({ id, version })
  }

  await release('providers.add', payout)
  const config = { ...details, providerId: 'PAY', name: 'Bank' }
  await expect(ops.providerConfigs.add(config as never)).rejects.toMatchObject(alone)
  await release('providerConfigs.add', config)

  const row = (await ops.providerConfigs.list({ q: '' })).rows[0]!
  expect(row).toMatchObject({ name: 'Bank', kind: 'payout', apiKeyMask: '••••cdef' })
  const { id, version } = row
  const disabled = as('admin').providerConfigs.setState({ id, version, state: 'disabled' })
  await expect(disabled).rejects.toMatchObject(alone)
  const { rows } = await server.app.database.query(`select string_agg(a::text, ' ') as all from approvals a`)
  expect(rows[0]!.all).not.toMatch(/sk_live|short-key/)
})

test('where a pay-out goes stays while its fate is unknown', async ({ as, given, server }) => {
  await givenConfig({ server }, { id: 'PAY', kind: 'payout', address: nobody })
  const { id: loanId, version } = await given.loan()
  await as('ops').loans.redisburse({ id: loanId, version })
  await server.dispatcher.flush()
  const ops = await proved({ as })
  const { id, version: seen } = (await ops.providerConfigs.list({ q: 'id:PAY' })).rows[0]!
  const same = { id, version: seen, name: 'Renamed', address: nobody, weight: 5 }

  for (const [wrong, field] of [
    [{ address: 'https://elsewhere.example.com' }, 'address'],
    [{ account: 'another' }, 'account'],
  ] as const) {
    const moved = ops.providerConfigs.edit({ ...same, ...wrong })
    await expect(moved).rejects.toMatchObject({ fault: 'payouts_under_way', values: { count: 1 }, fields: [{ field }] })
  }
  await expect(ops.providerConfigs.edit(same)).rejects.toMatchObject({ fault: 'second_person_needed' })
})

test('a connection is tested by a call, and told in words', async ({ as, server }) => {
  const ops = as('ops')
  const outcomes: [string, string][] = [
    [`${server.url}/sandbox/`, 'reached'],
    [(await providerAnswering(401, '{}')).url, 'keysRefused'],
    [(await providerAnswering(200, '<html>Hello</html>')).url, 'rubbish'],
    [(await providerAnswering(404, '{}')).url, 'rubbish'],
    [(await providerAnswering(200, JSON.stringify('x'.repeat(70_000)))).url, 'rubbish'],
    [nobody, 'unreachable'],
  ]
  for (const [i, [address, tested]] of outcomes.entries()) {
    await givenConfig({ server }, { id: `C${i}`, kind: 'sms', address })
    const { id, version } = (await ops.providerConfigs.list({ q: `id:C${i}` })).rows[0]!

    const answer = await ops.providerConfigs.test({ id, version })
    expect([address, answer.tested]).toEqual([address, tested])
    expect(answer.version).toBeGreaterThan(version)
  }
  const elsewhere = await providerAnswering(200, '{}')
  const leading = await providerThat((_, response) => response.writeHead(302, { location: elsewhere.url }).end())
  await givenConfig({ server }, { id: 'LEADS', kind: 'sms', address: leading.url })
  const led = (await ops.providerConfigs.list({ q: 'id:LEADS' })).rows[0]!
  expect(await ops.providerConfigs.test({ id: led.id, version: led.version })).toMatchObject({ tested: 'rubbish' })
  expect(elsewhere.received).toEqual([])
})

test('a provider that does not answer in time is slow, and nothing else waits for it', async ({ as, server }) => {
  const silent = await providerThat(() => {})
  await givenConfig({ server }, { id: 'SILENT', kind: 'sms', address: silent.url })
  const { id, version } = (await as('ops').providerConfigs.list({ q: '' })).rows[0]!

  const tested = as('ops').providerConfigs.test({ id, version })
  await expect.poll(() => silent.received.length).toBe(1)
  expect((await as('ops').providerConfigs.list({ q: '' })).rows).toMatchObject([{ tested: null }])

  expect(await tested).toMatchObject({ tested: 'slow' })
}, 90_000)

test('a sheet has every configuration with its apps, and no key', async ({ as, server, tokenOf }) => {
  await added({ as })
  const response = await fetch(`${server.url}/api/tp/generate/tpc`, {
    method: 'POST',
    headers: { authentication: await tokenOf('ops'), 'content-type': 'application/json' },
    body: '{}',
  })

  const [, heads, line] = (await response.text()).trim().split('\n')
  expect(heads).toBe('provider,providerName,kind,config,address,account,weight,price,status,apps')
  expect(line).toBe('SMS-ONE,SMS One,sms,Main,https://sms.example.com/v1,lendline,70,0.12,enabled,')
  const { rows } = await as('admin').audit.list({ q: 'command:providerConfigs.generate' })
  expect(rows).toMatchObject([{ actor: 'Operations', outcome: 'done' }])
})
