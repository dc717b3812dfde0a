import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { AllocationReason, caseAllocations } from '#contract/case-allocations.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Allocator, type Explanation } from '#server/kernel/allocation/allocator.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { yieldToEventLoop } from '#server/kernel/base/yield-to-event-loop.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { nameIn } from '#server/kernel/listing/labels.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { assigneeOf, itemOf } from './plan.ts'
import { money, mustFindAllocation, mustFindTurn } from './read.ts'
import { allocationPersonRows, allocationShareRows, allocationStageRows, caseAssignmentRows } from './store.ts'

/** Input of an explanation: one turn of one stage of an allocation. */
type ExplainInput = Pick<Parsed<typeof caseAllocations.explain>, 'id' | 'stage' | 'turn'>

/** The mechanism as it was before the first turn of a stage, from what was written down. */
async function allocatorOf(tx: Db, { id, stage }: ExplainInput): Promise<Allocator> {
  const [people, shares] = [allocationPersonRows, allocationShareRows]
  const crew = await tx
    .select()
    .from(people)
    .where(and(eq(people.allocationId, id), eq(people.stage, stage)))
  const units = await tx
    .select()
    .from(shares)
    .where(and(eq(shares.allocationId, id), eq(shares.stage, stage)))
  // whoever was full when it began could take nothing, but keep what they had
  const able = crew.filter(({ bar }) => bar === null || bar === 'full')
  return new Allocator(
    able.map((one) => assigneeOf({ ...one, id: one.staffId, amount: one.givenMinor })),
    units.map(({ unitId, parentId, weight, bar, creditBefore }) => ({
      ...{ id: unitId, parentId, weight, credit: creditBefore },
      locked: bar === 'locked' || bar === 'contract',
    })),
  )
}

/** So many turns are gone through before anybody else is let in. */
const turnsAtOnce = 2_000

/** Goes through the turns of a stage up to one, and tells how that one came about. */
async function replay(tx: Db, asked: ExplainInput): Promise<Explanation> {
  const { id, stage, turn } = asked
  const [stages, turns] = [allocationStageRows, caseAssignmentRows]
  const [terms] = await tx
    .select({ rollPolicy: stages.rollPolicy })
    .from(stages)
    .where(and(eq(stages.allocationId, id), eq(stages.stage, stage)))
  const { amountMinor, fromId, kind } = turns
  const queue = await tx
    .select({ amount: amountMinor, from: fromId, kind })
    .from(turns)
    .where(and(eq(turns.allocationId, id), eq(turns.stage, stage), lte(turns.turn, turn)))
    .orderBy(asc(turns.turn))
  const allocator = await allocatorOf(tx, asked)
  for (const [i, one] of queue.slice(0, -1).entries()) {
    allocator.give(itemOf(one, terms!))
    if (i % turnsAtOnce === 0) await yieldToEventLoop()
  }
  return allocator.explain(itemOf(queue.at(-1)!, terms!))
}

async function namesOf(
  tx: Db,
  table: typeof staffRows | typeof unitRows,
  ids: readonly string[],
  name: SQL<string> | typeof table.name = table.name,
) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await tx
    .select({ id: sql<string>`${table.id}`, name: sql<string>`${name}` })
    .from(table)
    .where(inArray(table.id, [...ids] as never)) // ids of that table
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Explains a turn by the steps of the mechanism, with the figures it went by. @throws Refusal `not_found`. */
export async function explain(asked: ExplainInput, call: Context): Promise<AllocationReason> {
  const { tx } = call
  const { row } = await mustFindAllocation(asked.id, call)
  const of = await mustFindTurn(tx, asked, row.currency)
  const { units, people, kept } = await replay(tx, asked)
  const same = and(eq(caseAssignmentRows.allocationId, asked.id), eq(caseAssignmentRows.stage, asked.stage))
  const unitNames = await namesOf(
    tx,
    unitRows,
    units.flat().map(({ id }) => id),
    nameIn(unitRows, call.t),
  )
  const staffNames = await namesOf(
    tx,
    staffRows,
    people.map(({ id }) => id),
  )
  return {
    ...{ of, turns: await tx.$count(caseAssignmentRows, same) },
    units: units.map((level) =>
      level.map(({ id, ...figures }) => ({
        unit: { id: id as IdOf<'unit'>, name: unitNames.get(id) ?? id }, // a unit of the record
        ...figures,
      })),
    ),
    people: people.map(({ id, amount, ...figures }) => ({
      staff: { id: id as IdOf<'staff'>, name: staffNames.get(id) ?? id }, // a person of the record
      amount: money(amount, row.currency),
      ...figures,
    })),
    passedOver: !kept && of.kind === 'rolled' && of.to?.id !== of.from?.id ? of.from : null,
  }
}
