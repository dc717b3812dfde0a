import { expect } from 'vitest'
import { sandboxMessageRows } from '#server/modules/sandbox/store.ts'
import { test } from '#tests/support/server.ts'

test('of many reminders to one customer at once, by hand, by a run and by the job, one is written and leaves', async ({
  as,
  given,
  server,
}) => {
  const first = await given.plan({ phone: '9000012345', state: 30, dueDate: '2026-03-10' as never })
  const { customerId } = (await as('ops').loans.detail({ id: first.loanId })).loan
  const second = await given.plan({ customerId, state: 30, dueDate: '2026-03-10' as never })
  const orders = await Promise.all([first, second].map(({ loanId }) => as('cs').loans.detail({ id: loanId })))
  const plans = (await as('ops').plans.list({ q: `loanId:${first.loanId},${second.loanId}` })).rows
  const job = server.app.taskRunners.get('sendMessages')!

  const [tally, ...byHand] = await Promise.allSettled([
    job(server.app),
    ...orders.flatMap(({ loan: { id, version } }) => [0, 1].map(() => as('cs').messages.remind({ id, version }))),
    ...plans.map(({ id, version }) => as('ops').messages.remindPlan({ id, version })),
  ])
  await server.dispatcher.flush()

  const faults = byHand.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { fault?: string }).fault] : []))
  const byJob = tally!.status === 'fulfilled' && (tally.value as { done: number }).done
  // a plan is locked before its order, an order before its plans: who meets the other way round may be told to come back
  expect(faults.filter((fault) => fault !== 'busy' && fault !== 'reminded_today')).toEqual([])
  expect([byHand.length - faults.length, byJob]).toEqual(byJob === 1 ? [0, 1] : [1, 0])
  expect(await server.app.database.db.select().from(sandboxMessageRows)).toHaveLength(1)
  const { rows } = await server.app.database.query(`select reminds::text from messages`)
  expect(rows).toEqual([{ reminds: '2026-03-10' }])
})
