import { expect } from 'vitest'
import { doDisburse } from '#server/modules/loans/tasks.ts'
import { test, type World } from '#tests/support/server.ts'

type Order = Awaited<ReturnType<World['given']['loan']>>
const refOf = ({ id, version }: Order) => ({ id, version })
const detail = ({ as }: Pick<World, 'as'>, { id }: Order) => as('ops').loans.detail({ id })
const found = async ({ as }: Pick<World, 'as'>, q: string) =>
  (await as('ops').loans.applications({ q })).rows.map(({ id }) => id)

/** Somebody calls about an order, and is answered or not. */
async function call({ as }: Pick<World, 'as'>, order: Order, how: 'connected' | 'notConnected' = 'connected') {
  await as('cs').teleVerifications.begin(refOf(order))
  return as('cs').teleVerifications[how](refOf(order))
}

test('a customer is called, spoken to, and verified: the list shows the record and the time', async ({
  as,
  given,
  clock,
}) => {
  const order = await given.loan({ state: 20, phone: '9000012345' })
  const other = await given.loan({ state: 20 })

  const called = await as('cs').teleVerifications.begin(refOf(order))
  const verified = await as('ops').teleVerifications.connected(refOf(order))

  expect(called).toMatchObject({ callState: 'executing', calls: 1, number: '+919000012345', state: 20 })
  expect(verified).toMatchObject({ callState: 'connected', calls: 1, state: 20 })
  const { verification, timeline, loan } = await detail({ as }, order)
  expect(verification).toMatchObject({ state: 'connected', calls: 1, caller: { name: 'Customer service' } })
  expect(verification!.callTask).toBe(`${verification!.id}-1`)
  expect(Date.parse(verification!.verifiedAt!)).toBe(clock.now().getTime())
  expect(timeline.at(-1)).toMatchObject({ event: 'teleVerify', actor: 'Operations', from: 20, to: 20 })
  expect(loan).toMatchObject({ verificationId: verification!.id, verifiedAt: '2026-03-10T06:00:00Z' })
  expect(await detail({ as }, other)).toMatchObject({ verification: null, loan: { verificationId: null } })
  expect(await found({ as }, `verificationId:${verification!.id}`)).toEqual([order.id])
  expect(await found({ as }, 'verifiedAt:today callState:connected')).toEqual([order.id])
  expect(await found({ as }, 'callState:notExecuted')).toEqual([other.id])
})

test('who does not answer is called again, three times in all', async ({ as, given }) => {
  const order = await given.loan({ state: 22 })

  for (const calls of [1, 2, 3])
    expect(await call({ as }, order, 'notConnected')).toMatchObject({ callState: 'notConnected', calls })

  await expect(as('cs').teleVerifications.begin(refOf(order))).rejects.toMatchObject({
    ...{ fault: 'calls_exhausted', values: { max: 3 } },
  })
  const { verification, timeline } = await detail({ as }, order)
  expect(verification).toMatchObject({ state: 'notConnected', calls: 3, verifiedAt: null })
  expect(timeline).toEqual([])
})

test.for([
  ['a call under way', ['begin'], 'begin', 'call_under_way'],
  ['a customer who is verified', ['begin', 'connected'], 'begin', 'verified_already'],
  ['a customer whom nobody calls', [], 'connected', 'no_call_under_way'],
  ['a call that was noted', ['begin', 'notConnected'], 'notConnected', 'no_call_under_way'],
] as const)('of %s nothing else is begun or noted', async ([, before, act, fault], { as, given }) => {
  const order = await given.loan({ state: 26 })
  for (const step of before) await as('cs').teleVerifications[step](refOf(order))
  const { verification } = await detail({ as }, order)

  await expect(as('cs').teleVerifications[act](refOf(order))).rejects.toMatchObject({ code: 400, fault })

  expect((await detail({ as }, order)).verification).toEqual(verification)
})

test.for([
  ['out of hours', 'out_of_hours'],
  ['without a number', 'no_phone'],
] as const)('nobody is called %s, and no call counts', async ([, fault], { as, given, server, clock }) => {
  const order = await given.loan({ state: 20 })
  if (fault === 'no_phone') await server.app.database.query('update customers set phone = null')
  if (fault === 'out_of_hours') clock.set('2026-03-10T13:30:00.000Z')

  await expect(as('cs').teleVerifications.begin(refOf(order))).rejects.toMatchObject({ fault })

  expect((await detail({ as }, order)).verification).toBeNull()
})

test('whoever wants no calls at all is not called to be verified, nor about a pay-out; that somebody tried is on the record', async ({
  as,
  given,
}) => {
  const [toVerify, failed] = [await given.loan({ state: 20, phone: '9000012345' }), await given.loan({ state: 31 })]
  const { customerId } = (await detail({ as }, failed)).loan
  const quiet = { channel: 'call', origin: 'customer' } as const
  await as('cs').doNotDisturb.add({ kind: 'phone', value: '9000012345', ...quiet, scope: 'everything' })
  await as('cs').doNotDisturb.add({ kind: 'customer', value: customerId, ...quiet, scope: 'everything' })

  const refused = { fault: 'do_not_disturb' }
  await expect(as('cs').teleVerifications.begin(refOf(toVerify))).rejects.toMatchObject(refused)
  await expect(as('ops').loans.callCustomer(refOf(failed))).rejects.toMatchObject(refused)

  expect((await detail({ as }, toVerify)).verification).toBeNull()
  expect((await as('manager').contactRefusals.list({ q: '' })).rows).toMatchObject([
    { way: 'call', rule: 'doNotDisturb', loanId: failed.id, staff: { id: 'S-ops' } },
    { way: 'call', rule: 'doNotDisturb', loanId: toVerify.id, staff: { id: 'S-cs' } },
  ])
})

