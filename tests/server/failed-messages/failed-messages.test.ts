import { expect } from 'vitest'
import { loanCode } from '#contract/loans/flow.ts'
import texts from '#locales/en/failed-messages.json' with { type: 'json' }
import { portsOf } from '#server/jobs-and-ports.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { maskedBody } from '#server/modules/failed-messages/masked-body.ts'
import { test, type World } from '#tests/support/server.ts'

type Worlds = Pick<World, 'server' | 'clock'>
/** Posts a message that nobody delivers, and has it tried so often. */
async function failing({ server, clock }: Worlds, body: Record<string, unknown>, times = 1): Promise<void> {
  await post(server.app.database.db, { topic: 'nobody.delivers', key: 'K-1', body }, clock.now())
  for (let tried = 0; tried < times; tried++) {
    await server.deliver()
    clock.forward(11 * 60_000)
  }
  clock.set('2026-03-10T06:00:00.000Z')
}
const listed = async ({ as }: Pick<World, 'as'>, q = '') => (await as('ops').failedMessages.list({ q })).rows
const held = async ({ as }: Pick<World, 'as'>) =>
  (await as('ops').overview.waiting()).piles.find(({ id }) => id === 'messagesDead')?.count

test('whatever the outbox delivers is called something on the page of what failed', ({ server }) => {
  const unnamed = Object.keys(portsOf(server.app)).filter((topic) => !(`topic.${topic}` in texts))
  expect(unnamed, 'locales/en/failed-messages.json lacks topic.…').toEqual([])
})

test('what fails stands there with its error and its tries, and with the order that waits for it', async ({
  as,
  server,
  clock,
  given,
}) => {
  const world = { as, server, clock }
  const { id } = await given.loan({ state: loanCode.disbursing })
  await failing(world, { loanId: id, phone: '+919812345678' })

  expect(await listed(world)).toMatchObject([
    {
      ...{ state: 'retrying', topic: 'nobody.delivers', key: 'K-1', loanId: id, holdsOrder: true, attempts: 1 },
      ...{ error: 'nobody delivers nobody.delivers', body: `{"phone":"+9****5678","loanId":"${id}"}` },
    },
  ])
  expect(await held(world)).toBe(0)
})

test('one that is given up while an order waits for it is told on Home; of one that does not wait it is not', async ({
  as,
  server,
  clock,
  given,
}) => {
  const world = { as, server, clock }
  const waits = await given.loan({ state: loanCode.disbursing })
  await failing(world, { loanId: waits.id }, 14)

  expect(await listed(world, 'state:dead is:holdsOrder')).toMatchObject([{ attempts: 14, nextAt: null }])
  expect(await held(world)).toBe(1)

  await server.app.database.query(`update loans set state = 30 where id = '${waits.id}'`)
  expect(await held(world)).toBe(0)
})

test('sent again it is tried as often as a new one, and gone once it has been delivered', async ({
  as,
  server,
  clock,
  given,
}) => {
  const world = { as, server, clock }
  const { id: loanId } = await given.loan({ state: loanCode.disbursing })
  await failing(world, { loanId }, 14)
  const [dead] = await listed(world)

  const again = await as('ops').failedMessages.sendAgain({ id: dead!.id, version: dead!.version })
  expect(again).toMatchObject({ state: 'retrying', attempts: 0 })
  await server.deliver()
  expect(await listed(world)).toMatchObject([{ state: 'retrying', attempts: 1 }])

  await server.app.database.query(`update outbox set topic = 'loans.decide', next_at = at where key = 'K-1'`)
  await server.deliver()
  expect(await listed(world)).toEqual([])
  const { rows } = await as('admin').audit.list({ q: 'command:failedMessages.sendAgain outcome:done' })
  expect(rows[0]?.changes).toContain('Status: Given up → Trying again')
})

test('the download asks for ids, and hides personal data', async ({ as, server, clock, tokenOf }) => {
  const world = { as, server, clock }
  await failing(world, { email: 'asha@example.com', accountNumber: '000123456789' })
  const [message] = await listed(world)
  const token = await tokenOf('ops')
  const get = (query: string) =>
    fetch(`${server.url}/api/mq/message/download${query}`, { headers: { authentication: token } })

  const file = await (await get(`?ids=${message!.id}`)).text()

  expect(file).toContain('nobody.delivers')
  // as every other file has it: words for codes, times on the clock of the country
  expect(file).toMatch(/,Trying again,.*,2026-03-10 11:30:00,/)
  expect(file).not.toMatch(/asha|123456789/)
  expect(await (await get('')).json()).toMatchObject({ code: 400, fields: [{ field: 'ids' }] })
  const { rows } = await server.app.database.query(
    `select actor_id as who, outcome from audit where command = 'failedMessages.download'`,
  )
  expect(rows).toEqual([{ who: 'S-ops', outcome: 'done' }])
})

test('whoever may not look after them neither sees nor sends them', async ({ as, server, clock }) => {
  const world = { as, server, clock }
  await failing(world, {})
  const [message] = await listed(world)
  const { id, version } = message!

  await expect(as('executive').failedMessages.sendAgain({ id, version })).rejects.toMatchObject({ code: 403 })
  await expect(as('cs').failedMessages.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test.for([
  [{ to: '+919812345678', customer: { fullName: 'Asha' } }, '{"to":"+9****5678","customer":{"fullName":"•••"}}'],
  [{ all: [{ pan: 'ABCDE1234F' }], apiToken: 'x' }, '{"all":[{"pan":"XXXXXX234F"}],"apiToken":"•••"}'],
  [{ payoutId: 'PO1', amount: 5 }, '{"payoutId":"PO1","amount":5}'],
] as const)('%j is read as %s', ([body, read]) => {
  expect(maskedBody(body)).toBe(read)
})
