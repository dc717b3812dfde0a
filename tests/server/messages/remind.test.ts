import { expect } from 'vitest'
import { sandboxMessageRows } from '#server/modules/sandbox/store.ts'
import { statementsOf } from '#tests/support/migrations/statements.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'

type Desk = Pick<World, 'as' | 'server' | 'given'>
const night = '2026-03-10T14:00:00.000Z'
const sent = ({ server }: Pick<World, 'server'>) => server.app.database.db.select().from(sandboxMessageRows)
const detail = ({ as }: Pick<World, 'as'>, id: string) => as('ops').loans.detail({ id: id as never })
const versionOf = async ({ as }: Pick<World, 'as'>, id: string) => (await detail({ as }, id)).loan.version
const remind = async ({ as }: Pick<World, 'as'>, id: string) =>
  as('cs').messages.remind({ id: id as never, version: await versionOf({ as }, id) })
/** Five days past due: penalty 175, interest 35, principal 5,000. */
const overdue = ({ given }: Pick<Desk, 'given'>, about: Parameters<World['given']['plan']>[0] = {}) =>
  given.plan({ phone: '9000012345', ...about })

test('a reminder reaches the customer by the channel, once, says what is owed today, and stands in the record', async ({
  as,
  given,
  server,
}) => {
  const { loanId } = await overdue({ given })

  const reminded = await remind({ as }, loanId)
  await server.dispatcher.flush()

  expect(reminded).toMatchObject({ id: loanId, remindedToday: true })
  const text = `Lendline: your loan ${loanId} has been due since 5 Mar 2026; ₹ 5,210 is open today. Please pay in the app, or write to us if you cannot. If you have paid already, thank you.`
  expect(await sent({ server })).toMatchObject([{ to: '+919000012345', channel: 'sms', text }])
  const { messages, timeline } = await detail({ as }, loanId)
  expect(messages).toMatchObject([
    { template: 'overdue', state: 'sent', language: 'en', text, madeBy: 'Customer service', failure: null },
  ])
  expect(timeline.at(-1)).toMatchObject({ event: 'write', actor: 'Customer service', from: 50, to: 50, reason: text })
  const { rows } = await as('admin').audit.list({ q: 'command:messages.remind' })
  expect(rows).toMatchObject([{ objectId: loanId, outcome: 'done' }])
})

test('one reminder a day: by whichever way, the second is refused, and the next day is another', async ({
  as,
  given,
  clock,
  server,
}) => {
  const { loanId, id: planId } = await overdue({ given })
  await remind({ as }, loanId)
  const { rows } = await as('ops').plans.list({ q: `id:${planId}` })

  const again = as('ops').messages.remindPlan({ id: planId, version: rows[0]!.version })

  expect(rows[0]).toMatchObject({ remindedToday: true })
  await expect(again).rejects.toMatchObject({ fault: 'reminded_today' })
  await server.dispatcher.flush()
  await moveTo({ server, clock }, '2026-03-11T06:00:00.000Z')
  expect(await remind({ as }, loanId)).toMatchObject({ remindedToday: true })
  await server.dispatcher.flush()
  expect(await sent({ server })).toHaveLength(2)
})

test('two orders of one customer are one customer: the run over both reminds once', async ({ as, given, server }) => {
  const first = await overdue({ given })
  const { loan } = await detail({ as }, first.loanId)
  const second = await given.plan({ customerId: loan.customerId })

  const selection = { listing: 'loans.orders', ids: [first.loanId, second.loanId] }
  const preview = await as('cs').batches.preview({ command: 'messages.remind', selection, args: {} })
  const run = await as('cs').batches.run({ id: preview.id })
  await server.dispatcher.flush()

  expect(run).toMatchObject({ count: 2, success: 1, fail: 1 })
  expect(await sent({ server })).toHaveLength(1)
})

test.for([
  ['out of hours', 'out_of_hours', { at: night }],
  ['without a number', 'no_phone', { sql: 'update customers set phone = null' }],
  ['who dispute the debt', 'case_on_hold', { hold: 'dispute' }],
  ['whose case is with the lawyers', 'case_on_hold', { hold: 'legal' }],
  ['who are paying right now', 'not_allowed_now', { sql: 'update loans set state = 43' }],
  ['who owe nothing', 'nothing_owed', { sql: `update plans set state = 'paid'` }],
] as const)('customers %s are not reminded: %s', async ([, fault, how], { as, given, server, clock }) => {
  const { id, version: first, loanId } = await given.case({ collector: 'collector' })
  const query = server.app.database.query
  if ('hold' in how) await as('leader').caseHolds.hold({ id, version: first, kind: how.hold, remark: 'x' })
  if ('sql' in how) await query(how.sql)
  const version = await versionOf({ as }, loanId)
  if ('at' in how) await moveTo({ server, clock }, how.at)

  await expect(as('cs').messages.remind({ id: loanId, version })).rejects.toMatchObject({ fault })

  await server.dispatcher.flush()
  expect(await sent({ server })).toEqual([])
  expect((await detail({ as }, loanId)).messages).toEqual([])
})

