import { expect } from 'vitest'
import { wrongBooks } from '#tests/support/books.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'
import { booksOf, dayMs, owing, tell } from './support.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>
const switchOn = ({ server }: Pick<World, 'server'>) =>
  server.app.database.query(
    `insert into parameters (id, value) values ('payment.reversal', 'true') on conflict (id) do update set value = excluded.value`,
  )
const only = async ({ as }: Pick<World, 'as'>, q: string) => (await as('admin').payments.list({ q })).rows[0]!
const refOf = async (here: Pick<World, 'as'>, loanId: string) => {
  const { id, version } = await only(here, `loanId:${loanId} kind:normal,partial,writeOff,early`)
  return { id, version }
}
const detail = ({ as }: Pick<World, 'as'>, id: string) => as('ops').loans.detail({ id: id as never })
const later = (here: Here, days: number) =>
  moveTo(here, new Date(here.clock.now().getTime() + days * dayMs).toISOString())
/** An order five days past due that was paid in full, and whose payment somebody says has bounced. */
async function bounced(here: Here, told: Partial<Parameters<typeof tell>[1]> = {}) {
  await switchOn(here)
  const { loanId } = await owing(here)
  await tell(here, { loanId, ...told })
  await here.as('ops').payments.askReversal({ ...(await refOf(here, loanId)), reason: 'Returned by the bank' })
  return loanId
}

test('what has bounced is taken back by an executive: the order is owed again, with what being late has cost since', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const loanId = await bounced(here)
  expect((await detail(here, loanId)).loan.state).toBe(40)
  await later(here, 3)

  const reversed = await as('executive').payments.reverse(await refOf(here, loanId))

  expect(reversed).toMatchObject({ state: 'success', reversal: 'done', reversalReason: 'Returned by the bank' })
  const { loan, plans, timeline } = await detail(here, loanId)
  // days 6, 7 and 8 at 1 % of 5,000
  expect(loan).toMatchObject({ state: 50, overdueDays: 8 })
  expect(plans).toMatchObject([{ state: 'overdue', paid: { minor: 0 }, repayable: { minor: 521_000 + 15_000 } }])
  expect(timeline.at(-1)).toMatchObject({ event: 'reverseOverdue', from: 40, to: 50, actor: 'Executive' })
  expect(await only(here, `loanId:${loanId} kind:reversal`)).toMatchObject({
    ...{ amount: { minor: -521_000 }, toPrincipal: { minor: -500_000 }, state: 'success', utr: null },
  })
  const { days } = await as('executive').overview.daily({})
  expect(days.find(({ date }) => date === '2026-03-10')).toMatchObject({ repaid: { minor: 0 }, repaidCount: 0 })
  expect((await as('manager').cases.open({ q: `loanId:${loanId}` })).rows).toMatchObject([{ state: 'allocating' }])
  expect(await wrongBooks(server.app)).toEqual({})
})

test('a part that has bounced is charged for as if it had never come, and what others paid stays', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  await switchOn(here)
  const { loanId } = await owing(here)
  await tell(here, { loanId, amountMinor: 200_000 })
  const first = await refOf(here, loanId)
  await later(here, 1)
  // a day at 1 % of the principal that was left, 3,210
  await tell(here, { loanId, ref: 'P2', utr: '000000000002', amountMinor: 324_210 })
  expect((await detail(here, loanId)).loan.state).toBe(40)
  await as('ops').payments.askReversal({ ...first, reason: 'Returned' })
  await later(here, 1)

  await as('executive').payments.reverse({ id: first.id, version: (first.version + 1) as never })

  // the sixth day on 5,000, the seventh on what the second payment has left of it: 1,790
  const charged = 17_500 + 5_000 + 1_790
  expect((await detail(here, loanId)).plans).toMatchObject([
    { paid: { minor: 324_210 }, repayable: { minor: 503_500 + charged - 324_210 } },
  ])
  expect(await booksOf(here, loanId)).toMatchObject({ allocated: 324_210, penalty: charged })
  expect(await wrongBooks(server.app)).toEqual({})
})

test('what is not late yet is awaited again, and paid a second time it is closed', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  await switchOn(here)
  const { loanId } = await owing(here, { state: 30, dueDate: '2026-03-17' as never })
  await tell(here, { loanId, amountMinor: 503_500 })
  const { loansDone } = (await as('cs').customers.list({ q: '' })).rows[0]!
  await as('ops').payments.askReversal({ ...(await refOf(here, loanId)), reason: 'Returned' })

  await as('executive').payments.reverse(await refOf(here, loanId))

  expect((await detail(here, loanId)).loan).toMatchObject({ state: 30, dueDate: '2026-03-17', finalState: null })
  expect((await as('cs').customers.list({ q: '' })).rows[0]!.loansDone).toBe(loansDone - 1)
  await tell(here, { loanId, ref: 'P2', utr: '000000000002', amountMinor: 503_500 })
  expect((await detail(here, loanId)).loan.state).toBe(40)
  expect(await wrongBooks(server.app)).toEqual({})
})

