import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { queryClient } from '#src/call/query-client.ts'
import { helpSections } from '#src/command/keymap/help-lines.ts'
import { availabilityOf, isAvailable } from '#src/command/run/availability.ts'
import { startCommand } from '#src/command/run/executor.ts'
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

test('where no row is meant, the list that a command has its right on is named', async ({ desk, given }) => {
  await given.loan({ state: 31 })
  await desk.sit('ops')
  const elsewhere = (id: string) => availabilityOf(desk.command(id), null).refused

  expect(elsewhere('loans.redisburse')).toMatchObject({ values: { list: { value: 'failedPayouts' } } })
  expect(elsewhere('tickets.open')).toMatchObject({ fault: 'other_rows', values: { list: { value: 'applications' } } })
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

test('whoever is on no call cannot hang up: the help tells why, the key as well, and nothing is sent', async ({
  desk,
}) => {
  await desk.sit('collector')
  const hangUp = desk.command('calls.hangUp')
  const told = () =>
    helpSections([], { target: null, page: null })
      .flatMap(({ lines }) => lines)
      .find(({ id }) => id === hangUp.id)?.off
  const key = ['calls', calls.current.id, {}]

  expect(told()).toBeNull()
  queryClient.setQueryData(key, { call: null })
  expect(told()).toBe('off, because: You are not on a call')
  await startCommand(hangUp)
  expect(desk.said()).toEqual(['You are not on a call'])
  queryClient.setQueryData(key, { call: { state: 'ended' } })
  expect(told()).toBe('off, because: You are not on a call')
  queryClient.setQueryData(key, { call: { state: 'ringing' } })
  expect(told()).toBeNull()
  expect(desk.sent).toEqual([])
})
