import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { addEnvironmentConfigs } from '#server/modules/provider-configs/steps.ts'
import { staffId } from '#server/seed/foundation.ts'
import { type Client, test, type World } from '#tests/support/server.ts'
import { blankSheet, filledSheet, sendSheet } from '#tests/support/sheets.ts'
import { givenConfig, providerAnswering, providerThat } from '../providers/support.ts'

type As = Pick<World, 'as'>
type NewLine = NonNullable<Parameters<Client['lines']['add']>[0]>
const [agency, other] = ['AG1' as IdOf<'unit'>, 'AG2' as IdOf<'unit'>]
const dialler = 'ENV-DIALLER' as IdOf<'provider'>

async function added({ as }: As, line: NewLine) {
  const { id } = await as('ops').lines.add(line)
  return (await as('ops').lines.list({ q: `id:${id}` })).rows[0]!
}
const seat = { kind: 'seat', number: '1001' } as const
const outbound = { kind: 'outbound', number: '+91 22 4000 1000' } as const

test('a line is added, edited, bound, unbound and disabled, each on the record', async ({ as }) => {
  const ops = as('ops').lines
  const row = await added({ as }, outbound)
  expect(row).toMatchObject({
    ...{ number: '+912240001000', kind: 'outbound', state: 'enabled', staff: null, agency: null, spam: false },
    ...{ callsToday: 0, connectRate: null, lastUsedAt: null, tested: null },
  })
  const { id } = row

  const edited = await ops.edit({ id, version: row.version, number: '022 4000 1001' })
  expect(edited.number).toBe('+912240001001')
  const bound = await ops.bind({ id, version: edited.version, staffId: staffId('collector'), agencyId: agency })
  expect(bound).toMatchObject({ staff: { id: 'S-collector' }, agency: { id: 'AG1' } })
  const unbound = await ops.unbind({ id, version: bound.version })
  expect(unbound).toMatchObject({ staff: null, agency: null })
  await expect(ops.unbind({ id, version: unbound.version })).rejects.toMatchObject({ fault: 'not_bound' })
  const flagged = await ops.setSpam({ id, version: unbound.version, spam: true })
  const disabled = await as('manager').lines.setState({ id, version: flagged.version, state: 'disabled' })

  expect(disabled).toMatchObject({ spam: true, state: 'disabled' })
  const logged = (await as('admin').audit.list({ q: 'command:lines.bind' })).rows[0]!
  expect(logged.changes).toContain('Bound to: – → Collection specialist')
})

test.for([
  [{ ...seat, number: 'two words' }, 'not_a_number', 'number'],
  [{ ...outbound, number: '12' }, 'not_a_number', 'number'],
  [{ ...outbound, number: 'call me' }, 'not_a_number', 'number'],
  [{ ...outbound, number: '+9122400010001234567' }, 'not_a_number', 'number'],
  [{ ...outbound, number: '022-4000 1000' }, 'number_taken', 'number'],
  [{ kind: 'fax', number: '1001' }, 'invalid', 'kind'],
  [{ ...seat, staffId: 'S-nobody' }, 'unknown_staff', 'staffId'],
  [{ ...seat, staffId: 'S-agency', agencyId: agency }, 'not_of_agency', 'staffId'],
  [{ ...seat, agencyId: 'OPS' }, 'unknown_agency', 'agencyId'],
  [{ ...seat, providerId: 'NONE' }, 'unknown_provider', 'providerId'],
  [{ kind: 'whatsapp', number: '9820011000', providerId: dialler }, 'not_a_dialler', 'providerId'],
  [{ ...outbound, number: '9820011000', staffId: 'S-collector' }, 'has_line', 'staffId'],
] as const)('%j is refused as %s of %s', async ([wrong, fault, field], { as, server }) => {
  await addEnvironmentConfigs(server.app.database.db, server.app)
  await added({ as }, { ...outbound, staffId: staffId('collector') })

  const refused = as('ops').lines.add(wrong as never)

  await expect(refused).rejects.toMatchObject({ code: 400, fault, fields: [{ field }] })
  expect((await as('ops').lines.list({ q: '' })).rows).toHaveLength(1)
})