test('whoever wants no offers is still called to be verified', async ({ as, given }) => {
  const order = await given.loan({ state: 20, phone: '9000012345' })
  const entry = { kind: 'phone', value: '9000012345', channel: 'all', scope: 'marketing', origin: 'customer' } as const
  await as('cs').doNotDisturb.add(entry)

  expect(await as('cs').teleVerifications.begin(refOf(order))).toMatchObject({ callState: 'executing' })
})

test('a rehearsed call shows no number and counts for nothing, and no record holds a number', async ({
  as,
  given,
  server,
}) => {
  const order = await given.loan({ state: 20, phone: '9000012345' })

  expect(await as('cs', { rehearse: true }).teleVerifications.begin(refOf(order))).not.toHaveProperty('number')
  expect((await detail({ as }, order)).verification).toBeNull()
  await call({ as }, order)

  const { rows } = await server.app.database.query(`select * from audit where command like 'teleVerifications.%'`)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('9000012345')
})

test('customer service, operations and reviewers verify; collectors and administrators do not', async ({
  as,
  given,
}) => {
  const order = await given.loan({ state: 22, reviewer: 'reviewer' })

  for (const who of ['collector', 'admin'] as const)
    await expect(as(who).teleVerifications.begin(refOf(order))).rejects.toMatchObject({ code: 403 })

  expect(await as('reviewer').teleVerifications.begin(refOf(order))).toMatchObject({ callState: 'executing' })
})

test('where pay-outs need it, money leaves only for customers who were spoken to', async ({ as, given }) => {
  await given.parameter('disburse.manual', true)
  const [fresh, failed] = [await given.loan({ state: 20 }), await given.loan({ state: 31 })]
  const loans = as('ops').loans
  await given.parameter('disburse.verified', true)
  await call({ as }, failed, 'notConnected')

  await expect(loans.disburse(refOf(fresh))).rejects.toMatchObject({ fault: 'not_verified' })
  await expect(loans.redisburse(refOf(failed))).rejects.toMatchObject({ fault: 'not_verified' })
  const selection = { listing: 'loans.failedPayouts', ids: [failed.id] }
  const preview = await as('ops').batches.preview({ command: 'loans.redisburse', selection, args: {} })
  expect(preview).toMatchObject({ eligible: 0, refused: [{ fault: 'not_verified', count: 1 }] })

  for (const order of [fresh, failed]) await call({ as }, order)
  expect(await loans.disburse(refOf(fresh))).toMatchObject({ state: 29 })
  expect(await loans.redisburse(refOf(failed))).toMatchObject({ state: 29 })
})

test('the job leaves those alone who were not spoken to', async ({ as, given, server }) => {
  const [spoken, silent] = [await given.loan({ state: 20 }), await given.loan({ state: 26 })]
  await call({ as }, spoken)
  await given.parameter('disburse.verified', true)

  expect(await doDisburse(server.app)).toMatchObject({ done: 1, refused: 1 })

  expect((await detail({ as }, spoken)).loan.state).toBe(29)
  expect((await detail({ as }, silent)).loan.state).toBe(26)
})

test('the queue has whoever is to be called now: nobody has called, or their pause is over', async ({
  as,
  given,
  clock,
}) => {
  const [fresh, missed, done] = [
    await given.loan({ state: 20 }),
    await given.loan({ state: 26 }),
    await given.loan({ state: 31 }),
  ]
  await given.loan({ state: 30 })
  await call({ as }, missed, 'notConnected')
  await call({ as }, done)
  const due = async () => (await as('caller').loans.verifications({ q: 'is:callDue' })).rows

  expect((await due()).map(({ id }) => id)).toEqual([fresh.id])
  clock.forward(120 * 60_000)
  expect((await as('manager').loans.verifications({ q: 'is:callDue' })).rows).toMatchObject([
    { id: fresh.id, calls: 0, callTask: null },
    { id: missed.id, calls: 1, callTask: expect.stringMatching(/-1$/), callAt: '2026-03-10T08:00:00Z' },
  ])
  expect((await as('manager').loans.verifications({ q: '' })).rows).toHaveLength(3)
})

test('a caller calls whom nobody has called, and sees no one whom a colleague has', async ({ as, given }) => {
  const [mine, theirs] = [await given.loan({ state: 20 }), await given.loan({ state: 20 })]
  await call({ as }, theirs, 'notConnected')

  await as('caller').teleVerifications.begin(refOf(mine))
  await as('caller').teleVerifications.connected(refOf(mine))

  const { rows } = await as('caller').loans.verifications({ q: '' })
  expect(rows).toMatchObject([{ id: mine.id, callState: 'connected', callAt: null }])
  await expect(as('caller').teleVerifications.begin(refOf(theirs))).rejects.toMatchObject({ code: 400 })
  await expect(as('collector').loans.verifications({ q: '' })).rejects.toMatchObject({ code: 403 })
})
