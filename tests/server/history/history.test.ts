import { expect } from 'vitest'
import type { HistoryItem } from '#contract/history.ts'
import { test } from '#tests/support/server.ts'

const past = (minute: number, id = 'loans.redisburse'): HistoryItem => ({
  at: `2026-03-10T06:${String(minute % 60).padStart(2, '0')}:00.${String(minute).padStart(3, '0')}Z` as HistoryItem['at'],
  call: { v: 1, id, selection: { listing: 'loans.failedPayouts', ids: ['LN1'] }, args: { note: 'x' } },
  count: 1,
  names: { to: 'Operations' },
})

test('what somebody did comes back to them, the newest first, and to nobody else', async ({ as }) => {
  await as('ops').history.add({ past: [past(1), past(2, 'menu.plans')] })

  expect(await as('ops').history.list()).toEqual({ past: [past(2, 'menu.plans'), past(1)], pinned: [] })
  expect(await as('manager').history.list()).toEqual({ past: [], pinned: [] })
})

test('two hundred are kept', async ({ as }) => {
  for (let from = 0; from < 250; from += 50) {
    await as('ops').history.add({ past: Array.from({ length: 50 }, (_, i) => past(from + i, `a.${from + i}`)) })
  }

  const { past: kept } = await as('ops').history.list()

  expect(kept).toHaveLength(200)
})

test('more rows than there can be are refused by their field', async ({ as }) => {
  const refused = as('ops').history.add({ past: [{ ...past(1), count: 3_000_000_000 }] })

  await expect(refused).rejects.toMatchObject({ code: 400, fields: [{ field: 'past.0.count' }] })
})

test('what was done is told to no log', async ({ as, server }) => {
  await as('ops').history.add({ past: [past(1)] })

  const { rows } = await server.app.database.query(
    `select input::text as input from audit where command = 'history.add'`,
  )
  expect(rows).toEqual([{ input: expect.not.stringContaining('Operations') }])
})

test('what is pinned stays in the order it was pinned, until it is unpinned', async ({ as, clock }) => {
  const ops = as('ops').history
  for (const id of ['menu.plans', 'cases.end', 'loans.redisburse']) {
    clock.forward(1_000)
    await ops.pin({ id, pinned: true })
  }
  await ops.pin({ id: 'menu.plans', pinned: true })

  expect(await ops.pin({ id: 'cases.end', pinned: false })).toEqual({ pinned: ['menu.plans', 'loans.redisburse'] })
  expect((await as('manager').history.list()).pinned).toEqual([])
})

test('twenty can be pinned, and the twenty-first is refused and not kept', async ({ as }) => {
  for (let i = 0; i < 20; i++) await as('ops').history.pin({ id: `a.${i}`, pinned: true })

  await expect(as('ops').history.pin({ id: 'a.20', pinned: true })).rejects.toMatchObject({ fault: 'too_many_pinned' })
  expect((await as('ops').history.list()).pinned).toHaveLength(20)
})

test('a call of another version, or with more arguments than any has, is refused', async ({ as }) => {
  const add = (call: object) => as('ops').history.add({ past: [{ ...past(1), call: { ...past(1).call, ...call } }] })

  await expect(add({ v: 2 })).rejects.toMatchObject({ code: 400 })
  await expect(add({ args: { note: 'x'.repeat(5_000) } })).rejects.toMatchObject({ code: 400 })
})
