import { expect } from 'vitest'
import { rupees } from '#tests/server/coupons/support.ts'
import { test } from '#tests/support/server.ts'

test('whoever passes reductions at once stays within the limit of a day', async ({ as, given, server }) => {
  await given.parameter('reduction.dailyMaxMinor', 15_000)
  const rows = []
  for (let i = 0; i < 6; i++) {
    const { id, version } = await given.plan()
    await as('cs').reductions.request({ id, version, amount: rupees('100'), reason: 'x' })
  }
  rows.push(...(await as('manager').reductions.list({ q: '' })).rows)
  await Promise.allSettled(rows.map(({ id, version }) => as('manager').reductions.pass({ id, version })))
  const { rows: passed } = await server.app.database.query(
    `select coalesce(sum(amount_minor), 0)::int as minor from reductions where state = 'passed'`,
  )
  expect(passed).toEqual([{ minor: 10_000 }])
})

test('one run of reductions stays within the limit of a day', async ({ as, given, server }) => {
  await given.parameter('reduction.dailyMaxMinor', 15_000)
  for (let i = 0; i < 6; i++) {
    const { id, version } = await given.plan()
    await as('cs').reductions.request({ id, version, amount: rupees('100'), reason: 'x' })
  }
  const selection = { listing: 'reductions.list', query: '', asOf: '2026-03-10T06:00:00.000Z' as never, excluded: [] }
  const preview = await as('manager').batches.preview({ command: 'reductions.pass', selection, args: {} })
  const run = await as('manager').batches.run({ id: preview.id })
  const { rows } = await server.app.database.query(
    `select coalesce(sum(amount_minor), 0)::int as minor from reductions where state = 'passed'`,
  )
  expect({ eligible: preview.eligible, success: run.success, rows }).toEqual({
    eligible: 1,
    success: 1,
    rows: [{ minor: 10_000 }],
  })
})
