import { expect, onTestFinished } from 'vitest'
import { toInstant } from '#contract/kernel/calendar.ts'
import { today } from '#server/kernel/base/clock.ts'
import { openCases } from '#server/modules/cases/steps/cases.ts'
import { openAgain } from '#tests/support/database.ts'
import { test, type World } from '#tests/support/server.ts'

const stageOf = async ({ as }: Pick<World, 'as'>, code: string) =>
  (await as('admin').stages.list({ q: `id:${code}` })).rows[0]!

/** Waits until somebody waits for a lock that is no row's. */
const waits = ({ server }: Pick<World, 'server'>) =>
  expect
    .poll(async () => {
      const { rows } = await server.app.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      )
      return rows.length
    })
    .toBe(1)

test('a stage is not deleted while a case comes into it', async ({ as, given, server, clock }) => {
  const { id: loanId } = await given.loan({ state: 50 })
  const s1 = await stageOf({ as }, 'S1')
  const night = await openAgain(server.app.database)
  onTestFinished(() => night.close())
  const at = { day: today(clock, clock.now()), at: new Date(toInstant(clock.now())) }

  const removed = await night.db.transaction(async (tx) => {
    await openCases(tx, [{ loanId, overdueDays: 5 }], at)
    const pending = as('admin').stages.remove(s1)
    pending.catch(() => {}) // looked at below
    await waits({ server })
    return { pending }
  })

  await expect(removed.pending).rejects.toMatchObject({ fault: 'stage_has_cases', values: { count: 1 } })
  expect(await stageOf({ as }, 'S1')).toMatchObject({ firstDay: 3, lastDay: 7, openCases: 1 })
})

/** As a person who is told that somebody else holds the row: asks again. On a busy machine a lock may be waited for too long. */
const patiently = <Result>(ask: () => Promise<Result>): Promise<Result> =>
  ask().catch((error: { fault?: string }) => {
    if (error.fault === 'busy') return patiently(ask)
    throw error
  })

test('of two who change neighbours at once, holding a row each, one changes both and the other looks again', async ({
  as,
}) => {
  for (let round = 0; round < 5; round++) {
    const [s1, s2] = [await stageOf({ as }, 'S1'), await stageOf({ as }, 'S2')]

    const ended = await Promise.allSettled([
      patiently(() => as('ops').stages.edit({ ...s1, lastDay: 8 + (round % 3) })),
      patiently(() => as('manager').stages.edit({ ...s2, firstDay: 5 + (round % 2) })),
    ])

    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { fault: string }).fault] : []))
    expect(refused).toEqual(['stale_version'])
    const [after, next] = [await stageOf({ as }, 'S1'), await stageOf({ as }, 'S2')]
    expect(next.firstDay).toBe(after.lastDay! + 1)
  }
})
