import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { rowsOf } from '#server/kernel/base/database.ts'
import { drawSample } from '#server/kernel/sampling/draw-sample.ts'
import { drawConductSample } from '#server/modules/conduct-checks/nightly.ts'
import { conductStrategy, type RecordedCall } from '#server/modules/conduct-checks/sample.ts'
import { conductDrawRows } from '#server/modules/conduct-checks/store.ts'
import { test } from '#tests/support/server.ts'
import { drawn, spoken, yesterday } from './support.ts'

test('at night the recorded calls of the day before are drawn, with rule and seed, each once however often it runs', async ({
  as,
  given,
  server,
}) => {
  const { callId, about } = await spoken({ given, server })
  await spoken({ given, server }, { at: new Date('2026-03-10T05:00:00Z') }) // today is not over

  const first = await drawConductSample(server.app)
  const second = await drawConductSample(server.app)

  expect([first.done, second.done]).toEqual([1, 0])
  const { rows } = await as('inspector').conductChecks.list({ q: '' })
  expect(rows).toMatchObject([
    {
      ...{ callId, caseId: about.id, loanId: about.loanId, state: 'notInspected', rule: 'newCollector' },
      ...{ collector: { id: 'S-collector' }, agency: { id: 'AG1' }, calledOn: '2026-03-09', seconds: 90 },
      ...{ recorded: true, inspector: null, outcome: null },
    },
  ])
  const kept = await server.app.database.query(`select * from conduct_draws`)
  expect(kept.rows).toMatchObject([{ seed: rows[0]!.seed, called: 1, drawn: 1, rules: { newCollectorCalls: 10 } }])
})

test('what was not spoken, not recorded, or is no matter of a debt is not drawn', async ({ given, server }) => {
  const { callId } = await spoken({ given, server })
  const { query } = server.app.database
  const after = async (change: string) => {
    await query(`update calls set ${change} where id = $1`, [callId])
    await query(`delete from conduct_draws`)
    return (await drawConductSample(server.app)).done
  }

  expect(await after(`recording = null, recording_key = null`)).toBe(0)
  expect(await after(`recording = 'R', answered_at = null`)).toBe(0)
  expect(await after(`answered_at = began_at, case_id = null`)).toBe(0)
})

test('the sample of a day is drawn again from what is kept of it', async ({ as, given, server }) => {
  await given.parameter('conduct.newCollectorCalls', 0)
  await given.parameter('conduct.sharePpm', 250_000)
  const { about } = await spoken({ given, server })
  for (let n = 1; n < 20; n++) await spoken({ given, server }, { about, at: new Date(yesterday.getTime() + n * 1_000) })

  await drawConductSample(server.app)

  const { rows } = await as('inspector').conductChecks.list({ q: '' })
  const all = await rowsOf<RecordedCall>(
    server.app.database.db,
    sql`select id, staff_id as "speakerId", 0 as before, false as complains from calls`,
  )
  const [kept] = await server.app.database.db.select().from(conductDrawRows)
  const again = drawSample(all, conductStrategy(kept!.rules), kept!.seed)
  expect(rows).toHaveLength(5)
  expect(new Set(again.map(({ id }) => id))).toEqual(new Set(rows.map(({ callId }) => callId)))
})

test('of every collector somebody is listened to; a customer who complains is always', async ({
  as,
  given,
  server,
}) => {
  await given.parameter('conduct.newCollectorCalls', 0)
  const one = await spoken({ given, server })
  await spoken({ given, server }, { who: 'leader', about: one.about })
  const other = await spoken({ given, server }, { at: new Date(yesterday.getTime() + 60_000) })
  const { version } = (await as('leader').cases.open({ q: `id:${other.about.id}` })).rows[0]!
  const complaint = { kind: 'complaint', title: 'Shouted at', content: 'Twice', priority: 'normal' } as const
  await as('leader').tickets.openForCase({ id: other.about.id, version, ...complaint })

  await drawConductSample(server.app)

  const { rows } = await as('inspector').conductChecks.list({ q: '' })
  expect(rows.map(({ rule, collector }) => `${rule} ${collector?.id}`).toSorted()).toEqual([
    ...['complaint S-collector', 'share S-collector', 'share S-leader'],
  ])
})

test('a collector is new until they have spoken so often before; nights without a run are caught up', async ({
  as,
  given,
  server,
  clock,
}) => {
  await given.parameter('conduct.sharePpm', 0)
  await given.parameter('conduct.newCollectorCalls', 2)
  const { about } = await spoken({ given, server })
  await drawConductSample(server.app)
  for (const at of ['2026-03-10T08:00:00Z', '2026-03-11T08:00:00Z'])
    await spoken({ given, server }, { about, at: new Date(at) })

  clock.set('2026-03-13T01:00:00Z')
  await drawConductSample(server.app)

  const { rows } = await as('inspector').conductChecks.list({ q: 'sort:calledAt' })
  expect(rows.map(({ calledOn }) => calledOn)).toEqual(['2026-03-09', '2026-03-10'])
  expect((await server.app.database.query(`select 1 from conduct_draws`)).rows).toHaveLength(4)
})

test('a recording that is still on its way is drawn, and waits for it', async ({ as, given, server }) => {
  const waiting = await drawn({ as, given, server }, { fetched: false })
  expect(waiting).toMatchObject({ recorded: false })
  expect((await as('inspector').conductChecks.claimNext()).check).toBeNull()

  await server.app.database.query(`update calls set recording_key = 'sample'`)

  expect((await as('inspector').conductChecks.claimNext()).check).toMatchObject({ id: waiting.id, recorded: true })
})
