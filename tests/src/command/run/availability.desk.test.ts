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

test('what the console does by itself it does to the rows that are loaded, and no more than it says', async ({
  desk,
}) => {
  await desk.sit('admin')
  const download = desk.command('failedMessages.download')
  const row = { id: '1', version: 1 }
  const target = {
    ...{ noun: 'failedMessages', listing: 'failedMessages.list', marked: true, query: null },
    selection: { listing: 'failedMessages.list', ids: ['1', '2'] },
  }
  const offer = (count: number, loadedRows: object[]) =>
    availabilityOf(download, { ...target, count, loadedRows: loadedRows as never[] })

  expect(offer(2, [row, { ...row, id: '2' }])).toMatchObject({ eligible: 2, refused: null })
  expect(offer(3, [row, row])).toMatchObject({ eligible: 0, refused: { fault: 'too_many_rows', values: { max: 2 } } })
  const many = Array.from({ length: 501 }, (_, i) => ({ ...row, id: String(i) }))
  expect(offer(501, many)).toMatchObject({ eligible: 0, refused: { values: { count: 501, max: 500 } } })
})
