import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { test, type World } from '#tests/support/server.ts'

const rupees = (amount: string) => money(amount, 'INR')
const slip = { channel: 'offline', bankCode: 'HDFC', upi: 'a@b', repaidOn: '2026-03-10' as never } as const
const outcomes = async (calls: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls)
  return settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { fault?: string }).fault))
}
const done = (ended: readonly (string | undefined)[]) => ended.filter((one) => one === 'done').length
const times = <Value>(count: number, make: (i: number) => Value) => Array.from({ length: count }, (_, i) => make(i))
/** What every order owes adds up, component by component. */
const unbalanced = async ({ server }: Pick<World, 'server'>) => {
  const { rows } = await server.app.database.query(
    `select id from plans where least(owed_minor, charged_penalty - paid_penalty - reduced_penalty - discounted_penalty - lost_penalty,
       charged_interest - paid_interest - reduced_interest - discounted_interest - lost_interest,
       charged_principal - paid_principal - lost_principal) < 0`,
  )
  return rows
}

test('of many who pass or reject one reduction at once one wins, and it is taken off once', async ({ as, given }) => {
  const plan = await given.plan()
  await as('cs').reductions.request({ id: plan.id, version: plan.version, amount: rupees('100'), reason: 'x' })
  const { id, version } = (await as('manager').reductions.list({ q: '' })).rows[0]!

  const ended = await outcomes([
    ...times(4, () => as('manager').reductions.pass({ id, version })),
    ...times(4, () => as('executive').reductions.reject({ id, version, note: 'x' })),
  ])

  expect(done(ended)).toBe(1)
  expect(new Set(ended)).toEqual(new Set(['done', 'stale_version']))
  const [row] = (await as('manager').reductions.list({ q: '' })).rows
  const [now] = (await as('ops').plans.list({ q: '' })).rows
  expect(now!.repayable).toEqual(rupees(row!.state === 'passed' ? '5110' : '5210'))
})

test('of two requests on one order at once one waits for a decision', async ({ as, given }) => {
  const plan = await given.plan()
  const loan = { id: plan.loanId, version: 2 as never }

  const ended = await outcomes([
    ...times(3, () =>
      as('cs').reductions.request({ id: plan.id, version: plan.version, amount: rupees('5'), reason: 'x' }),
    ),
    ...times(3, (i) => as('ops').writeOffs.partial({ ...loan, ...slip, utr: `10000000000${i}`, amount: rupees('5') })),
  ])

  expect(done(ended)).toBe(1)
})

test('one UTR is good for one write-off, however many file it at once', async ({ as, given }) => {
  const loans = []
  for (let i = 0; i < 6; i++) loans.push((await given.plan()).loanId)

  const ended = await outcomes(
    loans.map((id) =>
      as('ops').writeOffs.full({ id, version: 2 as never, ...slip, utr: '123456789012', amount: rupees('5210') }),
    ),
  )

  expect(done(ended)).toBe(1)
  expect(new Set(ended)).toEqual(new Set(['done', 'utr_used']))
})

test('a write-off, a reduction and an operational one at once leave the books balanced, and one of them ends the order', async ({
  as,
  given,
  server,
}) => {
  await as('executive').session.prove({ proof: 'Lendline#1' })
  for (let round = 0; round < 5; round++) {
    const plan = await given.plan()
    const utr = `20000000000${round}`
    await as('ops').writeOffs.full({ id: plan.loanId, version: 2 as never, ...slip, utr, amount: rupees('5210') })
    const [request] = (await as('manager').writeOffs.list({ q: 'state:pending' })).rows
    const { loan } = await as('ops').loans.detail({ id: plan.loanId })
    const { id, version } = request!

    const ended = await outcomes([
      as('manager').writeOffs.pass({ id, version }),
      as('executive').writeOffs.pass({ id, version }),
      as('executive').writeOffs.operational({ id: loan.id, version: loan.version, reason: 'x' }),
    ])

    expect(done(ended)).toBe(1)
    expect((await as('ops').loans.detail({ id: plan.loanId })).loan.state).toBe(40)
  }
  expect(await unbalanced({ server })).toEqual([])
})

test('one offer at a time, however many quote at once', async ({ as, given }) => {
  const { loanId } = await given.plan({ dueDate: '2026-03-07' as never, charged: { penalty: 7_500 } })

  const ended = await outcomes(times(6, () => as('ops').extensions.quote({ id: loanId, version: 2 as never })))

  expect(done(ended)).toBe(1)
  expect(new Set(ended)).toEqual(new Set(['done', 'quote_open']))
})

test('two runs of each job at once do every row once', async ({ as, given, server, clock }) => {
  for (let i = 0; i < 10; i++) {
    const plan = await given.plan()
    await as('cs').reductions.request({ id: plan.id, version: plan.version, amount: rupees('100'), reason: 'x' })
    const [row] = (await as('manager').reductions.list({ q: 'state:pending' })).rows
    await as('manager').reductions.pass({ id: row!.id, version: row!.version })
  }
  clock.set('2026-03-20T00:00:00Z')
  const lapse = server.app.taskRunners.get('lapseReductions')!

  const [one, two] = await Promise.all([lapse(server.app), lapse(server.app)])

  expect(one!.done + two!.done).toBe(10)
  const { rows } = await server.app.database.query(`select sum(reduced_penalty)::int as reduced from plans`)
  expect(rows).toEqual([{ reduced: 0 }])
  expect(await unbalanced({ server })).toEqual([])
})
