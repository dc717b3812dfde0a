import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { test, type World } from '#tests/support/server.ts'

type Desk = Pick<World, 'as' | 'given'>
const rupees = (amount: string) => money(amount, 'INR')

/** A collector has asked to take `amount` off of the 210 that can be waived of what they hold. */
async function asked({ as, given }: Desk, amount: string) {
  const { planId, loanId } = await given.case({ collector: 'collector' })
  const [plan] = (await as('collector').plans.list({ q: `id:${planId}` })).rows
  const reason = 'Wages arrive late'
  await as('collector').reductions.request({ id: plan!.id, version: plan!.version, amount: rupees(amount), reason })
  const { rows } = await as('leader').reductions.bills({ q: '' })
  return { loanId, bill: rows[0]! }
}

test('a team leader decides on what their collectors have asked for, up to three tenths', async ({ as, given }) => {
  const { loanId, bill } = await asked({ as, given }, '63')
  expect(bill).toMatchObject({
    ...{ loanId, state: 'pending', source: 'collector', maker: { id: 'S-collector' }, stage: { id: 'S1', name: 'S1' } },
    ...{ collector: { id: 'S-collector' }, paidAfter: null },
  })

  const passed = await as('leader').reductions.pass({ id: bill.id, version: bill.version })

  expect(passed).toMatchObject({ state: 'passed', checker: { id: 'S-leader' } })
  expect((await as('leader').reductions.bills({ q: 'stage:S1 collector:S-collector' })).rows).toMatchObject([
    { fate: 'inForce', paidAfter: rupees('0') },
  ])
})

test('a paisa more is above what a team leader may pass', async ({ as, given }) => {
  const { bill } = await asked({ as, given }, '63.01')

  const passing = as('leader').reductions.pass({ id: bill.id, version: bill.version })

  await expect(passing).rejects.toMatchObject({ code: 400, fault: 'above_limit' })
  expect((await as('leader').reductions.bills({ q: '' })).rows).toMatchObject([{ state: 'pending' }])
})

test('what another agency has asked for is not theirs to see or to decide', async ({ as, given, server }) => {
  const { bill } = await asked({ as, given }, '50')
  await server.app.database.query(`update reductions set maker_unit_path = '/HQ/COL/AG2/AG2A/'`)

  const { rows } = await as('leader').reductions.bills({ q: '' })
  const passing = as('leader').reductions.pass({ id: bill.id, version: bill.version })

  expect(rows).toEqual([])
  await expect(passing).rejects.toMatchObject({ code: 400, fault: 'not_found' })
})

test('what customer service has asked for stands on the list of all reductions only', async ({ as, given }) => {
  const plan = await given.plan()
  const request = { id: plan.id, version: plan.version, amount: rupees('10'), reason: 'Ill' }
  await as('cs').reductions.request(request)

  expect((await as('manager').reductions.bills({ q: '' })).rows).toEqual([])
  expect((await as('manager').reductions.list({ q: '' })).rows).toHaveLength(1)
})

test('what was paid since tells whether a reduction has helped', async ({ as, given, server }) => {
  const { bill, loanId } = await asked({ as, given }, '60')
  await as('leader').reductions.pass({ id: bill.id, version: bill.version })
  const { rows } = await server.app.database.query(`select id from plans where loan_id = '${loanId}'`)
  const at = `'2026-03-10T07:00Z'`
  await server.app.database.query(
    `insert into payments (id, loan_id, amount_minor, currency, kind, channel, state, created_at, completed_at)
     values ('PY1', '${loanId}', 5000, 'INR', 'partial', 'offline', 'success', ${at}, ${at})`,
  )
  await server.app.database.query(
    `insert into allocations (payment_id, plan_id, paid_interest) values ('PY1', '${rows[0]!.id}', 3500)`,
  )

  expect((await as('leader').reductions.bills({ q: '' })).rows).toMatchObject([{ paidAfter: rupees('35') }])
})
