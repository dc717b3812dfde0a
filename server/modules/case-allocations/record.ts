import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AssignedCase } from '#server/modules/cases/steps/assign.ts'
import type { StagePlan, Turn } from './plan.ts'
import {
  allocationPersonRows,
  allocationShareRows,
  allocationStageRows,
  type caseAllocationRows,
  caseAssignmentRows,
} from './store.ts'

export type StoredAllocation = typeof caseAllocationRows.$inferSelect

const countOf = <One>(all: readonly One[], is: (one: One) => boolean): number => all.filter(is).length

/** For how many more there is room once the turns are over; none: for any number. */
function roomLeft({ people }: StagePlan): number | null {
  const able = people.filter(({ bar }) => bar === null)
  let room = 0
  for (const one of able) {
    if (one.room === null) return null
    room += Math.max(0, one.room - one.gets)
  }
  return room
}

/** Sums of a plan, as the stage keeps them. */
export function sumsOf(plan: StagePlan) {
  const { turns, leftOut } = plan
  const waits = turns.flatMap(({ waitingSince }) => waitingSince ?? [])
  const kinds = (kind: Turn['kind']) => countOf(turns, (turn) => turn.kind === kind)
  const left = (why: string) => countOf(leftOut, (one) => one.leftOut === why)
  const given = countOf(turns, ({ to }) => to !== null)
  return {
    ...{ queued: turns.length, given, unplaced: turns.length - given, kept: countOf(turns, ({ kept }) => kept) },
    amountMinor: turns.reduce((sum, { amount }) => sum + amount, 0),
    ...{ waited: kinds('waited'), rolled: kinds('rolled'), opened: kinds('opened') },
    oldestWait: waits.length > 0 ? new Date(waits.reduce((a, b) => Math.min(a, b))) : null,
    ...{ promised: left('promised'), held: left('held'), paying: left('paying') },
    room: roomLeft(plan),
  }
}

const atOnce = 10_000

/** Writes down the plan of a stage: with the cases as they were left, or, rehearsed, as they are. */
export async function recordPlan(
  tx: Db,
  allocationId: StoredAllocation['id'],
  plan: StagePlan,
  left: ReadonlyMap<string, AssignedCase> | null,
): Promise<ReturnType<typeof sumsOf>> {
  const of = { allocationId, stage: plan.stage.id }
  const { rank, name, rollPolicy } = plan.stage
  const sums = sumsOf(plan)
  await tx.insert(allocationStageRows).values({ ...of, rank, name, rollPolicy, ...sums })
  const shares = plan.shares.map(({ id: unitId, parentId, weight, bar, credit, creditAfter, cases, amount }) => ({
    ...{ ...of, unitId, parentId, weight, bar, creditBefore: credit, creditAfter, cases, amountMinor: amount },
  }))
  await bulkInsert(tx, allocationShareRows, shares)
  const people = plan.people.map(({ id: staffId, unitId, bar, open, capacity, room, given, amount, ...one }) => ({
    ...{ ...of, staffId, unitId, bar, open, capacity, room, given, givenMinor: amount },
    ...{ gets: one.gets, getsMinor: one.getsAmount, before: one.before },
  }))
  await bulkInsert(tx, allocationPersonRows, people)
  const turns = plan.turns.map((one, i) => {
    const row = left?.get(one.loanId)
    return {
      ...{ ...of, turn: i + 1, loanId: one.loanId, kind: one.kind, amountMinor: one.amount },
      ...{ caseId: row?.caseId ?? one.caseId, caseVersion: row?.version ?? null },
      ...{ fromId: one.from, toId: one.to, kept: one.kept },
    }
  })
  for (let i = 0; i < turns.length; i += atOnce) {
    await bulkInsert(tx, caseAssignmentRows, turns.slice(i, i + atOnce))
  }
  return sums
}
