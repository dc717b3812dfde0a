import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { staffId } from '#server/seed/foundation.ts'
import { test, type World } from '#tests/support/server.ts'

const stageOf = async ({ as }: Pick<World, 'as'>, code: string) =>
  (await as('admin').stages.list({ q: `id:${code}` })).rows[0]!
const found = async ({ as }: Pick<World, 'as'>, q: string) =>
  (await as('admin').cases.open({ q })).rows.map(({ stage }) => stage.id)

test('a stage that is renamed shows its new name on cases at once, and is found by it and by its id', async ({
  as,
  given,
  raw,
}) => {
  await given.case({ collector: 'collector' })
  const { openCases: _, createdAt: __, changedBy: ___, ...s1 } = await stageOf({ as }, 'S1')

  await as('ops').stages.edit({ ...s1, name: 'First week' })

  const { rows } = await as('admin').cases.open({ q: 'stage:S1' })
  expect(rows).toMatchObject([{ stage: { id: 'S1', name: 'First week' } }])
  expect(await found({ as }, 'stage:"first week"')).toEqual(['S1'])
  expect(await found({ as }, 'stage:M1,S1')).toEqual(['S1'])
  expect(await found({ as }, 'stage:s1')).toEqual(['S1'])
  expect(await found({ as }, 'stage:Fir*')).toEqual(['S1'])
  expect(await found({ as }, '-stage:S1')).toEqual([])
  const suggested = await raw('GET /cases/open/facet?q=&field=stage&prefix=fir', { who: 'admin' })
  expect(suggested.data).toEqual({ values: [{ value: 'S1', label: 'First week', count: 1 }] })
})

test('a filter by stage finds the whole id or name, not a part of another', async ({ as, given }) => {
  await given.case({ collector: 'collector' })
  const details = { addressBookVisible: false, rollPolicy: 'reallocate', capacity: null } as const
  await as('ops').stages.add({ code: 'S10', name: 'S10', firstDay: 91, lastDay: 95, ...details })

  expect(await found({ as }, 'stage:S10')).toEqual([])
  expect(await found({ as }, 'stage:S')).toEqual([])
})

test('a transfer shows the id of a stage that was deleted since', async ({ as, given }) => {
  const { id, version } = await given.case()
  const to = staffId('collector') as string as IdOf<'collector'> // one of those who may have cases
  await as('leader').cases.transfer({ id, version, to, kind: 'selected' })
  const [open] = (await as('admin').cases.open({ q: '' })).rows
  await as('admin').cases.end({ ...open!, reason: 'cancelled' })

  await as('admin').stages.remove(await stageOf({ as }, 'S1'))

  const { rows } = await as('leader').caseTransfers.list({ q: 'stage:S1' })
  expect(rows).toMatchObject([{ stage: { id: 'S1', name: 'S1' }, caseKind: 'overdue' }])
})
