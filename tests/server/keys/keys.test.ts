import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'

test('keys are as declared until somebody changes theirs, and then theirs alone', async ({ as }) => {
  expect(await as('ops').keySettings.get()).toEqual({ keys: {}, bare: true })

  await as('ops').keySettings.set({ keys: { 'loans.redisburse': ['m'], 'grid.down': ['n', 'down'] }, bare: false })
  await as('ops').keySettings.set({ keys: { 'loans.redisburse': ['m'], 'grid.peek': [] }, bare: false })

  expect(await as('ops').keySettings.get()).toEqual({
    keys: { 'loans.redisburse': ['m'], 'grid.peek': [] },
    bare: false,
  })
  expect(await as('manager').keySettings.get()).toEqual({ keys: {}, bare: true })
})

test('more keys than anybody has are refused', async ({ as }) => {
  const keys = Object.fromEntries(Array.from({ length: 301 }, (_, i) => [`a.${i}`, ['m']]))

  await expect(as('ops').keySettings.set({ keys, bare: true })).rejects.toMatchObject({ code: 400 })
  await expect(as('ops').keySettings.set({ keys: { a: ['x'.repeat(21)] }, bare: true })).rejects.toMatchObject({
    code: 400,
  })
})