test('collectors remind whom they hold and nobody else', async ({ as, given }) => {
  const mine = await given.case({ collector: 'collector' })
  const other = await given.case({ collector: null })

  expect(await as('collector').messages.remindCase(mine)).toMatchObject({ remindedToday: true })
  await expect(as('collector').messages.remindCase(other)).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('manager').messages.remindCase(other)).rejects.toMatchObject({ code: 403 })
  const { version } = await as('collector').caseHolds.hold({ ...mine, kind: 'deceased', remark: 'x' })
  await expect(as('collector').messages.remindCase({ id: mine.id, version })).rejects.toMatchObject({
    fault: 'case_on_hold',
  })
})

test('a rehearsal sends nothing and counts for nothing', async ({ as, given, server }) => {
  const { loanId } = await overdue({ given })
  const version = await versionOf({ as }, loanId)

  await as('cs', { rehearse: true }).messages.remind({ id: loanId, version })
  await server.dispatcher.flush()

  expect(await sent({ server })).toEqual([])
  expect(await as('cs').messages.remind({ id: loanId, version })).toMatchObject({ remindedToday: true })
})

test('a number that the channel does not reach is a failed message, not one that is tried for ever', async ({
  as,
  given,
  server,
}) => {
  const { loanId } = await overdue({ given }, { phone: '9000010001' })
  await remind({ as }, loanId)

  await server.dispatcher.flush()

  const { messages } = await detail({ as }, loanId)
  expect(messages).toMatchObject([{ state: 'failed', failure: 'numberNotReached', sentAt: null }])
})

/** Statements of the migration that makes keys of what was stored in English. */
const rekeying = statementsOf('0103_contact_failures').filter((statement) => statement.includes('SET failure'))

test('what had failed before is told in the words of the reader as well; what a channel has said stays', async ({
  as,
  given,
  server,
}) => {
  const { query } = server.app.database
  const told = ['the channel does not reach this number', 'Unknown subscriber']
  const loans: string[] = []
  for (const failure of told) {
    const { loanId } = await overdue({ given })
    await remind({ as }, loanId)
    await query(`update messages set state = 'failed', failure = '${failure}' where loan_id = '${loanId}'`)
    loans.push(loanId)
  }

  expect(rekeying).toHaveLength(3)
  for (const statement of rekeying) await query(statement)

  const { rows } = await query('select loan_id, failure from messages')
  expect(Object.fromEntries(rows.map(({ loan_id: id, failure }) => [id, failure]))).toEqual({
    [loans[0]!]: 'numberNotReached',
    [loans[1]!]: 'Unknown subscriber',
  })
})

test('a reminder that has reached nobody keeps no other from being sent that day', async ({ as, given, server }) => {
  const { loanId } = await overdue({ given }, { phone: '9000010001' })
  await remind({ as }, loanId)
  await server.dispatcher.flush()
  const theirs = `id = (select customer_id from loans where id = '${loanId}')`
  await server.app.database.query(`update customers set phone = '9000012345' where ${theirs}`)

  expect((await detail({ as }, loanId)).loan).toMatchObject({ remindedToday: false })
  await remind({ as }, loanId)
  await server.dispatcher.flush()

  const { loan, messages } = await detail({ as }, loanId)
  expect(messages.map(({ state }) => state)).toEqual(['failed', 'sent'])
  expect(loan).toMatchObject({ remindedToday: true })
})

test.for([
  ['askPicture', /cannot read the picture of your payment for loan LN/],
  ['askReference', /does not know the reference/],
] as const)('whoever works a proof asks the customer about it: %s', async ([question, says], { as, given, server }) => {
  const { loanId } = await overdue({ given })
  const { rows } = await server.app.database.query(
    `insert into proofs (id, loan_id, state, amount_minor, currency, paid_on, channel, bank_code, utr, upi, source, maker_id, maker_unit_path, submitted_at)
     values ('PR1', '${loanId}', 'submitted', 100, 'INR', '2026-03-09', 'bankTransfer', 'HDFC', '123456789012', 'a@b', 'customer', 'S-cs', '/', now()) returning version`,
  )

  await as('cs').messages.askCustomer({ id: 'PR1' as never, version: rows[0]!.version as never, question })
  await server.dispatcher.flush()

  expect(await sent({ server })).toMatchObject([{ to: '+919000012345', text: expect.stringMatching(says) }])
  expect((await detail({ as }, loanId)).messages).toMatchObject([{ template: question, state: 'sent' }])
})
