import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>
const evening = '2026-03-10T13:30:00.000Z'
const opens = '2026-03-11T02:30:00Z'

/** A case of the collector's. */
async function held({ as, given }: Pick<Here, 'as' | 'given'>) {
  const { id } = await given.case({ collector: 'collector', phone: '9000012345' })
  const { rows } = await as('collector').cases.open({ q: `id:${id}` })
  return rows[0]!
}
const listed = async ({ as }: Pick<Here, 'as'>, q = '') => (await as('ops').contactRefusals.list({ q })).rows

const followUp = {
  ...({ number: 'own', result: 3, willingness: 5, remark: 'x' } as const),
  nextAt: '2026-03-13T04:30:00Z' as never,
}
const promised = [{ amount: money('10', 'INR'), promisedFor: '2026-03-13' as never }]
type Row = Awaited<ReturnType<typeof held>>
type Try = (as: World['as'], how: { rehearse?: boolean }, row: Pick<Row, 'id' | 'version'>) => Promise<unknown>

const tries: readonly (readonly [what: string, way: string, attempt: Try])[] = [
  ['a call', 'call', (as, how, { id, version }) => as('collector', how).cases.call({ id, version })],
  ['a message by hand', 'whatsApp', (as, how, { id, version }) => as('collector', how).cases.whatsApp({ id, version })],
  ['a reminder', 'message', (as, how, { id, version }) => as('collector', how).messages.remindCase({ id, version })],
  [
    'a follow-up of a call that was not allowed',
    'call',
    (as, how, { id, version }) => as('collector', how).followUps.add({ id, version, way: 'phone', ...followUp }),
  ],
  [
    'a follow-up of a message that was not allowed',
    'message',
    (as, how, { id, version }) => as('collector', how).followUps.add({ id, version, way: 'sms', ...followUp }),
  ],
]

test.for(tries)(
  '%s out of hours is one refused contact, and none in a rehearsal',
  async ([, way, attempt], { as, given, server, clock }) => {
    const here = { as, given, server, clock }
    const row = await held(here)
    await moveTo(here, evening)

    await expect(attempt(here.as, { rehearse: true }, row)).rejects.toMatchObject({ fault: 'out_of_hours' })
    expect(await listed(here)).toEqual([])
    await expect(attempt(here.as, {}, row)).rejects.toMatchObject({ fault: 'out_of_hours' })

    expect(await listed(here)).toEqual([
      expect.objectContaining({
        ...{ at: '2026-03-10T13:30:00Z', way, rule: 'window', fault: 'out_of_hours', opensAt: opens },
        ...{
          caseId: row.id,
          loanId: row.loanId,
          customerId: row.customerId,
          agency: expect.objectContaining({ id: 'AG1' }),
        },
        ...{
          staff: expect.objectContaining({ id: 'S-collector' }),
          collector: expect.objectContaining({ id: 'S-collector' }),
        },
      }),
    ])
  },
)

test('a follow-up that is refused for another reason is no refused contact', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { id, version } = await held(here)

  const asked = { id, version, ...followUp, way: 'inbound', promises: promised } as const
  await expect(here.as('collector').followUps.add(asked)).rejects.toMatchObject({ fault: 'promise_without_answer' })

  expect(await listed(here)).toEqual([])
})

test('of a run each row that is refused is one refused contact, of its preview none', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  await given.parameter('contacts.dailyMax', 1)
  const { id, version, loanId } = await held(here)
  const other = await given.plan({ phone: '9000012346' })
  await as('collector').cases.call({ id, version })
  const selection = { listing: 'loans.orders', ids: [loanId, other.loanId] }

  const preview = await as('cs').batches.preview({ command: 'messages.remind', selection, args: {} })
  expect(await listed(here)).toEqual([])
  const run = await as('cs').batches.run({ id: preview.id })

  expect(run).toMatchObject({ success: 1, fail: 1 })
  expect(await listed(here)).toEqual([
    expect.objectContaining({ way: 'message', rule: 'limit', loanId, staff: expect.objectContaining({ id: 'S-cs' }) }),
  ])
})

test('who had the case then is told, whoever has it now; names are masked from nobody who may see them, phones from all', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { id, version, loanId } = await held(here)
  await moveTo(here, evening)
  await expect(as('collector').cases.call({ id, version })).rejects.toMatchObject({ fault: 'out_of_hours' })
  await server.app.database.query(`update cases set collector_id = 'S-leader' where id = '${id}'`)

  expect(await listed(here, `loanId:${loanId}`)).toMatchObject([{ collector: { id: 'S-collector' } }])
  expect(JSON.stringify(await listed(here))).not.toContain('9000012345')
})

test.for([
  ['leader', 1],
  ['supervisor', 1],
  ['manager', 1],
  // of another agency
  ['agency', 0],
] as const)(
  '%s sees %i of the contacts that were refused to a collector of the first agency',
  async ([who, count], { as, given, server, clock }) => {
    const here = { as, given, server, clock }
    const { id, version } = await held(here)
    await moveTo(here, evening)
    await expect(here.as('collector').cases.call({ id, version })).rejects.toMatchObject({ fault: 'out_of_hours' })

    const { rows } = await here.as(who).contactRefusals.list({ q: '' })

    expect(rows).toHaveLength(count)
  },
)

test('whoever has no right to it sees no refused contact', async ({ as }) => {
  await expect(as('collector').contactRefusals.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  await expect(as('cs').contactRefusals.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('a job is told by nobody, and whose case it was', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { id } = await given.case({
    collector: 'collector',
    phone: '9000012345',
    dueDate: '2026-03-17' as never,
    state: 30,
  })
  const [row] = (await as('collector').cases.open({ q: `id:${id}` })).rows
  const about = { kind: 'customer', value: row!.customerId as IdOf<'customer'>, channel: 'all' } as const
  await as('cs').doNotDisturb.add({ ...about, scope: 'everything', origin: 'customer' })
  await moveTo(here, '2026-03-17T04:00:00.000Z')

  await server.app.taskRunners.get('sendMessages')!(server.app)

  expect(await listed(here)).toMatchObject([
    { way: 'message', rule: 'doNotDisturb', caseId: id, staff: null, collector: { id: 'S-collector' }, opensAt: null },
  ])
})
