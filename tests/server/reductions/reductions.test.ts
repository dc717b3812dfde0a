import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { reductions } from '#contract/reductions.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'

type Desk = Pick<World, 'as' | 'given'>
const rupees = (amount: string) => money(amount, 'INR')

/** A plan five days overdue: penalty 175, interest 35, principal 5,000; somebody has asked to take `amount` off. */
async function asked({ as, given }: Desk, amount: string, about: Parameters<World['given']['plan']>[0] = {}) {
  const plan = await given.plan(about)
  await as('cs').reductions.request({
    id: plan.id,
    version: plan.version,
    amount: rupees(amount),
    reason: 'Lost his job',
  })
  const { rows } = await as('executive').reductions.list({ q: `planId:${plan.id}` })
  const { id, version } = rows[0]!
  return { plan, id, version }
}
const planOf = async ({ as }: Pick<World, 'as'>, id: string) => (await as('ops').plans.list({ q: `id:${id}` })).rows[0]!
const loanOf = async ({ as }: Pick<World, 'as'>, id: string) => as('ops').loans.detail({ id: id as never })
const lapse = ({ server }: Pick<World, 'server'>) => server.app.taskRunners.get('lapseReductions')!(server.app)
const late = ({ server }: Pick<World, 'server'>) => server.app.taskRunners.get('doLate')!(server.app)

test('what a second person has passed is off the plan, penalty first, and counts for two days', async ({
  as,
  given,
}) => {
  const { plan, id, version } = await asked({ as, given }, '100')

  const passed = await as('manager').reductions.pass({ id, version, note: 'seen' })

  expect(passed).toMatchObject({
    ...{ state: 'passed', fate: 'inForce', note: 'seen', validUntil: '2026-03-12', checker: { id: 'S-manager' } },
    loanState: 50,
  })
  expect(await planOf({ as }, plan.id)).toMatchObject({
    ...{ state: 'overdue', openRequest: false, penaltyAfter: rupees('75'), amountAfter: rupees('5110') },
    repayable: rupees('5110'),
  })
  const { timeline } = await loanOf({ as }, plan.loanId)
  expect(timeline.at(-1)).toMatchObject({ event: 'reducePass', from: 50, to: 50, reason: 'Lost his job' })
})

test.for([
  ['147', 'manager', 'done'],
  ['147.01', 'manager', 'above_limit'],
  ['210', 'executive', 'done'],
] as const)('of 210 that can be waived %s is for the %s: %s', async ([amount, who, outcome], { as, given }) => {
  const { plan, id, version } = await asked({ as, given }, amount)

  const ended = await as(who)
    .reductions.pass({ id, version })
    .then(
      () => 'done',
      ({ fault }) => fault,
    )

  expect(ended).toBe(outcome)
  const { reducedAt, openRequest } = await planOf({ as }, plan.id)
  expect({ reduced: reducedAt !== null, openRequest }).toEqual({
    reduced: outcome === 'done',
    openRequest: outcome !== 'done',
  })
})

test('what is reduced already counts against the limit', async ({ as, given }) => {
  const { plan, id, version } = await asked({ as, given }, '147')
  await as('manager').reductions.pass({ id, version })
  const { version: now } = await planOf({ as }, plan.id)
  await as('cs').reductions.request({ id: plan.id, version: now, amount: rupees('0.01'), reason: 'more' })
  const [again] = (await as('manager').reductions.list({ q: 'state:pending' })).rows

  const second = as('manager').reductions.pass({ id: again!.id, version: again!.version })

  await expect(second).rejects.toMatchObject({ fault: 'above_limit' })
})

test('limits are a parameter, by the mark of the role', async ({ as, given }) => {
  await given.parameter('reduction.limits', { MGR: 100_000, EXE: null })
  const { id, version } = await asked({ as, given }, '22')

  await expect(as('manager').reductions.pass({ id, version })).rejects.toMatchObject({
    msg: 'Above your limit: you may pass up to ₹ 21',
  })
  await as('executive').reductions.pass({ id, version })
})

