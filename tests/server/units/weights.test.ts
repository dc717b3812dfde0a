import { expect } from 'vitest'
import type { Input } from '#contract/kernel/endpoint.ts'
import type { units } from '#contract/units.ts'
import type { World } from '#tests/support/server.ts'
import { id, listed, recorded, test, unitOf } from './support.ts'

type Shares = Input<typeof units.setWeights>['shares']
type Here = Pick<World, 'as'>

/** What weights of the agencies are posted as, with some of them as they are to be. */
async function sharesOf({ as }: Here, changed: Record<string, Partial<Shares[number]>> = {}): Promise<Shares> {
  const { siblings } = await as('ops').units.siblings()
  return siblings.map(({ name: _, ...share }) => ({ ...share, ...changed[share.id] }))
}
const weights = async (here: Here) =>
  (await listed(here, 'kind:agency')).map((one) => `${one.id} ${one.weight}${one.locked ? ' locked' : ''}`)

test('the agencies are siblings, and the units below any of them', async ({ as }) => {
  expect(await as('ops').units.siblings()).toMatchObject({
    parent: null,
    siblings: [
      { id: 'AG1', name: 'In-house collections', weight: 50, locked: false, version: 1 },
      { id: 'AG2', weight: 30 },
      { id: 'AG3', weight: 20 },
    ],
  })
  expect(await as('leader').units.siblings({ parentId: id('AG1D1') })).toMatchObject({
    parent: { id: 'AG1D1' },
    siblings: [{ id: 'AG1A', weight: null }, { id: 'AG1B' }],
  })
  await expect(as('ops').units.siblings({ parentId: id('NONE') })).rejects.toMatchObject({ fault: 'unknown_unit' })
})

test('weights and locks of all agencies are set in one call, and are on the record', async ({ as, server }) => {
  const shares = await sharesOf({ as }, { AG1: { weight: 70 }, AG2: { locked: true }, AG3: { weight: 30 } })

  const { siblings } = await as('ops').units.setWeights({ shares })

  expect(await weights({ as })).toEqual(['AG1 70', 'AG2 30 locked', 'AG3 30'])
  expect(siblings.map(({ version }) => version)).toEqual([2, 2, 2])
  expect(await recorded({ server }, 'units.setWeights')).toEqual([
    {
      id: 'COL',
      before: {
        AG1: { weight: 50, locked: false },
        AG2: { weight: 30, locked: false },
        AG3: { weight: 20, locked: false },
      },
      after: {
        AG1: { weight: 70, locked: false },
        AG2: { weight: 30, locked: true },
        AG3: { weight: 30, locked: false },
      },
    },
  ])
})

test('groups of a department share its cases in the same way', async ({ as }) => {
  const { siblings } = await as('ops').units.siblings({ parentId: id('AG2D1') })
  const shares = siblings.map(({ name: _, ...share }, i) => ({ ...share, weight: [35, 65][i]! }))

  await as('ops').units.setWeights({ parentId: id('AG2D1'), shares })

  expect(await unitOf({ as }, 'AG2A')).toMatchObject({ weight: 35 })
  expect(await unitOf({ as }, 'AG2B')).toMatchObject({ weight: 65 })
  expect(await weights({ as })).toEqual(['AG1 50', 'AG2 30', 'AG3 20'])
})

test.for([
  [{ AG1: { weight: 49 } }, 'weights_not_full', 'shares.2.weight'],
  [{ AG3: { weight: 21 } }, 'weights_not_full', 'shares.2.weight'],
  [{ AG3: { locked: true } }, 'weights_not_full', 'shares.1.weight'],
  [{ AG1: { weight: null } }, 'weight_missing', 'shares.0.weight'],
  [{ AG2: { weight: null }, AG1: { weight: 80 } }, 'weight_missing', 'shares.1.weight'],
  [{ AG2: { weight: 101 } }, 'invalid', 'shares.1.weight'],
  [{ AG2: { weight: -1 } }, 'invalid', 'shares.1.weight'],
  [{ AG1: { weight: 49.5 } }, 'invalid', 'shares.0.weight'],
  [{ AG1: { locked: true }, AG2: { locked: true }, AG3: { locked: true } }, 'weights_not_full', 'shares'],
] as const)('weights with %j are refused: %s at %s', async ([changed, fault, field], { as }) => {
  const shares = await sharesOf({ as }, changed)

  await expect(as('ops').units.setWeights({ shares })).rejects.toMatchObject({ fault, fields: [{ field }] })

  expect(await weights({ as })).toEqual(['AG1 50', 'AG2 30', 'AG3 20'])
})

