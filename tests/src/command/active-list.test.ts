import { expect, test } from 'vitest'
import { type ActiveList, activatePage, activePage } from '#src/command/active-list.ts'

const listOf = (noun: string): ActiveList => ({
  noun,
  listing: noun,
  target: () => null,
  clear() {},
  refetch() {},
  patch() {},
})

test('a page that leaves takes along what it brought, and nothing of the page that came before it had gone', () => {
  const [record, list] = [listOf('proofs'), listOf('proofs')]
  const leaveRecord = activatePage('proofs', record)

  // back to the list: it is in front before the page of its row has gone
  const leaveList = activatePage('proofs', list)
  leaveRecord()
  expect(activePage).toMatchObject({ id: 'proofs', list })

  leaveList()
  expect(activePage).toMatchObject({ id: null, list: null })
})
