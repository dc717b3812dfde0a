import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { staffId } from '#server/seed/foundation.ts'
import { test } from '#tests/support/server.ts'
import { listenTo } from '#tests/support/stream.ts'
import { givenConfig, providerAnswering } from '../providers/support.ts'
import { callback, held, lastCall, place, seat } from './support.ts'

const ringing = { event: 'ringing', line: '1001', from: '+919000012345' } as const

test('a customer who calls is known by their number: case, customer, and open tickets for whoever may see them', async ({
  as,
  given,
  server,
}) => {
  await seat({ as, given, server }, 'cs')
  const { id, loanId } = await held({ given }, '9000012345')
  const { customerId } = (await as('cs').loans.detail({ id: loanId })).loan
  const { id: ticketId } = await given.ticket({ title: 'Where is my receipt' })
  await server.app.database.query('update tickets set customer_id = $1 where id = $2', [customerId, ticketId])

  await as(null).calls.callback(callback({ server }, ringing))

  const { call } = await as('cs').calls.current()
  expect(call).toMatchObject({
    ...{ state: 'ringing', direction: 'in', name: 'Asha Rao', customerId, loanId },
    tickets: [{ id: ticketId, title: 'Where is my receipt' }],
  })
  expect(await lastCall({ as })).toMatchObject({ direction: 'in', customerId, caseId: id, staff: { id: 'S-cs' } })
  expect((await as('collector').calls.current()).call).toBeNull()
})

test('of a caller who belongs to somebody else no more is told than that somebody calls', async ({
  as,
  given,
  server,
}) => {
  await seat({ as, given, server }, 'collector')
  await given.case({ collector: null, phone: '9000012345' })

  await as(null).calls.callback(callback({ server }, ringing))

  expect((await as('collector').calls.current()).call).toMatchObject({
    ...{ state: 'ringing', direction: 'in', name: null, customerId: null, caseId: null, loanId: null, tickets: [] },
  })
  expect((await as('collector').calls.list({ q: '' })).rows).toMatchObject([
    { direction: 'in', name: null, phone: null },
  ])
  expect((await as('collector').calls.list({ q: 'name:Asha' })).rows).toEqual([])
  expect((await as('admin').calls.list({ q: 'name:Asha' })).rows).toMatchObject([
    { name: 'Asha Rao', phone: '90****2345' },
  ])
})

test('of a number that nobody knows the end stays, and nothing else', async ({ as, given, server }) => {
  await seat({ as, given, server }, 'collector')

  for (const event of ['ringing', 'ringing', 'answered'] as const)
    await as(null).calls.callback(callback({ server }, { ...ringing, from: '+447700900123', event }))

  const { rows } = await as('admin').calls.list({ q: '' })
  expect(rows).toMatchObject([{ state: 'talking', direction: 'in', name: null, customerId: null }])
  expect(JSON.stringify((await server.app.database.query('select * from calls')).rows)).not.toContain('7700900')
  expect(JSON.stringify((await server.app.database.query('select * from audit')).rows)).not.toContain('7700900')
})

test('only whoever sits at the line, and whoever answers for them, hears that it rings', async ({
  as,
  given,
  server,
  tokenOf,
}) => {
  await seat({ as, given, server }, 'collector')
  const listening = async (who: 'collector' | 'leader' | 'agency') => listenTo(server.url, await tokenOf(who))
  const [collector, leader, agency] = await Promise.all([
    listening('collector'),
    listening('leader'),
    listening('agency'),
  ])

  await as(null).calls.callback(callback({ server }, ringing))

  const about = ({ heard }: typeof collector) => heard.filter(({ noun }) => noun === 'calls').length
  await expect.poll(() => Math.min(about(collector), about(leader))).toBeGreaterThan(0)
  expect(about(agency)).toBe(0)
  await Promise.all([collector, leader, agency].map(({ stop }) => stop()))
})

test('who was not reached calls back, and is known', async ({ as, given, server, clock }) => {
  await seat({ as, given, server }, 'collector')
  const { id } = await held({ given }, '9000010006')
  await place({ as }, id)
  for (let i = 0; i < 2; i++) await server.deliver()
  expect(await lastCall({ as })).toMatchObject({ direction: 'out', state: 'noAnswer' })
  clock.forward(60_000)

  await server.deliver()

  expect(await lastCall({ as })).toMatchObject({ direction: 'in', state: 'ringing', caseId: id })
  expect((await as('collector').calls.current()).call).toMatchObject({ caseId: id, name: 'Asha Rao' })
  // a call of theirs is none of ours
  expect((await as('collector').cases.open({ q: `id:${id}` })).rows[0]).toMatchObject({ contactsToday: 1 })
  await server.deliver()
  await as('collector').calls.hangUp()
  await server.deliver()
  expect(await lastCall({ as })).toMatchObject({ direction: 'in', state: 'ended', recorded: true })
})

test('a call that came in is ended at its dialler by what that calls it', async ({ as, server }) => {
  const { url, received } = await providerAnswering(202, '{}')
  await givenConfig({ server }, { id: 'SEATS', kind: 'dialler', address: url })
  await as('ops').lines.add({
    ...{ kind: 'seat', number: '1001', staffId: staffId('cs'), providerId: 'SEATS' as IdOf<'provider'> },
  })
  await as(null).calls.callback(callback({ server }, { ...ringing, ref: 'their:1' }))

  await as('cs').calls.hangUp()
  await server.dispatcher.flush()

  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([{ ref: 'their:1' }])
})
