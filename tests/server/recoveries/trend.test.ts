import { expect } from 'vitest'
import { differencesIn } from '../reports/support.ts'
import { held, later, pay, test } from './support.ts'

test('the recovery trend tells what came to collection and what came in of it, by day, stage and agency', async ({
  as,
  given,
  server,
  clock,
  tokenOf,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await later(here, 1)
  await pay(here, loanId, 421_000)
  await later(here, 1)

  const { rows, total } = await as('executive').recoveries.trend({ by: 'agency' })
  const days = await as('executive').recoveries.trend({})

  expect(total).toMatchObject({
    ...{ cases: { value: 1 }, overdueIn: { value: 500_000 }, payments: { value: 1 }, letOff: { value: 0 } },
    recovered: { value: 421_000, per: null, rows: 1 },
    average: { value: 421_000, per: 1 },
  })
  expect(rows).toMatchObject([{ value: 'AG1', cells: total }])
  const performance = await as('executive').collectionActivities.performance({})
  expect(total.recoveryRate).toEqual(performance.total.recoveredPrincipal)
  expect(total.overdueIn).toEqual(performance.total.principal)
  // what came in on a day without a case is a rate of nothing
  expect(days.rows.map(({ value, cells }) => [value, cells.overdueIn?.value, cells.recoveryRate])).toEqual([
    ['2026-03-11', 0, null],
    ['2026-03-10', 500_000, { value: 0, per: 500_000, rows: 0 }],
  ])
  expect(await differencesIn({ server, tokenOf }, 'recoveries.trend', { by: 'stage', grain: 'day' })).toEqual([])
})
