import { expect } from 'vitest'
import { isListing } from '#contract/kernel/list.ts'
import { pages } from '#contract/menu.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { modules } from '#server/modules/index.ts'
import { roleMarks, roles } from '#server/seed/roles.ts'
import { grids } from '#src/catalogue.ts'
import { type Account, test } from '#tests/support/server.ts'

const ids = async (piles: Promise<{ piles: readonly { id: string }[] }>) => (await piles).piles.map(({ id }) => id)

/** What waits for somebody because it is theirs to do. Written down from the business, not from the rights. */
const own: Readonly<Record<string, readonly Account[]>> = {
  reviews: ['manager', 'reviewer'],
  reductions: ['executive', 'manager', 'leader'],
  writeOffs: ['executive', 'manager'],
  approvals: ['executive', 'manager'],
  proofs: ['executive', 'manager', 'ops', 'cs', 'leader'],
  cardChanges: ['executive', 'manager'],
  myCases: ['group', 'leader', 'collector'],
  unallocated: ['admin', 'manager', 'group', 'leader'],
  ticketsLate: ['admin', 'executive', 'manager', 'ops', 'cs', 'group', 'supervisor'],
  collectionTicketsLate: [
    ...(['admin', 'executive', 'manager', 'ops', 'cs', 'group', 'leader', 'collector', 'supervisor'] as const),
    'agency',
  ],
  jobsFailed: ['admin', 'executive', 'manager', 'ops'],
}

test.for(Object.entries(own))(
  '%s wait for those whose work that is, and for nobody else',
  async ([pile, who], { as }) => {
    const shown = await Promise.all(
      roleMarks.map(async (mark) => {
        const { account } = roles[mark]
        return (await ids(as(account).overview.waiting())).includes(pile) ? [account] : []
      }),
    )

    expect(shown.flat()).toEqual(who)
  },
)

test('every pile leads to a list that shows exactly as many rows', async ({ as, given, raw }) => {
  await given.loan()
  await given.loan({ state: 22 })
  await given.ticket()
  await given.case({ dueDate: '2026-03-10' as never })
  await given.case({ collector: 'leader' })
  const { listings } = registryOf(modules)

  for (const who of ['admin', 'manager', 'ops', 'leader', 'reviewer'] as const) {
    for (const { page, query, count, id } of (await as(who).overview.waiting()).piles) {
      const grid = grids.find((one) => one.page === page)
      const { listing } = listings.get(grid!.listing.id)!
      expect(isListing(listing) && page in pages, id).toBe(true)
      const { data } = await raw(`${listing.count.at}?q=${encodeURIComponent(query)}`, { who })
      expect([who, id, data]).toEqual([who, id, expect.objectContaining({ count })])
    }
  }
})

test('home counts what waits, of the lists one sees', async ({ as, given }) => {
  await given.loan()
  await given.ticket()

  const { piles } = await as('ops').overview.waiting()

  expect(piles.find(({ id }) => id === 'failedPayouts')).toMatchObject({ count: 1, page: 'failedPayouts' })
  expect(piles.find(({ id }) => id === 'tickets')).toMatchObject({ count: 1 })
  expect(await ids(as('collector').overview.waiting())).not.toContain('failedPayouts')
})

test.for([
  ['operation', 'OPS', 'ops', 'tickets'],
  ['collection', 'AG1', 'leader', 'collectionTickets'],
] as const)(
  'a ticket of the %s desk that was not answered in time is told there, until it is closed',
  async ([desk, departmentId, who, pile], { as, given, server }) => {
    const { id } = await given.ticket({ departmentId: departmentId as never })
    const { query } = server.app.database
    const count = async (of: string) =>
      (await as(who).overview.waiting()).piles.find((one) => one.id === of)?.count ?? null
    await query(`update tickets set desk = '${desk}', sla_due_at = '2026-03-10T06:01:00Z' where id = '${id}'`)
    expect([await count(pile), await count(`${pile}Late`)]).toEqual([1, 0])

    await query(`update tickets set sla_due_at = '2026-03-10T05:59:00Z' where id = '${id}'`)
    expect([await count(pile), await count(`${pile}Late`)]).toEqual([1, 1])

    await query(`update tickets set state = 'closed', closed_at = now() where id = '${id}'`)
    expect([await count(pile), await count(`${pile}Late`)]).toEqual([0, 0])
  },
)
