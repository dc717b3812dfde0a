import { addDays } from '#contract/kernel/calendar.ts'
import { today } from '#server/kernel/base/clock.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { addMissing, lockSettlements, matchLeft } from './steps.ts'

/** So many days back a payment that was written down late is still looked for in the files of its day. */
const lookBackDays = 45

/** Every night, before days are closed: what came late closes what was left of files, and what files should name is listed. */
export const matchSettlements: TaskRunner = ({ database: { db }, clock }) =>
  db.transaction(async (tx) => {
    await setSessionVariables(tx, 'matchSettlements', 'lists')
    await lockSettlements(tx)
    const to = today(clock, clock.now())
    const matched = await matchLeft(tx)
    const missing = await addMissing(tx, { from: addDays(to, -lookBackDays), to }, clock)
    return { done: matched + missing, refused: 0 }
  })
