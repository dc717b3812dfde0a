import type { queueKinds, shareBars } from '#contract/case-allocations.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Allocator, type WorkItem } from '#server/kernel/allocation/allocator.ts'
import { yieldToEventLoop } from '#server/kernel/base/yield-to-event-loop.ts'
import type { QueuedOrder, StageCollector, StageTerms, StageUnit } from './facts.ts'

/** What is known of a stage when its queue is given out. */
export interface StageFacts {
  readonly stage: StageTerms
  /** When the day begins, in milliseconds: what waited before it comes first. */
  readonly dayBegins: number
  readonly queue: readonly QueuedOrder[]
  readonly collectors: readonly StageCollector[]
  readonly units: readonly StageUnit[]
}

/** A turn: an order, and whom its case goes to. */
export interface Turn extends QueuedOrder {
  readonly kind: (typeof queueKinds)[number]
  /** Whether its case is of another stage, and closed for a new one. */
  readonly rolls: boolean
  readonly to: IdOf<'staff'> | null
  readonly kept: boolean
}

/** A collector with what the turns gave them; `room`: how many more they could take before, none: any number. */
export interface PlannedPerson extends StageCollector {
  readonly room: number | null
  readonly gets: number
  readonly getsAmount: number
}

/** A unit with what the turns gave it. */
export interface PlannedShare extends StageUnit {
  readonly bar: (typeof shareBars)[number] | null
  readonly creditAfter: number
  readonly cases: number
  readonly amount: number
}

/** Plan of a stage: its queue in the order of turns, and what that comes to for everybody. */
export interface StagePlan {
  readonly stage: StageTerms
  readonly turns: readonly Turn[]
  readonly leftOut: readonly QueuedOrder[]
  readonly people: readonly PlannedPerson[]
  readonly shares: readonly PlannedShare[]
}

type Queued = Omit<Turn, 'to' | 'kept'>

const kindOf = ({ waitingSince, openedAt }: QueuedOrder, dayBegins: number): Turn['kind'] => {
  if (openedAt === null) return 'opened'
  if (waitingSince === null) return 'rolled'
  return waitingSince < dayBegins || waitingSince !== openedAt ? 'waited' : 'opened'
}

/** Whoever has waited longest first; then the most owed. */
function comesBefore(a: Queued, b: Queued): number {
  const [first, second] = [a.kind === 'waited', b.kind === 'waited']
  if (first !== second) return first ? -1 : 1
  const by = first ? a.waitingSince! - b.waitingSince! : b.amount - a.amount
  if (by !== 0) return by
  return (a.caseId ?? a.loanId) < (b.caseId ?? b.loanId) ? -1 : 1
}

/** What a turn asks of the mechanism: who keeps the case, or had it, by the policy of the stage. */
export const itemOf = (
  { amount, from, kind }: Pick<Turn, 'amount' | 'from' | 'kind'>,
  { rollPolicy }: Pick<StageTerms, 'rollPolicy'>,
): WorkItem => {
  if (kind !== 'rolled' || !from) return { amount }
  return rollPolicy === 'keepIfEligible' ? { amount, keeper: from } : { amount, former: from }
}

/** How many more somebody can take, by their own capacity and the stage's. */
function roomOf({ capacity, open, openOfStage }: StageCollector, stage: StageTerms): number | null {
  const rooms = [capacity !== null && capacity - open, stage.capacity !== null && stage.capacity - openOfStage]
  const known = rooms.filter((room): room is number => room !== false)
  return known.length > 0 ? Math.max(0, Math.min(...known)) : null
}

/** What the mechanism is told of somebody. Units go by their own lock, and by their agency's contract. */
export const assigneeOf = (one: Pick<PlannedPerson, 'id' | 'unitId' | 'open' | 'room' | 'given' | 'amount'>) => ({
  ...{ id: one.id, unitId: one.unitId, open: one.open, given: one.given, amount: one.amount },
  capacity: one.room === null ? null : one.open + one.room,
})
/** What it is told of a unit. */
const shareOf = ({ id, parentId, weight, locked, inContract, credit }: StageUnit) => ({
  ...{ id, parentId, weight, credit },
  locked: locked || !inContract,
})

/** So many turns are taken before anybody else is let in. */
const turnsAtOnce = 2_000

