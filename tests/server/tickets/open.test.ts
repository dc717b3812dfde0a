import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'

const asked = { kind: 'payout', title: 'Card is wrong', content: 'Please ask for another', priority: 'high' } as const

test('a ticket about an order goes to its department, says who asks, and is due within the time that was promised', async ({
  as,
  given,
}) => {
  const { id, version } = await given.loan({ state: 31 })

  await as('cs').tickets.open({ id, version, ...asked })

  const { rows } = await as('ops').tickets.operation({ q: `loanId:${id}` })
  expect(rows).toMatchObject([
    {
      ...asked,
      ...{ loanId: id, state: 'notFollowed', source: 'staff', createdBy: { id: 'S-cs' }, processor: null },
      slaDueAt: '2026-03-10T10:00:00Z',
    },
  ])
})

test('whoever only looks at tickets opens none, and one without a title is refused by its field', async ({
  as,
  given,
}) => {
  const { id, version } = await given.loan({ state: 31 })

  await expect(as('executive').tickets.open({ id, version, ...asked })).rejects.toMatchObject({ code: 403 })
  await expect(as('cs').tickets.open({ id, version, ...asked, title: ' ' })).rejects.toMatchObject({
    fault: 'invalid',
    fields: [{ field: 'title' }],
  })
  expect((await as('ops').tickets.operation({ q: '' })).rows).toEqual([])
})

test('tickets are sorted by how much they press, page by page, not by what that is called', async ({ as, given }) => {
  for (const priority of ['high', 'low', 'urgent', 'normal'] as const) {
    const { id, version } = await given.loan({ state: 31 })
    await as('cs').tickets.open({ id, version, ...asked, priority })
  }
  const listed = async (input: { q: string; from?: number }) =>
    (await as('ops').tickets.operation({ ...input, size: 2 })).rows.map(({ priority }) => priority)

  expect(await listed({ q: 'sort:priority-' })).toEqual(['urgent', 'high'])
  expect(await listed({ q: 'sort:priority-', from: 2 })).toEqual(['normal', 'low'])
  expect(await listed({ q: 'sort:priority' })).toEqual(['low', 'normal'])
  expect((await as('ops').tickets.operation({ q: 'priority:high,urgent' })).rows).toHaveLength(2)
})