test('the preview tells what is left of the day, and who is over it is refused', async ({
  as,
  given,
  server,
  clock,
}) => {
  await given.parameter('reduction.dailyMaxMinor', 15_000)
  const first = await asked({ as, given }, '100')
  await as('manager').reductions.pass({ id: first.id, version: first.version })
  const second = await asked({ as, given }, '60')
  const selection = { listing: 'reductions.list', ids: [second.id] }

  const preview = await as('manager').batches.preview({ command: 'reductions.pass', selection, args: {} })

  expect(preview.headroom).toEqual([{ of: 'reductionCap', left: rupees('50') }])
  expect(preview.refused).toMatchObject([{ fault: 'over_daily_limit', count: 1 }])
  await moveTo({ server, clock }, '2026-03-11T06:00:00Z')
  expect((await as('manager').reductions.pass({ id: second.id, version: second.version })).state).toBe('passed')
})

test('nobody passes or rejects what they asked for themselves', async ({ as, given, server }) => {
  const { id, version } = await asked({ as, given }, '10')
  await server.app.database.query(`update reductions set maker_id = 'S-manager'`)
  const again = { id, version: 2 as never }

  await expect(as('manager').reductions.pass(again)).rejects.toMatchObject({ fault: 'own_request' })
  await expect(as('manager').reductions.reject({ ...again, note: 'x' })).rejects.toMatchObject({ fault: 'own_request' })
  expect(version).toBe(1)
})

test('a rejected request leaves the plan as it was, and free for another', async ({ as, given }) => {
  const { plan, id, version } = await asked({ as, given }, '10')

  const rejected = await as('manager').reductions.reject({ id, version, note: 'No proof' })

  expect(rejected).toMatchObject({ state: 'rejected', note: 'No proof', fate: null })
  const now = await planOf({ as }, plan.id)
  expect(now).toMatchObject({ openRequest: false, repayable: rupees('5210') })
  await as('cs').reductions.request({ id: now.id, version: now.version, amount: rupees('10'), reason: 'again' })
})

test('who asked takes the request back, and nobody else does', async ({ as, given }) => {
  const { plan, id, version } = await asked({ as, given }, '10', { dueDate: '2026-03-05' as never })

  await expect(as('leader').reductions.withdraw({ id, version })).rejects.toMatchObject({ code: 400 })
  const withdrawn = await as('cs').reductions.withdraw({ id, version })

  expect(withdrawn).toMatchObject({
    state: 'rejected',
    note: 'withdrawnByMaker',
    checker: { id: 'S-cs' },
  })
  expect(await planOf({ as }, plan.id)).toMatchObject({ openRequest: false })
  await expect(as('cs').reductions.withdraw({ id, version: 2 as never })).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })
})

test('a reduction that clears what is left settles the order with reduction and closes its case', async ({
  as,
  given,
  server,
}) => {
  const { loanId, planId } = await given.case({ collector: 'collector', charged: { principal: 0 } })
  const { version } = await planOf({ as }, planId)
  await as('cs').reductions.request({ id: planId, version, amount: rupees('210'), reason: 'x' })
  const [one] = (await as('executive').reductions.list({ q: '' })).rows

  const passed = await as('executive').reductions.pass({ id: one!.id, version: one!.version })

  expect(passed).toMatchObject({ loanState: 41, fate: 'used' })
  expect(await planOf({ as }, planId)).toMatchObject({ state: 'paidReduced', repayable: rupees('0') })
  const { timeline } = await loanOf({ as }, loanId)
  expect(timeline.at(-1)).toMatchObject({ event: 'reducePassClears', from: 50, to: 41 })
  const { rows } = await server.app.database.query(`select state, close_reason from cases`)
  expect(rows).toEqual([{ state: 'closed', close_reason: 'paid' }])
})

test('an unpaid reduction lapses after its last day, is owed again, and lapses once', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { plan, id, version } = await asked({ as, given }, '100', { charged: { penalty: 17_500 } })
  await as('manager').reductions.pass({ id, version })
  await moveTo({ server, clock }, '2026-03-12T12:00:00Z')
  expect(await lapse({ server })).toEqual({ done: 0, refused: 0 })
  await moveTo({ server, clock }, '2026-03-19T00:00:00Z')

  expect(await lapse({ server })).toEqual({ done: 1, refused: 0 })
  expect(await lapse({ server })).toEqual({ done: 0, refused: 0 })

  const { rows } = await as('executive').reductions.list({ q: `id:${id}` })
  expect(rows[0]).toMatchObject({ state: 'passed', fate: 'lapsed' })
  expect(await planOf({ as }, plan.id)).toMatchObject({ reducedAt: null, repayable: rupees('5210') })
})

