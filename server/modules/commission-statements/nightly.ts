import { today } from '#server/kernel/base/clock.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { drawStatements, lastMonth } from './draw.ts'

/** Every night: draws up the statements of the months that are over, which is on the first of each, or once it was missed. */
export const drawCommission: TaskRunner = ({ database: { db }, clock }) =>
  db.transaction(async (tx) => {
    await setSessionVariables(tx, 'drawCommission')
    return { done: await drawStatements(tx, { through: lastMonth(today(clock, clock.now())) }, clock), refused: 0 }
  })
