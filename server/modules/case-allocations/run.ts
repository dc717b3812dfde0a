import { and, eq, sql } from 'drizzle-orm'
import { caseAllocation } from '#contract/case-allocations.ts'
import { startOfDay } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { setSessionVariables, withRetries } from '#server/kernel/base/transaction.ts'
import type { AppContext, Tally, TaskRunner } from '#server/kernel/call/context.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { type Assignment, assignCases, type CaseHolder } from '#server/modules/cases/steps/assign.ts'
import { collectionPath, giveUpCases } from '#server/modules/cases/steps/cases.ts'
import { lockPaths } from '#server/modules/units/steps.ts'
import { beyondLastStage, type Day, lockCollectors, lockQueue, type StageTerms, stagesToAllocate } from './facts.ts'
import { gatherFacts } from './gather.ts'
import { planStage, type StagePlan } from './plan.ts'
import { recordPlan, type StoredAllocation } from './record.ts'
import { allocationCreditRows, allocationStageRows, caseAllocationRows } from './store.ts'

/** Who gives cases out, as rows and logs name it. */
export const allocationTask = 'allocateCases'

/** How long a stage waits for a row that somebody else holds: for whoever is paying just then. */
const lockTimeout = '30s'

type Clocked = Pick<AppContext, 'clock'>

/** A business date with its beginning. */
export const dayOf = (day: LocalDate, { clock }: Clocked): Day => ({
  day,
  begins: new Date(startOfDay(day, clock.country)),
})

/** The lock on allocation, until the transaction ends: of two, one goes after the other. */
export const lockAllocation = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('case allocation'))`)

/** Begins an allocation, or the rehearsal of one. */
export async function beginAllocation(
  tx: Db,
  begin: Pick<StoredAllocation, 'state' | 'day' | 'operatorId'>,
  { clock }: Clocked,
): Promise<StoredAllocation> {
  const now = clock.now()
  const [row] = await tx
    .insert(caseAllocationRows)
    .values({
      ...{ ...begin, id: await newId(tx, caseAllocation.ids, today(clock, now)), startedAt: now },
      ...{ unitPath: await collectionPath(tx), currency: countries[clock.country].currency },
    })
    .returning()
  return row!
}

/** The allocation under way, if there is one. */
export async function allocationUnderWay(tx: Db): Promise<StoredAllocation | undefined> {
  const [row] = await tx.select().from(caseAllocationRows).where(eq(caseAllocationRows.state, 'running'))
  return row
}

/** Adds the sums of a stage to those of its allocation. */
export async function addSums(tx: Db, id: StoredAllocation['id'], sums: Awaited<ReturnType<typeof recordPlan>>) {
  const { queued, given, unplaced, amountMinor } = caseAllocationRows
  await tx
    .update(caseAllocationRows)
    .set({
      ...{ queued: sql`${queued} + ${sums.queued}`, given: sql`${given} + ${sums.given}` },
      ...{ unplaced: sql`${unplaced} + ${sums.unplaced}`, amountMinor: sql`${amountMinor} + ${sums.amountMinor}` },
      leftOut: sql`${caseAllocationRows.leftOut} + ${sums.promised + sums.held + sums.paying}`,
    })
    .where(eq(caseAllocationRows.id, id))
}

const assignmentsOf = ({ turns, people }: StagePlan): Assignment[] => {
  const holders = new Map(
    people.map(({ id: collectorId, groupId, agencyId, unitPath }): [string, CaseHolder] => {
      return [collectorId, { collectorId, groupId, agencyId, unitPath }]
    }),
  )
  return turns.map(({ loanId, caseId, rolls, to, waitingSince }) => ({
    ...{ loanId, caseId, rolls, holder: to && holders.get(to)! },
    waitingSince: waitingSince === null ? null : new Date(waitingSince),
  }))
}

/** Keeps what is owed to each unit in a stage. */
async function saveCredits(tx: Db, { stage, shares }: StagePlan): Promise<void> {
  const owing = shares.filter(({ credit, creditAfter }) => credit !== creditAfter)
  if (owing.length === 0) return
  await tx
    .insert(allocationCreditRows)
    .values(owing.map(({ id, creditAfter }) => ({ stage: stage.id, unitId: id, credit: creditAfter })))
    .onConflictDoUpdate({
      target: [allocationCreditRows.stage, allocationCreditRows.unitId],
      set: { credit: sql`excluded.credit` },
    })
}

/** Gives out the queue of a stage, all of it or nothing. */
async function giveOut(tx: Db, run: StoredAllocation, stage: StageTerms, app: AppContext): Promise<void> {
  await setSessionVariables(tx, allocationTask, 'lists', app.clock.now())
  await tx.execute(sql`select set_config('lock_timeout', ${lockTimeout}, true)`)
  await lockAllocation(tx)
  const done = and(eq(allocationStageRows.allocationId, run.id), eq(allocationStageRows.stage, stage.id))
  if ((await tx.$count(allocationStageRows, done)) > 0) return
  await lockPaths(tx, 'shared')
  const on = dayOf(run.day, app)
  await lockQueue(tx, on, stage)
  await lockCollectors(tx, stage.id)
  const plan = await planStage(await gatherFacts(tx, on, stage))
  const left = await assignCases(tx, assignmentsOf(plan), { stage: stage.id, day: run.day, at: app.clock.now() })
  await addSums(tx, run.id, await recordPlan(tx, run.id, plan, left))
  await saveCredits(tx, plan)
  await announceRows(tx, 'caseAllocations')
}

/** Goes on with today's allocation where it was broken off, else begins one. One of yesterday ends as it was left. */
const beginOrGoOn = ({ database: { db }, clock }: AppContext): Promise<StoredAllocation> =>
  db.transaction(async (tx) => {
    await setSessionVariables(tx, allocationTask)
    await lockAllocation(tx)
    const day = today(clock, clock.now())
    const begun = await allocationUnderWay(tx)
    if (begun?.day === day) return begun
    if (begun) await finish(tx, begun.id, { clock })
    return beginAllocation(tx, { state: 'running', day, operatorId: null }, { clock })
  })

async function finish(tx: Db, id: StoredAllocation['id'], { clock }: Clocked): Promise<StoredAllocation> {
  const [row] = await tx
    .update(caseAllocationRows)
    .set({ state: 'done', finishedAt: clock.now() })
    .where(eq(caseAllocationRows.id, id))
    .returning()
  await announceRows(tx, 'caseAllocations')
  return row!
}

/**
 * Allocation: gives cases to collectors, a stage in a transaction, the latest stage first. Broken off, it goes on with the
 * stages that are missing; run again, it gives out what waits by then.
 */
export const allocateCases: TaskRunner = async (app): Promise<Tally> => {
  const run = await beginOrGoOn(app)
  const stages = await stagesToAllocate(app.database.db)
  const { db } = app.database
  const inTransaction = (work: (tx: Db) => Promise<void>) => withRetries(() => db.transaction(work))
  await inTransaction(async (tx) => {
    await setSessionVariables(tx, allocationTask, 'lists', app.clock.now())
    await giveUpCases(tx, beyondLastStage(run.day, stages), app.clock.now())
  })
  for (const stage of stages) await inTransaction((tx) => giveOut(tx, run, stage, app))
  return db.transaction(async (tx) => {
    await setSessionVariables(tx, allocationTask)
    const { given, unplaced } = await finish(tx, run.id, app)
    return { done: given, refused: unplaced }
  })
}