test('a team leader sees the lines of their agency, and changes none; others see no line', async ({ as }) => {
  const own = await added({ as }, { ...outbound, agencyId: agency })
  await added({ as }, { kind: 'outbound', number: '2240001001', agencyId: other })
  await added({ as }, { kind: 'outbound', number: '2240001002' })

  expect((await as('leader').lines.list({ q: '' })).rows.map(({ id }) => id)).toEqual([own.id])
  const { id, version } = own
  await expect(as('leader').lines.unbind({ id, version })).rejects.toMatchObject({ code: 403 })
  await expect(as('collector').lines.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('a line is tested by asking its provider, who also knows whether phones warn of it', async ({ as, server }) => {
  await addEnvironmentConfigs(server.app.database.db, server.app)
  const broken = await providerAnswering(200, '<html>')
  await givenConfig({ server }, { id: 'BROKEN', kind: 'dialler', address: broken.url })
  const tested = async (number: string, providerId = dialler) => {
    const { id, version } = await added({ as }, { kind: 'outbound', number, providerId })
    return as('ops').lines.test({ id, version })
  }

  expect(await tested('2240001000')).toMatchObject({ tested: 'inService', spam: false })
  expect(await tested('2240000009')).toMatchObject({ tested: 'flagged', spam: true })
  expect(await tested('2240000001')).toMatchObject({ tested: 'outOfService' })
  expect(await tested('2240001003', 'BROKEN' as typeof dialler)).toMatchObject({ tested: 'noAnswer' })
  const { id, version } = await added({ as }, seat)
  await expect(as('ops').lines.test({ id, version })).rejects.toMatchObject({ fault: 'no_provider' })
})

test('what is found of a number is not noted of another that the line was given meanwhile', async ({ as, server }) => {
  const { query } = server.app.database
  const { url } = await providerThat(async (_, response) => {
    await query(`update lines set number = '+912240001009'`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"inService":true,"spam":true}')
  })
  await givenConfig({ server }, { id: 'SLOW', kind: 'dialler', address: url })
  const { id, version } = await added({ as }, { ...outbound, providerId: 'SLOW' as typeof dialler })

  const tested = await as('ops').lines.test({ id, version })

  expect(tested).toMatchObject({ number: '+912240001009', tested: null, spam: false })
})

test('a sheet adds all of its lines, or none where one is wrong, named by line and column', async ({
  as,
  raw,
  server,
  tokenOf,
}) => {
  const world = { as, raw, server, tokenOf }
  const blank = await blankSheet(world, '/lines/template')
  const good = { kind: 'seat', number: '1001', account: 'collector', agency: 'AG1' }
  const send = (...lines: Record<string, string>[]) => sendSheet(world, 'POST /lines/sheet', filledSheet(blank, lines))

  const wrong = await send(good, { kind: 'seat', number: '1001' }, { kind: 'phone', number: '' })
  expect(wrong).toMatchObject({ code: 400 })
  expect((wrong as unknown as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual([
    ...['4.number', '5.kind', '5.number'],
  ])
  const unknown = await send({ ...good, account: 'nobody' })
  expect(unknown).toMatchObject({ code: 400, fields: [{ field: '3.account' }] })
  expect((await as('ops').lines.list({ q: '' })).rows).toEqual([])

  expect(await send(good, { kind: 'hotline', number: '022 4000 2000' })).toMatchObject({ data: { added: 2 } })
  expect((await as('ops').lines.list({ q: 'sort:number' })).rows).toMatchObject([
    { number: '+912240002000', kind: 'hotline' },
    { number: '1001', staff: { name: 'Collection specialist' }, agency: { id: 'AG1' } },
  ])
})

test('an account out of reach of who hands a sheet in is nobody’s', async ({ as, raw, server, tokenOf }) => {
  const { query } = server.app.database
  const blank = await blankSheet({ server, tokenOf }, '/lines/template', 'manager')
  await query(`update staff set unit_id = 'OPS' where id = 'S-manager'`)
  const line = { kind: 'seat', number: '1001', account: 'cs' }

  const sent = await sendSheet({ raw }, 'POST /lines/sheet', filledSheet(blank, [line]), { who: 'manager' })

  await query(`update staff set unit_id = 'HQ' where id = 'S-manager'`)
  expect(sent.fields).toMatchObject([{ field: '3.account' }])
  expect((await as('ops').lines.list({ q: '' })).rows).toEqual([])
})

test('whoever is out of reach is given no line, be it a person or an agency', async ({ as, server }) => {
  const { query } = server.app.database
  const { id, version } = await added({ as }, seat)
  await query(`update staff set unit_id = 'OPS' where id = 'S-manager'`)
  const refusal = (error: unknown) => error
  const { lines } = as('manager')

  const tried = [
    await lines.add({ ...outbound, staffId: staffId('cs') }).catch(refusal),
    await lines.add({ ...outbound, agencyId: agency }).catch(refusal),
    await lines.bind({ id, version, staffId: staffId('cs') }).catch(refusal),
    await lines.bind({ id, version, agencyId: agency }).catch(refusal),
  ]

  await query(`update staff set unit_id = 'HQ' where id = 'S-manager'`)
  const [person, place] = [
    { fault: 'unknown_staff', fields: [{ field: 'staffId' }] },
    { fault: 'unknown_agency', fields: [{ field: 'agencyId' }] },
  ]
  expect(tried).toMatchObject([person, place, person, place])
  expect((await as('ops').lines.list({ q: '' })).rows).toMatchObject([{ id, staff: null, agency: null }])
})

test('of two who give one number, or two lines to one person, one is told', async ({ as }) => {
  const give = (...lines: NewLine[]) => Promise.allSettled(lines.map((one) => as('ops').lines.add(one)))
  const faultsOf = (given: PromiseSettledResult<unknown>[]) =>
    given.map((one) => (one.status === 'rejected' ? (one.reason as { fault?: string }).fault : 'given')).toSorted()

  const numbers = await give(outbound, outbound)
  const people = await give(...['1001', '1002'].map((number) => ({ ...seat, number, staffId: staffId('cs') })))

  expect([numbers, people].map(faultsOf)).toEqual([
    ['given', 'number_taken'],
    ['given', 'has_line'],
  ])
})
