import { expect } from 'vitest'
import { writeOffs } from '#contract/write-offs.ts'
import { tell } from '#tests/server/payments/support.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'
import { books, loanOf, owing, rupees, slip, today } from './support.ts'

type Desk = Pick<World, 'as' | 'given'>
/** A request that waits, as the list has it. */
async function asked({ as, given }: Desk, type: 'full' | 'partial' | 'rollover', amount: string, about = {}) {
  const loan = await owing({ given }, about)
  await as('ops').writeOffs[type]({ ...loan, ...slip, amount: rupees(amount) })
  const [one] = (await as('executive').writeOffs.list({ q: `loanId:${loan.id}` })).rows
  return { loan, request: one!, one: { id: one!.id, version: one!.version } }
}
test('a full write-off is filed, takes nothing yet, and settles the order once a second person passes it', async ({
  as,
  given,
}) => {
  const { loan, request, one } = await asked({ as, given }, 'full', '5210')
  expect(request).toMatchObject({ state: 'pending', type: 'full', repayable: rupees('5210'), effectiveAt: null })
  expect((await loanOf({ as }, loan.id)).payments).toEqual([])

  const passed = await as('manager').writeOffs.pass({ ...one, note: 'slip seen' })

  expect(passed).toMatchObject({
    state: 'passed',
    resultState: 40,
    loanState: 40,
    loss: rupees('0'),
    note: 'slip seen',
  })
  const { payments, plans, timeline } = await loanOf({ as }, loan.id)
  expect(payments).toMatchObject([{ amount: rupees('5210'), kind: 'writeOff', state: 'success', utr: slip.utr }])
  expect(plans).toMatchObject([{ state: 'paid', repayable: rupees('0'), openRequest: false }])
  expect(timeline.at(-1)).toMatchObject({ event: 'writeOffFull', from: 50, to: 40, actor: 'Manager' })
})

test('with a reduction in force a full write-off ends in 41', async ({ as, given }) => {
  const plan = await given.plan()
  await as('cs').reductions.request({ id: plan.id, version: plan.version, amount: rupees('100'), reason: 'x' })
  const [reduction] = (await as('manager').reductions.list({ q: '' })).rows
  await as('manager').reductions.pass({ id: reduction!.id, version: reduction!.version })
  const { loan } = await loanOf({ as }, plan.loanId)
  await as('ops').writeOffs.full({ id: loan.id, version: loan.version, ...slip, amount: rupees('5110') })
  const [one] = (await as('manager').writeOffs.list({ q: '' })).rows

  const passed = await as('manager').writeOffs.pass({ id: one!.id, version: one!.version })

  expect(passed).toMatchObject({ resultState: 41 })
  expect((await as('manager').reductions.list({ q: '' })).rows).toMatchObject([{ fate: 'used' }])
})

test('a partial write-off pays what came in, and the rest stays owed', async ({ as, given }) => {
  const { loan, one } = await asked({ as, given }, 'partial', '2000')

  const passed = await as('manager').writeOffs.pass(one)

  expect(passed).toMatchObject({ resultState: 50, loanState: 50 })
  const { plans, timeline } = await loanOf({ as }, loan.id)
  expect(plans).toMatchObject([{ state: 'overdue', paid: rupees('2000'), repayable: rupees('3210') }])
  expect(timeline.at(-1)).toMatchObject({ event: 'writeOffPartial', from: 50, to: 50 })
})

test('a rollover takes exactly the price of an extension, and the debt lives on in another order', async ({
  as,
  given,
}) => {
  // 3 days overdue: penalty 75, interest 35, fee 600, commission 50
  const about = { dueDate: '2026-03-07' as never, charged: { penalty: 7_500 } }
  const { loan, request, one } = await asked({ as, given }, 'rollover', '760', about)
  expect(request).toMatchObject({ extensionRepayable: rupees('760') })

  const passed = await as('manager').writeOffs.pass(one)

  expect(passed).toMatchObject({ resultState: 80, childId: expect.stringMatching(/^LN/) })
  expect((await loanOf({ as }, loan.id)).plans).toMatchObject([{ state: 'extended' }])
  const child = await loanOf({ as }, passed.childId!)
  expect(child.loan).toMatchObject({ state: 30, kind: 'extension', dueDate: '2026-03-17', received: rupees('0') })
  expect(child.plans).toMatchObject([{ repayable: rupees('5000'), interest: rupees('0') }])
})

