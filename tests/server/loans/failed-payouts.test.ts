import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'

test('re-disbursing sends a failed pay-out again, as its next attempt', async ({ as, given }) => {
  const { id, version } = await given.loan({ attempts: 1 })

  const loan = await as('ops').loans.redisburse({ id, version })

  expect(loan).toMatchObject({ id, state: 29, attempts: 2 })
  const { payouts, timeline } = await as('ops').loans.detail({ id })
  expect(payouts.map(({ attempt, state }) => [attempt, state])).toEqual([
    [1, 'fail'],
    [2, 'paying'],
  ])
  expect(timeline.at(-1)).toMatchObject({ from: 31, to: 29, event: 'redisburse', actor: 'Operations' })
})

test('a page of failed pay-outs shows them masked, newest failure first', async ({ as, given }) => {
  await given.loan({ phone: '9876543210', failedAt: new Date('2026-03-09T00:00:00Z') })
  const newest = await given.loan({ failedAt: new Date('2026-03-10T00:00:00Z') })

  const { rows } = await as('ops').loans.failedPayouts({ q: '' })

  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ id: newest.id, state: 31, phone: '98****3210', account: '****0000', hours: 6 })
})
