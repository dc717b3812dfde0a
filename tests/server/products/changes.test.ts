import { expect } from 'vitest'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Account, test, type World } from '#tests/support/server.ts'

const productId = 'IN-7' as IdOf<'product'>
const today = '2026-03-10' as LocalDate

const rowOf = async ({ as }: Pick<World, 'as'>) => (await as('ops').products.list({ q: 'id:IN-7' })).rows[0]!
const graceOf = async ({ as }: Pick<World, 'as'>) =>
  (await as('cs').products.penalty({ productId })).inForce!.value.graceDays
/** Has somebody ask for so many days of grace. */
const propose = async ({ as }: Pick<World, 'as'>, graceDays: number, who: Account = 'ops', effectiveFrom = today) => {
  const { inForce } = await as('ops').products.penalty({ productId })
  const { id, version } = await rowOf({ as })
  return as(who).products.editPenalty({ id, version, penalty: { ...inForce!.value, graceDays }, effectiveFrom })
}
const revisionsOf = async ({ as }: Pick<World, 'as'>) => (await as('cs').products.history({ productId })).revisions

test('a change of terms counts once a second person has approved it, and its history says who', async ({
  as,
  given,
}) => {
  await given.product()
  const filed = await propose({ as }, 3)
  expect(filed.waiting).toBe(1)
  expect(await graceOf({ as })).toBe(0)
  expect((await as('cs').products.penalty({ productId })).waiting).toMatchObject({ madeBy: 'Operations' })

  const passed = await as('executive').products.pass({ id: filed.id, version: filed.version, note: 'Agreed' })

  expect(passed.waiting).toBe(0)
  expect(await graceOf({ as })).toBe(3)
  expect((await revisionsOf({ as }))[0]).toMatchObject({
    ...{ state: 'passed', inForce: true, madeBy: 'Operations', checkedBy: 'Executive', note: 'Agreed' },
    changes: [{ level: null, field: 'graceDays', before: '0', after: '3' }],
  })
})

test('terms that hold already are no change, on the day they hold; on another day they may be one', async ({
  as,
  given,
}) => {
  await given.product()
  await given.parameter('products.fourEyes', false)
  const next = '2026-04-01' as LocalDate

  await expect(propose({ as }, 0)).rejects.toMatchObject({ fault: 'nothing_changed' })
  expect(await revisionsOf({ as })).toHaveLength(3)

  await propose({ as }, 3, 'ops', next)
  await expect(propose({ as }, 0)).rejects.toMatchObject({ fault: 'nothing_changed' })
  await expect(propose({ as }, 0, 'ops', '2026-05-01' as LocalDate)).resolves.toMatchObject({ waiting: 0 })
})

test('what is rejected never counts, and the same part can be changed anew', async ({ as, given }) => {
  await given.product()
  const { id, version } = await propose({ as }, 3)

  const row = await as('executive').products.reject({ id, version, note: 'Too long' })

  expect(row.waiting).toBe(0)
  expect(await graceOf({ as })).toBe(0)
  expect((await revisionsOf({ as }))[0]).toMatchObject({ state: 'rejected', inForce: false, note: 'Too long' })
  expect((await propose({ as }, 1, 'manager')).waiting).toBe(1)
})

test('only an executive approves, nobody their own, and only its maker takes a change back', async ({ as, given }) => {
  await given.product()
  const { id, version } = await propose({ as }, 3)
  const change = { id, version }

  for (const who of ['ops', 'manager', 'admin', 'cs'] as const) {
    await expect(as(who).products.pass(change), who).rejects.toMatchObject({ code: 403 })
  }
  await expect(as('manager').products.withdraw(change)).rejects.toMatchObject({ fault: 'not_own_request' })
  const withdrawn = await as('ops').products.withdraw(change)

  expect(withdrawn.waiting).toBe(0)
  expect((await revisionsOf({ as }))[0]).toMatchObject({
    state: 'rejected',
    note: 'withdrawnByMaker',
  })
  const over = as('executive').products.pass({ id, version: withdrawn.version })
  await expect(over).rejects.toMatchObject({ fault: 'nothing_waits' })
})

test('whoever may both change and approve does not approve what they have changed', async ({ as, given, server }) => {
  await given.product()
  const { id, version } = await propose({ as }, 3)
  // as if their role had given them both
  await server.app.database.query(
    `update product_terms set maker_id = (select id from staff where account = 'executive') where state = 'pending'`,
  )

  const own = as('executive').products.pass({ id, version })

  await expect(own).rejects.toMatchObject({ fault: 'own_request' })
  await expect(as('executive').products.reject({ id, version, note: 'x' })).rejects.toMatchObject({
    fault: 'own_request',
  })
  expect(await graceOf({ as })).toBe(0)
})

test('a part has one change at a time that waits; another part may wait beside it', async ({ as, given }) => {
  await given.product()
  await propose({ as }, 3)

  await expect(propose({ as }, 4, 'manager')).rejects.toMatchObject({ fault: 'change_waits' })
  const { inForce } = await as('ops').products.extension({ productId })
  const { id, version } = await rowOf({ as })
  const extension = { ...inForce!.value, timesMax: 1 }
  const row = await as('manager').products.editExtension({ id, version, extension, effectiveFrom: today })

  expect(row.waiting).toBe(2)
  expect((await as('executive').products.list({ q: 'waiting>0' })).rows).toHaveLength(1)
  const { piles } = await as('executive').overview.waiting()
  expect(piles.find((pile) => pile.id === 'productChanges')?.count).toBe(1)
})

test('a change approved after its day counts from the day of its approval, not before', async ({
  as,
  given,
  clock,
}) => {
  await given.product()
  const { id, version } = await propose({ as }, 3)
  clock.forward(2 * 86_400_000)

  await as('executive').products.pass({ id, version })

  expect((await revisionsOf({ as }))[0]).toMatchObject({ effectiveFrom: '2026-03-12', inForce: true })
})

test('an approved change for a later day counts from that day', async ({ as, given, clock }) => {
  await given.product()
  const { id, version } = await propose({ as }, 3, 'ops', '2026-03-15' as LocalDate)
  const row = await as('executive').products.pass({ id, version })

  expect(row.changesOn).toBe('2026-03-15')
  expect(await graceOf({ as })).toBe(0)
  clock.forward(5 * 86_400_000)
  const { inForce } = await as('supervisor').products.penalty({ productId })
  expect(inForce!.value.graceDays).toBe(3)
})

test('a new product cannot be offered before its terms are approved', async ({ as, given }) => {
  await given.product()
  const { id, version } = await rowOf({ as })
  await as('ops').products.copy({ id, version, code: 'IN-7B', name: 'Copy' })
  const [copy] = (await as('ops').products.list({ q: 'id:IN-7B' })).rows
  expect(copy).toMatchObject({ waiting: 3, apr: null })
  const enable = { id: copy!.id, version: copy!.version, state: 'enabled' as const }

  await expect(as('admin').products.setState(enable)).rejects.toMatchObject({ fault: 'product_without_terms' })
  const passed = await as('executive').products.pass({ id: copy!.id, version: copy!.version })
  const enabled = await as('admin').products.setState({ ...enable, version: passed.version })

  expect(enabled).toMatchObject({ state: 'enabled', waiting: 0, apr: 9_631_100 })
})