test.for([
  ['full', '5209.99', 'write_off_not_repayable'],
  ['full', '5210.01', 'write_off_not_repayable'],
  ['partial', '5210', 'write_off_not_partial'],
  ['partial', '0', 'write_off_not_partial'],
  ['rollover', '859.99', 'write_off_not_extension'],
] as const)('%s of %s is refused: %s', async ([type, amount, fault], { as, given, server }) => {
  const loan = await owing({ given })
  const before = await books({ server })

  const ask = as('ops').writeOffs[type]({ ...loan, ...slip, amount: rupees(amount) })

  await expect(ask).rejects.toMatchObject({ code: 400, fault, fields: [{ field: 'amount' }] })
  expect(await books({ server })).toEqual(before)
})

const bad: [object, string][] = [
  [{ amount: { minor: -1, currency: 'INR' } }, 'amount'],
  [{ amount: { minor: 0, currency: 'INR' } }, 'amount'],
  [{ amount: { minor: 0.5, currency: 'INR' } }, 'amount.minor'],
  [{ amount: { minor: 521_000, currency: 'VND' } }, 'amount'],
  [{ utr: '12345' }, 'utr'],
  [{ utr: '' }, 'utr'],
  [{ upi: ' ' }, 'upi'],
  [{ bankCode: '' }, 'bankCode'],
  [{ channel: 'cash' }, 'channel'],
  [{ repaidOn: '2026-03-11' }, 'repaidOn'],
  [{ repaidOn: '2026-03-09' }, 'repaidOn'],
]
test.for(bad)(
  '%o is refused naming %s, and nothing changes',
  async ([wrong, field], { raw, given, server, tokenOf }) => {
    const loan = await owing({ given })
    await tokenOf('ops')
    const before = await books({ server })
    const body = JSON.stringify({ ...loan, ...slip, amount: rupees('5210'), ...wrong })

    const answer = await raw(writeOffs.full.at, { who: 'ops', body, headers: { 'content-type': 'application/json' } })

    expect(answer).toMatchObject({ code: 400, fields: [{ field, reason: expect.stringMatching(/\w/) }] })
    expect(await books({ server })).toEqual(before)
  },
)

test('a UTR that a payment or another open request has is refused', async ({ as, given }) => {
  const first = await asked({ as, given }, 'full', '5210')
  const second = await owing({ given })
  const ask = () => as('ops').writeOffs.full({ ...second, ...slip, amount: rupees('5210') })

  await expect(ask()).rejects.toMatchObject({ fault: 'utr_used', fields: [{ field: 'utr' }] })
  await as('manager').writeOffs.pass(first.one)
  await expect(ask()).rejects.toMatchObject({ fault: 'utr_used' })
})