test('a reduction waits with its lapse while a payment is under way', async ({ as, given, server, clock }) => {
  const { id, version } = await asked({ as, given }, '100')
  await as('manager').reductions.pass({ id, version })
  await server.app.database.query(`update loans set state = 43, came_from = 50`)
  await moveTo({ server, clock }, '2026-03-20T00:00:00Z')

  expect(await lapse({ server })).toEqual({ done: 0, refused: 0 })

  await server.app.database.query(`update loans set state = 50`)
  expect(await lapse({ server })).toEqual({ done: 1, refused: 0 })
})

test('penalties go on over a reduction: 10,000 off on day 5 leaves 516,000 on day 6', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { plan, id, version } = await asked({ as, given }, '100', {
    ...{ state: 30, dueDate: '2026-03-05' as never, charged: { penalty: 0 } },
  })
  await as('manager').reductions.pass({ id, version })
  expect(await planOf({ as }, plan.id)).toMatchObject({ repayable: rupees('5110') })
  await moveTo({ server, clock }, '2026-03-11T06:00:00Z')

  await late({ server })

  expect(await planOf({ as }, plan.id)).toMatchObject({ repayable: rupees('5160') })
})

test('what a plan owes is brought up to the day before anything is taken off it', async ({ as, given }) => {
  const { plan } = await asked({ as, given }, '175', {
    state: 30,
    dueDate: '2026-03-05' as never,
    charged: { penalty: 0 },
  })

  const [one] = (await as('manager').reductions.list({ q: '' })).rows

  expect(one).toMatchObject({ penaltyBefore: rupees('175'), repayableBefore: rupees('5210') })
  expect(await planOf({ as }, plan.id)).toMatchObject({ penalty: rupees('175') })
})

const bad: [object, string][] = [
  [{ amount: { minor: 0, currency: 'INR' } }, 'amount'],
  [{ amount: { minor: -100, currency: 'INR' } }, 'amount'],
  [{ amount: { minor: 0.5, currency: 'INR' } }, 'amount.minor'],
  [{ amount: { minor: 100, currency: 'VND' } }, 'amount'],
  [{ amount: { minor: 21_001, currency: 'INR' } }, 'amount'],
  [{ reason: '  ' }, 'reason'],
]
test.for(bad)('%o is refused naming %s, and nothing changes', async ([wrong, field], { raw, given, as }) => {
  const { id, version } = await given.plan()
  const body = JSON.stringify({ id, version, amount: rupees('10'), reason: 'x', ...wrong })

  const answer = await raw(reductions.request.at, {
    ...{ who: 'cs', body, headers: { 'content-type': 'application/json' } },
  })

  expect(answer).toMatchObject({ code: 400, fields: [{ field, reason: expect.stringMatching(/\w/) }] })
  expect((await as('executive').reductions.list({ q: '' })).rows).toEqual([])
  expect(await planOf({ as }, id)).toMatchObject({ openRequest: false, version: 1 })
})

test('a request on a closed order, and a second one while the first is open, are refused', async ({ as, given }) => {
  const closed = await given.plan({ state: 40 })
  await expect(
    as('cs').reductions.request({ id: closed.id, version: closed.version, amount: rupees('1'), reason: 'x' }),
  ).rejects.toMatchObject({ fault: 'not_allowed_now' })
  const { plan } = await asked({ as, given }, '10')
  const { version } = await planOf({ as }, plan.id)

  await expect(
    as('cs').reductions.request({ id: plan.id, version, amount: rupees('1'), reason: 'x' }),
  ).rejects.toMatchObject({ fault: 'open_request' })
})

test('what cannot be passed any more stays pending, with its reason', async ({ as, given, server }) => {
  const { id, version } = await asked({ as, given }, '10')
  await server.app.database.query(`update loans set state = 43, came_from = 50`)

  await expect(as('manager').reductions.pass({ id, version })).rejects.toMatchObject({ fault: 'not_allowed_now' })

  const [one] = (await as('manager').reductions.list({ q: `id:${id}` })).rows
  expect(one).toMatchObject({ state: 'pending', loanState: 43 })
})

test('reduce orders are exported, with the decision', async ({ given, as, server, tokenOf }) => {
  const { id, version } = await asked({ as, given }, '10')
  await as('manager').reductions.reject({ id, version, note: 'No proof' })
  const headers = { authentication: await tokenOf('manager') }

  const response = await fetch(`${server.url}/api/export/reduce-order`, { headers })

  expect(await response.text()).toMatch(new RegExp(`${id}.*No proof`))
})
