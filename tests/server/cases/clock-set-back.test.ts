import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import type { Instant, LocalDate, Version } from '#contract/kernel/values.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { allocate, crewOnDuty, query, waitingCases } from '#tests/server/case-allocations/support.ts'
import { collector } from '#tests/server/collectors/support.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'

const mine = collector('collector')
const [morning, hourBefore] = ['2026-03-10T06:00:00.000Z', '2026-03-10T05:00:00.000Z']

/** Holdings that end before they begin, and cases with two that are open or with none though somebody has them. */
const wrong = `select
  (select count(*) from case_holdings where until_at < from_at)::int as backward,
  (select count(*) from cases c where c.collector_id is not null and 1 <> (
    select count(*) from case_holdings h where h.case_id = c.id and h.until_at is null and h.collector_id = c.collector_id))::int as held`

test('a clock that is set back gives nothing out twice, and has nobody hold a case before it was theirs', async ({
  as,
  given,
  server,
  clock,
}) => {
  clock.set(morning)
  await crewOnDuty({ server })
  await waitingCases({ given }, [5_000, 4_000])
  expect(await allocate({ server })).toEqual({ done: 2, refused: 0 })

  clock.set(hourBefore)
  await waitingCases({ given }, [3_000])
  expect(await allocate({ server })).toEqual({ done: 1, refused: 0 })
  expect(await allocate({ server })).toEqual({ done: 0, refused: 0 })
  const rows = await server.app.database.db.select().from(caseRows).orderBy(caseRows.id)
  const { id, version } = rows.find(({ collectorId }) => String(collectorId) !== mine)!
  const terms = { caseType: 'collection', clients: 'both', kind: 'selected' } as const
  const moved = await as('manager').cases.transfer({ id, version: version as Version, to: mine, ...terms })
  await as('collector').followUps.add({
    ...{ id, version: moved.version, number: 'own', way: 'phone', result: 1, willingness: 2, remark: 'Pays tomorrow' },
    nextAt: '2026-03-11T04:30:00Z' as Instant,
    promises: [{ amount: money('100', 'INR'), promisedFor: '2026-03-11' as LocalDate }],
  })

  expect(await query({ server }, wrong)).toEqual([{ backward: 0, held: 0 }])
  clock.set(morning)
  const after = (await as('admin').cases.open({ q: '' })).rows
  expect(after.map((one) => one.id).toSorted()).toEqual(rows.map((one) => one.id))
  expect(after.find((one) => one.id === id)).toMatchObject({ promisedFor: '2026-03-11', lastResult: 1 })
})