test('a reduction that was used with it counts again, and lapses where its time is over', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  await switchOn(here)
  const { loanId, planId } = await owing(here)
  const plan = (await detail(here, loanId)).plans[0]!
  const asked = {
    id: planId,
    version: plan.version,
    amount: { minor: 10_000, currency: 'INR' } as never,
    reason: 'Ill',
  }
  await as('cs').reductions.request(asked)
  const { id, version } = (await as('manager').reductions.list({ q: '' })).rows[0]!
  await as('manager').reductions.pass({ id, version })
  await tell(here, { loanId, amountMinor: 511_000 })
  expect((await detail(here, loanId)).loan.state).toBe(41)
  await as('ops').payments.askReversal({ ...(await refOf(here, loanId)), reason: 'Returned' })

  await as('executive').payments.reverse(await refOf(here, loanId))

  expect((await detail(here, loanId)).plans).toMatchObject([{ repayable: { minor: 511_000 } }])
  await later(here, 4)
  await server.app.taskRunners.get('lapseReductions')!(server.app)
  expect((await as('manager').reductions.list({ q: '' })).rows).toMatchObject([{ fate: 'lapsed' }])
  expect(await wrongBooks(server.app)).toEqual({})
})

test('nobody takes back alone: one asks, an executive decides, once', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const loanId = await bounced(here)
  const ref = await refOf(here, loanId)

  await expect(as('ops').payments.reverse(ref)).rejects.toMatchObject({ code: 403 })
  await expect(as('manager').payments.reverse(ref)).rejects.toMatchObject({ code: 403 })
  await expect(as('ops').payments.askReversal({ ...ref, reason: 'x' })).rejects.toMatchObject({
    fault: 'reversal_known',
  })
  await server.app.database.query(
    `update payment_reversals set maker_id = (select id from staff where account = 'executive')`,
  )
  await expect(as('executive').payments.reverse(ref)).rejects.toMatchObject({ fault: 'own_request' })
  await expect(as('executive').payments.keep({ ...ref, reason: 'x' })).rejects.toMatchObject({ fault: 'own_request' })
  await server.app.database.query(
    `update payment_reversals set maker_id = (select id from staff where account = 'ops')`,
  )

  await as('executive').payments.reverse(ref)

  await expect(as('executive').payments.reverse(await refOf(here, loanId))).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })
  await expect(as('ops').payments.askReversal({ ...(await refOf(here, loanId)), reason: 'x' })).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })
})

test('what an executive keeps stays paid, and can be reported again', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const loanId = await bounced(here)

  await as('executive').payments.keep({ ...(await refOf(here, loanId)), reason: 'It is there' })
  const unasked = as('executive').payments.reverse(await refOf(here, loanId))
  await expect(unasked).rejects.toMatchObject({ fault: 'reversal_unasked' })

  expect(await only(here, `loanId:${loanId}`)).toMatchObject({ reversal: null, reversalReason: null })
  expect((await detail(here, loanId)).loan.state).toBe(40)
  await as('ops').payments.askReversal({ ...(await refOf(here, loanId)), reason: 'Not at all' })
})

test.for([
  ['where it is switched off', 'reversal_off', `update parameters set value = 'false'`],
  ['after a newer loan', 'newer_loan', null],
  ['with an excess', 'not_reversible', `update payments set unapplied_minor = 1`],
  ['of an extension', 'not_reversible', `update payments set kind = 'extension'`],
  ['that failed', 'not_reversible', `update payments set state = 'fail'`],
  ['of an order that is live', 'not_allowed_now', 'update loans set state = 50'],
] as const)('no payment is taken back %s: %s', async ([, fault, sql], { as, given, server, clock }) => {
  const here = { as, given, server, clock }
  await switchOn(here)
  const { loanId } = await owing(here)
  await tell(here, { loanId })
  const { customerId } = (await detail(here, loanId)).loan
  clock.forward(1_000)
  if (sql) await server.app.database.query(sql)
  else {
    const { id } = await given.loan({ state: 20, customerId })
    await server.app.database.query(`update loans set applied_at = $1 where id = $2`, [clock.now().toISOString(), id])
  }
  const { id, version } = await only(here, `loanId:${loanId}`)

  await expect(as('ops').payments.askReversal({ id, version, reason: 'x' })).rejects.toMatchObject({ fault })

  expect((await only(here, `loanId:${loanId}`)).reversal).toBe(null)
})
