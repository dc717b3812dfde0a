import './browser.ts'
import { expect } from 'vitest'
import { offerOf, possible } from '#src/command/offer.ts'
import { test } from './desk.ts'

test('what matches can be meant before a row of it has come; of rows that are known the server is not asked in vain', async ({
  desk,
  given,
}) => {
  const [failed, owed] = [await given.loan({ state: 31 }), await given.loan({ state: 30 })]
  await desk.sit('ops')
  const redisburse = desk.command('loans.redisburse')
  const can = async (id: string, rest: object = {}) => {
    const meant = { ...(await desk.mean('loans.applications', [id])), ...rest }
    return possible(offerOf(redisburse, meant), meant)
  }

  expect(await can(failed.id)).toBe(true)
  expect(await can(owed.id)).toBe(false)
  expect(await can(owed.id, { count: 164 })).toBe(true)
  expect(await can(owed.id, { count: 164, known: [] })).toBe(true)
  expect(await can(owed.id, { count: 0, known: [] })).toBe(false)
  expect(await can(owed.id, { count: 164, known: [], noun: 'cases' })).toBe(false)
})