test('a locked agency needs no weight, and counts for nothing', async ({ as }) => {
  const shares = await sharesOf({ as }, { AG1: { weight: null, locked: true }, AG2: { weight: 80 } })

  await as('ops').units.setWeights({ shares })

  expect(await weights({ as })).toEqual(['AG1 null locked', 'AG2 80', 'AG3 20'])
})

test('exactly the siblings of today are weighed: none left out, none twice, none of elsewhere', async ({ as }) => {
  const [first, second, third] = await sharesOf({ as }, { AG1: { weight: 70 } })
  const group = { ...(await unitOf({ as }, 'AG1A')), weight: 0 }
  const wrong: Shares[] = [
    [first!, second!],
    [first!, second!, { ...second!, weight: 0 }],
    [first!, second!, { ...third!, weight: 0 }, group],
    [first!, second!, { ...third!, id: id('AG1A'), weight: 0 }],
  ]

  for (const shares of wrong) {
    await expect(as('ops').units.setWeights({ shares })).rejects.toMatchObject({ fault: 'other_siblings' })
  }

  expect(await weights({ as })).toEqual(['AG1 50', 'AG2 30', 'AG3 20'])
})

test('whoever has not seen a new agency, or a change of one, looks again', async ({ as }) => {
  const before = await sharesOf({ as })
  await as('ops').units.lock(await unitOf({ as }, 'AG2'))
  await expect(as('manager').units.setWeights({ shares: before })).rejects.toMatchObject({
    fault: 'siblings_stale',
    fields: [{ field: 'shares.1.version' }],
  })

  const seen = await sharesOf({ as }, { AG2: { locked: false } })
  await as('ops').units.add({ name: 'Fourth', external: true })

  await expect(as('manager').units.setWeights({ shares: seen })).rejects.toMatchObject({ fault: 'other_siblings' })
})

test('only who keeps the agencies sets weights, and only within reach', async ({ as, server }) => {
  const shares = await sharesOf({ as })
  await expect(as('executive').units.setWeights({ shares })).rejects.toMatchObject({ code: 403 })

  await server.app.database.query(
    `update role_grants set codes = codes | 2 where role_id = 'CTL' and page = 'agencies';
     update roles set version = version + 1 where id = 'CTL'`,
  )

  await expect(as('leader').units.setWeights({ shares })).rejects.toMatchObject({ fault: 'unknown_unit' })
  const own = await as('leader').units.siblings({ parentId: id('AG1D1') })
  const halves = own.siblings.map(({ name: _, ...share }) => ({ ...share, weight: 50 }))
  await as('leader').units.setWeights({ parentId: id('AG1D1'), shares: halves })
  expect(await unitOf({ as }, 'AG1B')).toMatchObject({ weight: 50 })
})

test('of two who save weights at once, one looks again', async ({ as }) => {
  const first = await sharesOf({ as }, { AG1: { weight: 60 }, AG2: { weight: 20 } })
  const second = await sharesOf({ as }, { AG1: { weight: 40 }, AG2: { weight: 40 } })

  const ended = await Promise.allSettled([
    as('ops').units.setWeights({ shares: first }),
    as('manager').units.setWeights({ shares: second }),
  ])

  const refused = ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { fault: string }).fault] : []))
  expect(refused).toEqual(['siblings_stale'])
  expect([
    ['AG1 60', 'AG2 20', 'AG3 20'],
    ['AG1 40', 'AG2 40', 'AG3 20'],
  ]).toContainEqual(await weights({ as }))
})
