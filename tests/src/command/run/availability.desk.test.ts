import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { availabilityOf, isAvailable } from '#src/command/run/availability.ts'
import { test } from '#tests/src/command/desk.ts'

test('what matches can be meant before a row of it has come; of rows that are known the server is not asked in vain', async ({
  desk,
  given,
}) => {
  const [failed, owed] = [await given.loan({ state: 31 }), await given.loan({ state: 30 })]
  await desk.sit('ops')
  const redisburse = desk.command('loans.redisburse')
  const can = async (id: string, rest: object = {}) => {
    const target = { ...(await desk.mean('loans.applications', [id])), ...rest }
    return isAvailable(availabilityOf(redisburse, target), target)
  }

  expect(await can(failed.id)).toBe(true)
  expect(await can(owed.id)).toBe(false)
  expect(await can(owed.id, { count: 164 })).toBe(true)
  expect(await can(owed.id, { count: 164, loadedRows: [] })).toBe(true)
  expect(await can(owed.id, { count: 0, loadedRows: [] })).toBe(false)
  expect(await can(owed.id, { count: 164, loadedRows: [], noun: 'cases' })).toBe(false)
})