/** Plans a stage: the same facts give the same plan. Cases that leave whoever has the stage make room before the first turn. */
export async function planStage({ stage, dayBegins, queue, collectors, units }: StageFacts): Promise<StagePlan> {
  const waiting = queue
    .filter(({ leftOut }) => leftOut === null)
    .map((one): Queued => {
      return { ...one, kind: kindOf(one, dayBegins), rolls: one.caseId !== null && one.stage !== stage.id }
    })
    .sort(comesBefore)
  const leaving = new Map<string, number>()
  for (const { from } of waiting) if (from) leaving.set(from, (leaving.get(from) ?? 0) + 1)
  const crew = collectors.map((one) => {
    const less = { ...one, open: one.open - (leaving.get(one.id) ?? 0) }
    return { ...less, room: roomOf(less, stage) }
  })
  const able = crew.filter(({ bar }) => bar === null)
  const allocator = new Allocator(able.map(assigneeOf), units.map(shareOf))
  const keeps = (one: Queued) => {
    const { keeper } = itemOf(one, stage)
    return keeper ? allocator.reaches(keeper) : false
  }

  const turns: Turn[] = []
  // what stays with whoever has it takes up their room first
  for (const one of [...waiting.filter(keeps), ...waiting.filter((each) => !keeps(each))]) {
    const item = itemOf(one, stage)
    const to = allocator.give(item) as IdOf<'staff'> | null // one of the crew
    turns.push({ ...one, to, kept: to !== null && to === item.keeper })
    if (turns.length % turnsAtOnce === 0) await yieldToEventLoop()
  }
  const people = crew.map((one) => ({ ...one, bar: one.bar ?? barAt(one, allocator, units) }))
  return {
    ...{ stage, turns, leftOut: queue.filter(({ leftOut }) => leftOut !== null) },
    people: tallyPeople(people, turns),
    shares: sharesOf(units, able, turns, allocator),
  }
}

type Unrewarded = Omit<PlannedPerson, 'gets' | 'getsAmount'>

/** What keeps somebody who works that day from being given anything: where they stand, or that they are full. */
function barAt({ id, unitId, room }: Unrewarded, allocator: Allocator, units: readonly StageUnit[]) {
  if (!allocator.reaches(id)) return standsIn(unitId, units)
  return room === 0 ? ('full' as const) : null
}

/** What stands between a unit and its work: the nearest lock, contract or missing weight above it, or its own. */
function standsIn(unitId: string, units: readonly StageUnit[]): 'locked' | 'contract' | 'weightless' {
  const byId = new Map(units.map((unit) => [unit.id as string, unit]))
  for (let unit = byId.get(unitId); unit; unit = byId.get(unit.parentId ?? '')) {
    if (!unit.inContract) return 'contract'
    if (unit.locked) return 'locked'
  }
  return 'weightless'
}

function tallyPeople(people: readonly Unrewarded[], turns: readonly Turn[]): PlannedPerson[] {
  const sums = new Map<string, { gets: number; getsAmount: number }>()
  for (const { to, amount } of turns) {
    if (!to) continue
    const { gets, getsAmount } = sums.get(to) ?? { gets: 0, getsAmount: 0 }
    sums.set(to, { gets: gets + 1, getsAmount: getsAmount + amount })
  }
  return people.map((one) => ({ ...one, ...(sums.get(one.id) ?? { gets: 0, getsAmount: 0 }) }))
}

function sharesOf(
  units: readonly StageUnit[],
  able: readonly StageCollector[],
  turns: readonly Turn[],
  allocator: Allocator,
): PlannedShare[] {
  const byId = new Map(units.map((unit) => [unit.id as string, unit]))
  const above = (unitId: string): string[] => {
    const unit = byId.get(unitId)
    return unit ? [unit.id, ...(unit.parentId ? above(unit.parentId) : [])] : []
  }
  const placeOf = new Map(able.map(({ id, unitId }) => [id as string, above(unitId)]))
  const staffed = new Set([...placeOf.values()].flat())
  const got = new Map<string, { cases: number; amount: number }>()
  for (const { to, amount } of turns) {
    for (const unit of (to && placeOf.get(to)) || []) {
      const sum = got.get(unit) ?? { cases: 0, amount: 0 }
      got.set(unit, { cases: sum.cases + 1, amount: sum.amount + amount })
    }
  }
  const weighted = new Set(units.filter(({ weight }) => weight !== null).map(({ parentId }) => parentId))
  const barOf = ({ id, parentId, weight, locked, inContract }: StageUnit) => {
    if (!inContract) return 'contract'
    if (locked) return 'locked'
    if (weighted.has(parentId) && !weight) return 'weightless'
    return staffed.has(id) ? null : 'nobody'
  }
  const { credits } = allocator
  return units.map((unit) => ({
    ...{ ...unit, bar: barOf(unit), creditAfter: credits.get(unit.id) ?? unit.credit },
    ...(got.get(unit.id) ?? { cases: 0, amount: 0 }),
  }))
}
