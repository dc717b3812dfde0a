import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { countDataUse } from '#server/modules/data-use/steps.ts'
import { reviewAccess } from './find.ts'

/** Every night: looks which access nobody seems to need, and counts who took how much personal data along. */
export const reviewAccessTask: TaskRunner = async (app) => {
  const { clock, registry, database } = app
  const now = clock.now()
  return database.db.transaction(async (tx) => {
    await setSessionVariables(tx, 'reviewAccess')
    const { found, settled } = await reviewAccess(tx, { clock, registry, now })
    const counted = await countDataUse(tx, app)
    return { done: found + settled + counted, refused: 0 }
  })
}
