import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { staffId } from '#server/seed/foundation.ts'
import { type Client, test, type World } from '#tests/support/server.ts'

type As = Pick<World, 'as'>
type NewLine = NonNullable<Parameters<Client['lines']['add']>[0]>
const add = async ({ as }: As, line: NewLine) => (await as('ops').lines.add(line)).id
const outbound = (number: string, more: Partial<NewLine> = {}): NewLine => ({ kind: 'outbound', number, ...more })
const rowOf = async ({ as }: As, id: IdOf<'line'>) => (await as('ops').lines.list({ q: `id:${id}` })).rows[0]!

/** Operations call the customer of an order whose pay-out has failed; answers by which line. */
async function called({ as, given }: Pick<World, 'as' | 'given'>) {
  const { id, version } = await given.loan()
  return (await as('ops').loans.callCustomer({ id, version })).line
}

test('whoever has a line of their own calls by it; the answer, the list and the record name it', async ({
  as,
  given,
}) => {
  await add({ as }, outbound('2240001000'))
  const own = await add({ as }, { kind: 'seat', number: '1001', staffId: staffId('ops') })
  const { id, version } = await given.loan()

  const { line } = await as('ops').loans.callCustomer({ id, version })

  expect(line).toEqual({ id: own, name: '1001' })
  expect(await rowOf({ as }, own)).toMatchObject({ callsToday: 1, lastUsedAt: '2026-03-10T06:00:00Z' })
  expect((await as('manager').lines.calls({ id: own })).calls).toEqual([
    { at: '2026-03-10T06:00:00.000Z', caller: 'Operations', loanId: id, way: 'phone', connected: null },
  ])
  expect((await as('admin').audit.list({ q: 'command:loans.callCustomer' })).rows).toMatchObject([{ reason: '1001' }])
})

test('without one they call by a line of the house, the one that was used longest ago', async ({
  as,
  given,
  clock,
}) => {
  const first = await add({ as }, outbound('2240001000'))
  const second = await add({ as }, outbound('2240001001'))

  const lines: (string | undefined)[] = []
  for (let i = 0; i < 3; i++) {
    lines.push((await called({ as, given }))?.id)
    clock.forward(60_000)
  }

  expect(lines).toEqual([first, second, first])
})

test.for([
  ['one that is disabled', outbound('2240001000'), true],
  ['the seat of somebody else', { kind: 'seat', number: '1002', staffId: staffId('cs') }, false],
  ['a seat that nobody has', { kind: 'seat', number: '1003' }, false],
  ['a line of an agency they do not work in', outbound('2240001000', { agencyId: 'AG1' as IdOf<'unit'> }), false],
  ['a number to be called at', { kind: 'hotline', number: '2240001000' }, false],
  ['a number to write from', { kind: 'whatsapp', number: '2240001000' }, false],
] as const)(
  'nobody calls by %s: it is their own phone then, and the record says so',
  async ([, line, isDisabled], { as, given, server }) => {
    const id = await add({ as }, line)
    const { version } = await rowOf({ as }, id)
    if (isDisabled) await as('ops').lines.setState({ id, version, state: 'disabled' })

    expect(await called({ as, given })).toBeNull()

    const { rows } = await server.app.database.query('select line_id, staff_id from calls')
    expect(rows).toEqual([{ line_id: null, staff_id: 'S-ops' }])
  },
)

test('one that phones warn of is used only where there is no other', async ({ as, given }) => {
  const own = await add({ as }, { kind: 'seat', number: '1001', staffId: staffId('ops') })
  await as('ops').lines.setSpam({ id: own, version: (await rowOf({ as }, own)).version, spam: true })
  expect(await called({ as, given })).toMatchObject({ id: own })

  const house = await add({ as }, outbound('2240001000'))

  expect(await called({ as, given })).toMatchObject({ id: house })
})

test('a verification says by which line it was called, and whether it was answered counts for the line', async ({
  as,
  given,
}) => {
  const line = await add({ as }, { kind: 'seat', number: '1001', staffId: staffId('cs') })
  for (const result of ['connected', 'notConnected', 'notConnected', 'notConnected'] as const) {
    const { id, version } = await given.loan({ state: 20 })
    await as('cs').teleVerifications.begin({ id, version })
    await as('cs').teleVerifications[result]({ id, version })
    const { verification } = await as('ops').loans.detail({ id })
    expect(verification).toMatchObject({ line: { id: line, name: '1001' } })
  }

  expect(await rowOf({ as }, line)).toMatchObject({ callsToday: 4, connectRate: 250_000 })
})

test('yesterday is not today, and a rehearsed call is none', async ({ as, given, server }) => {
  const line = await add({ as }, outbound('2240001000'))
  await called({ as, given })
  await server.app.database.query(`update calls set began_at = timestamptz '2026-03-09 18:29:59Z'`)
  const { id, version } = await given.loan()

  await as('ops', { rehearse: true }).loans.callCustomer({ id, version })

  expect(await rowOf({ as }, line)).toMatchObject({ callsToday: 0, lastUsedAt: '2026-03-09T18:29:59Z' })
})

test('who has called by a line is told to whoever reaches the line, and of calls they reach', async ({
  as,
  given,
  server,
}) => {
  const line = await add({ as }, outbound('2240001000', { agencyId: 'AG2' as IdOf<'unit'> }))
  const { id, version } = await given.loan()
  await as('ops').loans.callCustomer({ id, version })
  await server.app.database.query(`update calls set line_id = $1`, [line])
  expect((await as('ops').lines.calls({ id: line })).calls).toHaveLength(1)

  await expect(as('leader').lines.calls({ id: line })).rejects.toMatchObject({ fault: 'not_found' })

  await server.app.database.query(`update lines set agency_id = 'AG1' where id = $1`, [line])
  expect((await as('leader').lines.calls({ id: line })).calls).toEqual([])
})
