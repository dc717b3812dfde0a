import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { test } from '#tests/support/server.ts'

test('a request to reduce is filed for approval; nothing is taken off yet', async ({ as, given }) => {
  const { id, version } = await given.plan({ charged: { penalty: 17_500, interest: 3_500 } })

  const plan = await as('cs').reductions.request({ id, version, amount: money('100', 'INR'), reason: 'Lost his job' })

  expect(plan).toMatchObject({ openRequest: true, repayable: { minor: 521_000 } })
  const { rows } = await as('manager').reductions.list({ q: 'state:pending' })
  expect(rows).toEqual([
    expect.objectContaining({
      planId: id,
      reason: 'Lost his job',
      maker: { id: 'S-cs', name: 'Customer service' },
      amount: money('100', 'INR'),
      repayableBefore: money('5210', 'INR'),
      amountAfter: money('5110', 'INR'),
      overdueDays: 5,
    }),
  ])
})

test.for([
  ['beyond what can be waived', money('210.01', 'INR'), 'more_than_reducible', 'amount'],
  ['of nothing', money('0', 'INR'), 'not_positive', 'amount'],
  ['below nothing', money('-1', 'INR'), 'not_positive', 'amount'],
  ['of half a paisa', { minor: 0.5, currency: 'INR' }, 'invalid', 'amount.minor'],
  ['in another currency', money('5', 'VND'), 'wrong_currency', 'amount'],
] as const)(
  'a reduction %s is refused by that field, and nothing is kept',
  async ([, amount, fault, field], { as, given }) => {
    const { id, version } = await given.plan({ charged: { penalty: 17_500, interest: 3_500 } })

    const request = as('cs').reductions.request({ id, version, amount: amount as never, reason: 'x' })

    await expect(request).rejects.toMatchObject({
      code: 400,
      fault,
      fields: [{ field, reason: expect.stringMatching(/\w/) }],
    })
    expect((await as('manager').reductions.list({ q: '' })).rows).toEqual([])
  },
)

test('one request at a time: a second is refused while the first is open', async ({ as, given }) => {
  const { id, version } = await given.plan()
  await as('cs').reductions.request({ id, version, amount: money('5', 'INR'), reason: 'first' })

  const second = as('leader').reductions.request({
    id,
    version: 2 as never,
    amount: money('5', 'INR'),
    reason: 'second',
  })

  await expect(second).rejects.toMatchObject({ fault: 'not_found' })
  const again = as('cs').reductions.request({ id, version: 2 as never, amount: money('5', 'INR'), reason: 'again' })
  await expect(again).rejects.toMatchObject({ fault: 'open_request' })
})

test('nothing is reduced on an order that is not owed', async ({ as, given }) => {
  const { id, version } = await given.plan({ state: 40 })

  const request = as('cs').reductions.request({ id, version, amount: money('5', 'INR'), reason: 'x' })

  await expect(request).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('a case is ended with its reason, and once', async ({ as, given }) => {
  const { id, version } = await given.case({ collector: 'collector' })

  const ended = await as('leader').cases.end({ id, version, reason: 'recalled' })

  expect(ended.state).toBe('closed')
  expect((await as('leader').cases.open({ q: '' })).rows).toEqual([])
  const again = as('leader').cases.end({ id, version: 2 as never, reason: 'recalled' })
  await expect(again).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('a case is not ended as paid while its order still owes', async ({ as, given }) => {
  const { id, version } = await given.case()

  const ended = as('leader').cases.end({ id, version, reason: 'paid' })

  await expect(ended).rejects.toMatchObject({ fault: 'still_owed', msg: 'Still owes ₹ 5,210' })
})

test('a collector sees the cases they hold and no other', async ({ as, given }) => {
  const mine = await given.case({ collector: 'collector' })
  await given.case()

  const { rows } = await as('collector').cases.open({ q: '' })

  expect(rows.map(({ id }) => id)).toEqual([mine.id])
  expect((await as('collector').plans.list({ q: '' })).rows.map(({ id }) => id)).toEqual([mine.planId])
})

test('a ticket goes to a department or to one of its people, and its clock starts anew', async ({
  as,
  given,
  clock,
}) => {
  const { id, version } = await given.ticket()

  const moved = await as('ops').tickets.transfer({ id, version, to: 'S-cs' as never, note: 'Please call' })

  expect(moved).toMatchObject({
    state: 'notFollowed',
    department: { id: 'SVC', name: 'Customer service' },
    processor: { id: 'S-cs' },
  })
  expect(Date.parse(moved.slaDueAt!)).toBe(clock.now().getTime() + 240 * 60_000)
  const back = await as('ops').tickets.transfer({ id, version: 2 as never, to: 'OPS' as never })
  expect(back).toMatchObject({ department: { id: 'OPS' }, processor: null })
})

test.for([
  ['S-nobody', 'unknown_assignee'],
  ['OPS', 'same_assignee'],
] as const)('a transfer to %s is refused', async ([to, fault], { as, given }) => {
  const { id, version } = await given.ticket()

  await expect(as('ops').tickets.transfer({ id, version, to: to as never })).rejects.toMatchObject({ fault })
})

test('departments and colleagues are found by what people call them', async ({ as }) => {
  const found = async (text: string) =>
    (await as('ops').references.search({ kind: 'assignee', text })).found.map(({ id }) => id)

  expect((await found('customer'))[0]).toBe('SVC')
  expect(await found('cs')).toContain('S-cs')
  expect(await found('zzz')).toEqual([])
})
