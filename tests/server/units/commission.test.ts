import { expect } from 'vitest'
import type { IdOf, LocalDate, Rate } from '#contract/kernel/values.ts'
import type { World } from '#tests/support/server.ts'
import { id, recorded, test, unitOf } from './support.ts'

const day = (text: string) => text as LocalDate
const set = async ({ as }: Pick<World, 'as'>, code: string, [stage, percent, from]: [string, number, string]) =>
  as('ops').units.setCommission({
    ...(await unitOf({ as }, code)),
    ...{ stage: stage as IdOf<'stage'>, rate: (percent * 10_000) as Rate, from: day(from) },
  })
const ratesOf = async ({ as }: Pick<World, 'as'>, code: string) =>
  (await as('ops').units.commission({ id: id(code) })).rates

test('a rate counts from a day on; what will be next is told, and what was stays written down', async ({
  as,
  server,
}) => {
  await set({ as }, 'AG2', ['M1', 12.5, '2026-01-01'])
  await set({ as }, 'AG2', ['S1', 3, '2026-03-10'])
  await set({ as }, 'AG2', ['M1', 11, '2026-03-01'])
  await set({ as }, 'AG2', ['M1', 10, '2026-04-01'])
  await set({ as }, 'AG2', ['M2', 20, '2026-04-01'])

  expect(await ratesOf({ as }, 'AG2')).toEqual([
    { stage: 'S1', rate: 30_000, since: '2026-03-10', nextRate: null, nextFrom: null },
    { stage: 'M1', rate: 110_000, since: '2026-03-01', nextRate: 100_000, nextFrom: '2026-04-01' },
    { stage: 'M2', rate: null, since: null, nextRate: 200_000, nextFrom: '2026-04-01' },
  ])
  expect(await ratesOf({ as }, 'AG3')).toEqual([])
  const { rows } = await server.app.database.query('select 1 from commission_rates')
  expect(rows).toHaveLength(5)
  expect((await recorded({ server }, 'units.setCommission'))[2]).toMatchObject({ id: 'AG2' })
})

test.for([
  ['AG2', ['M1', 5, '2026-03-01'], 'rate_not_newest', 'from'],
  ['AG2', ['M1', 5, '2026-02-28'], 'rate_not_newest', 'from'],
  ['AG2', ['NONE', 5, '2026-03-01'], 'unknown_stage', 'stage'],
  ['AG2', ['M1', 100.5, '2026-04-01'], 'invalid', 'rate'],
  ['AG2', ['M1', -1, '2026-04-01'], 'invalid', 'rate'],
] as const)('for %s a rate of %j is refused: %s at %s', async ([code, rate, fault, field], { as }) => {
  await set({ as }, 'AG2', ['M1', 12.5, '2026-03-01'])

  await expect(set({ as }, code, [...rate])).rejects.toMatchObject({ fault, fields: [{ field }] })

  expect(await ratesOf({ as }, 'AG2')).toHaveLength(1)
})

test('only an agency is paid, by whoever keeps them; its own people see what', async ({ as }) => {
  await expect(set({ as }, 'AG2A', ['M1', 5, '2026-03-01'])).rejects.toMatchObject({ fault: 'not_an_agency' })
  await set({ as }, 'AG2', ['M1', 5, '2026-03-01'])
  await set({ as }, 'AG1', ['M1', 4, '2026-03-01'])

  expect((await as('leader').units.commission({ id: id('AG1') })).rates).toHaveLength(1)
  expect((await as('leader').units.commission({ id: id('AG2') })).rates).toEqual([])
  const asked = {
    ...(await unitOf({ as }, 'AG1')),
    stage: 'S1' as IdOf<'stage'>,
    rate: 1 as Rate,
    from: day('2026-04-01'),
  }
  await expect(as('leader').units.setCommission(asked)).rejects.toMatchObject({ code: 403 })
})

test('stages are offered in the order of their days', async ({ as }) => {
  const { found } = await as('ops').references.search({ kind: 'stage', text: '' })

  expect(found.map(({ id: stage }) => stage)).toEqual(['T0', 'T1', 'T2', 'S1', 'S2', 'M1', 'M2', 'M3'])
})
