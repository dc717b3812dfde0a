import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'
import { books, loanOf, owing, rupees, slip } from './support.ts'

test('an operational write-off takes effect at once: code 100, a loss, the blacklist, the case closed', async ({
  as,
  given,
  server,
}) => {
  const { loanId } = await given.case({ collector: 'collector' })
  await as('manager').session.prove({ proof: 'Lendline#1' })

  const done = await as('manager').writeOffs.operational({ id: loanId, version: 2 as never, reason: 'Deceased' })

  expect(done).toMatchObject({ state: 100 })
  const { rows } = await as('manager').writeOffs.list({ q: '' })
  expect(rows).toMatchObject([
    {
      type: 'operational',
      state: 'passed',
      loss: rupees('5210'),
      amount: rupees('0'),
      resultState: 100,
      blacklist: true,
    },
  ])
  const { rows: after } = await server.app.database.query(
    `select (select bool_and(blacklisted) from customers) as blacklisted, (select close_reason from cases) as closed,
       (select lost_penalty + lost_interest + lost_principal from losses)::int as lost,
       (select json_agg(json_build_array(state, source, reason)) from blacklist) as listed,
       (select count(*)::int from approvals) as asked`,
  )
  const listed = [['listed', 'writeOff', 'Deceased']]
  expect(after).toEqual([{ blacklisted: true, closed: 'writtenOff', lost: 521_000, listed, asked: 0 }])
  expect((await loanOf({ as }, loanId)).plans).toMatchObject([{ state: 'writtenOff', repayable: rupees('0') }])
})

test('the review of an operational write-off shows what would be lost, and changes nothing', async ({ as, given }) => {
  const [one, two] = [await owing({ given }), await owing({ given })]
  const selection = { listing: 'loans.orders', ids: [one.id, two.id] }
  const came = { ...slip, repaidOn: undefined, amount: rupees('210') }

  const whole = await as('manager').batches.preview({
    ...{ command: 'writeOffs.operational', selection, args: { reason: 'Deceased' } },
  })
  const less = await as('manager').batches.preview({
    command: 'writeOffs.operational',
    selection: { ...selection, ids: [one.id] },
    args: { reason: 'Deceased', ...came },
  })

  expect(whole).toMatchObject({ eligible: 2, effects: [{ of: 'loss', sums: [rupees('10420')] }] })
  expect(less).toMatchObject({ eligible: 1, effects: [{ of: 'loss', sums: [rupees('5000')] }] })
  expect((await loanOf({ as }, one.id)).plans).toMatchObject([{ state: 'overdue', repayable: rupees('5210') }])
})

test('it asks for a reason and for a proof of who one is, and takes what came in first', async ({
  as,
  given,
  server,
}) => {
  const loan = await owing({ given })
  const before = await books({ server })
  await expect(as('manager').writeOffs.operational({ ...loan, reason: 'x' })).rejects.toMatchObject({
    fault: 'step_up_needed',
  })
  await as('manager').session.prove({ proof: 'Lendline#1' })
  await expect(as('manager').writeOffs.operational({ ...loan, reason: ' ' })).rejects.toMatchObject({
    fields: [{ field: 'reason' }],
  })
  await expect(
    as('manager').writeOffs.operational({ ...loan, reason: 'x', amount: rupees('10') }),
  ).rejects.toMatchObject({ fields: [{ field: 'channel' }, { field: 'bankCode' }, { field: 'utr' }, { field: 'upi' }] })
  await expect(
    as('manager').writeOffs.operational({ ...loan, reason: 'x', ...slip, amount: rupees('5210.01') }),
  ).rejects.toMatchObject({ fault: 'more_than_repayable' })
  expect(await books({ server })).toEqual(before)

  await as('manager').writeOffs.operational({ ...loan, reason: 'x', ...slip, amount: rupees('210') })

  const [row] = (await as('manager').writeOffs.list({ q: '' })).rows
  expect(row).toMatchObject({ amount: rupees('210'), loss: rupees('5000') })
})

test('above one’s limit it is refused, an executive does it, and none ever waits', async ({ as, given }) => {
  const loan = await owing({ given }, { charged: { principal: 1_000_000 } })
  await as('manager').session.prove({ proof: 'Lendline#1' })
  await as('executive').session.prove({ proof: 'Lendline#1' })

  await expect(as('manager').writeOffs.operational({ ...loan, reason: 'x' })).rejects.toMatchObject({
    msg: 'Needs an executive: yours is up to ₹ 10,000',
  })
  expect((await as('executive').writeOffs.list({ q: '' })).rows).toEqual([])
  await as('executive').writeOffs.operational({ ...loan, reason: 'x' })
  await expect(as('ops').writeOffs.operational({ ...loan, reason: 'x' })).rejects.toMatchObject({ code: 403 })
})