test('a second request is refused while one of either kind is open, and on a closed order', async ({ as, given }) => {
  const { loan } = await asked({ as, given }, 'partial', '100')
  const { loan: now } = await loanOf({ as }, loan.id)
  const again = { id: now.id, version: now.version, ...slip, utr: '999999999999', amount: rupees('100') }
  await expect(as('ops').writeOffs.partial(again)).rejects.toMatchObject({ fault: 'open_request' })
  const { plans } = await loanOf({ as }, loan.id)
  await expect(
    as('cs').reductions.request({ id: plans[0]!.id, version: plans[0]!.version, amount: rupees('1'), reason: 'x' }),
  ).rejects.toMatchObject({ fault: 'open_request' })
  const closed = await owing({ given }, { state: 40 })
  await expect(
    as('ops').writeOffs.full({ ...closed, ...slip, utr: '999999999999', amount: rupees('5210') }),
  ).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('nobody passes their own request; one that is rejected or withdrawn leaves the order free', async ({
  as,
  given,
  server,
}) => {
  const first = await asked({ as, given }, 'partial', '100')
  await server.app.database.query(`update write_offs set maker_id = 'S-manager'`)
  await expect(as('manager').writeOffs.pass({ ...first.one, version: 2 as never })).rejects.toMatchObject({
    fault: 'own_request',
  })
  await as('executive').writeOffs.reject({ ...first.one, version: 2 as never, note: 'No slip' })
  expect((await loanOf({ as }, first.loan.id)).plans).toMatchObject([{ openRequest: false }])
  const { loan } = await loanOf({ as }, first.loan.id)
  await as('ops').writeOffs.partial({ id: loan.id, version: loan.version, ...slip, amount: rupees('100') })
  const [open] = (await as('ops').writeOffs.list({ q: 'state:pending' })).rows

  await as('ops').writeOffs.withdraw({ id: open!.id, version: open!.version })

  expect((await loanOf({ as }, first.loan.id)).plans).toMatchObject([{ openRequest: false }])
  expect((await as('ops').writeOffs.list({ q: `id:${open!.id}` })).rows).toMatchObject([
    { state: 'rejected', note: 'withdrawnByMaker' },
  ])
})

test('a request ends with its order: nobody decides on one that was settled meanwhile', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loan, request } = await asked({ as, given }, 'full', '5210')
  await tell({ as, server, clock }, { loanId: loan.id, amountMinor: 521_000 })

  const [ended] = (await as('manager').writeOffs.list({ q: `id:${request.id}` })).rows
  const late = as('manager').writeOffs.pass({ id: ended!.id, version: ended!.version })

  expect(ended).toMatchObject({ state: 'rejected', note: 'orderSettled', checker: null, loanState: 40 })
  await expect(late).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('a request that does not fit any more stays pending', async ({ as, given, server }) => {
  const { one, request } = await asked({ as, given }, 'full', '5210')
  await server.app.database.query(`update plans set paid_principal = 1000`)

  await expect(as('manager').writeOffs.pass(one)).rejects.toMatchObject({ fault: 'write_off_not_repayable' })

  expect((await as('ops').writeOffs.list({ q: `id:${request.id}` })).rows).toMatchObject([{ state: 'pending' }])
})

test.for([30, 50, 90] as const)('every type but a rollover works in %s', async (state, { as, given }) => {
  await as('executive').session.prove({ proof: 'Lendline#1' })
  const owed = () => owing({ given }, { state, ...(state === 30 && { dueDate: today }) })
  const [one, two] = [await owed(), await owed()]
  await as('ops').writeOffs.partial({ ...one, ...slip, amount: rupees('1') })
  const [open] = (await as('manager').writeOffs.list({ q: 'state:pending' })).rows

  expect((await as('manager').writeOffs.pass({ id: open!.id, version: open!.version })).resultState).toBe(state)
  expect((await as('executive').writeOffs.operational({ ...two, reason: 'x' })).state).toBe(100)
  if (state === 90) {
    const three = await owing({ given }, { state })
    const ask = as('ops').writeOffs.rollover({ ...three, ...slip, utr: '999999999999', amount: rupees('860') })
    await expect(ask).rejects.toMatchObject({ fault: 'not_allowed_now' })
  }
})

test('balance orders are exported', async ({ as, given, server, tokenOf }) => {
  const { request } = await asked({ as, given }, 'full', '5210')
  const headers = { authentication: await tokenOf('ops') }

  const response = await fetch(`${server.url}/api/export/balance-order`, { headers })

  expect(await response.text()).toMatch(new RegExp(`${request.id}.*${slip.utr}`))
})

test('a rollover is not passed once the debt is bad, whether that night has run or not', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await given.plan({ dueDate: '2026-03-07' as never, charged: { penalty: 0 } })
  await server.app.database.query(
    `update loans set disbursed_at = timestamp '2026-02-26 06:00Z',
       terms = jsonb_set(jsonb_set(terms, '{penalty,badDebtDays}', '5'), '{extension,maxOverdueDays}', '30')`,
  )
  const { loan: due } = await as('ops').loans.detail({ id: loanId })
  await as('ops').extensions.quote({ id: loanId, version: due.version })
  const [offer] = (await as('ops').extensions.list({ q: '' })).rows
  const { loan } = await as('ops').loans.detail({ id: loanId })
  await as('ops').writeOffs.rollover({
    ...{ id: loanId, version: loan.version, amount: offer!.total, channel: 'offline', bankCode: 'HDFC' },
    ...{ utr: '123456789012', upi: 'a@b', repaidOn: '2026-03-10' as never },
  })
  await moveTo({ server, clock }, '2026-03-14T06:00:00.000Z')
  const [row] = (await as('manager').writeOffs.list({ q: '' })).rows

  const passing = as('manager').writeOffs.pass({ id: row!.id, version: row!.version })

  await expect(passing).rejects.toMatchObject({ fault: 'not_allowed_now' })
})
