import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { collectorStageRows } from '#server/modules/collectors/store.ts'
import { dutyOf } from '#server/modules/duty/steps.ts'
import { addDuty } from '#server/seed/duty.ts'
import { staffOf } from '#server/seed/staff.ts'
import { test } from '#tests/support/server.ts'
import { lineOf, sunday, tuesday } from '../duty/support.ts'

test('in the demo most work from Monday to Saturday, a fifth on Sunday, and one stage has nobody next Sunday', async ({
  as,
  server,
}) => {
  const { db } = server.app.database
  const collectors = staffOf('COL').map(({ id }) => id as string as IdOf<'collector'>) // the same people
  await db.delete(collectorStageRows) // tests have them as collectors of every stage
  await db.insert(collectorStageRows).values(
    collectors.flatMap((collectorId, nth) =>
      [nth % 2 === 0 ? 'S1' : 'S2', ...(nth % 4 === 0 ? ['M1'] : [])].map((stage) => ({
        collectorId,
        stage: stage as IdOf<'stage'>,
      })),
    ),
  )

  await addDuty(db, { today: tuesday })

  const onSunday = await dutyOf(db, sunday)
  const having = (stage: string) => (nth: number) =>
    stage === 'M1' ? nth % 4 === 0 : nth % 2 === (stage === 'S1' ? 0 : 1)
  const count = (stage: string) =>
    collectors.filter((id, nth) => having(stage)(nth) && onSunday.get(id as string as IdOf<'staff'>) === 'work').length
  expect(count('M1')).toBe(0)
  expect(count('S1') + count('S2')).toBeGreaterThan(0)
  expect(lineOf(await as('manager').duty.week(), 'cs')).toBe('WWWWWW–')
})
