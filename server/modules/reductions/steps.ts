import { and, asc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import { businessDate, type Country, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { addComponents, type Components, components, noComponents } from '#contract/loans/balance.ts'
import type { ReductionEnding } from '#contract/reductions.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { reductionRows } from './store.ts'

type StoredReduction = typeof reductionRows.$inferSelect

/** What a reduction takes off its plan. */
const reliefOf = ({ reliefPenalty, reliefFee, reliefInterest, reliefPrincipal }: StoredReduction): Components => ({
  ...{ penalty: reliefPenalty, fee: reliefFee, interest: reliefInterest, principal: reliefPrincipal },
})
const sumOf = (rows: readonly StoredReduction[]): Components => rows.map(reliefOf).reduce(addComponents, noComponents)

/** Reductions of these plans that were passed and not used, the first one passed before the others. */
export async function unusedReductions(
  tx: Db,
  planIds: readonly IdOf<'plan'>[],
): Promise<ReadonlyMap<string, readonly StoredReduction[]>> {
  if (planIds.length === 0) return new Map()
  const unused = and(inArray(reductionRows.fate, ['inForce', 'lapsed']), isNotNull(reductionRows.validUntil))
  const rows = await tx
    .select()
    .from(reductionRows)
    .where(and(inArray(reductionRows.planId, [...planIds]), unused))
    .orderBy(asc(reductionRows.auditedAt), asc(reductionRows.id))
  const ofPlan = new Map<string, StoredReduction[]>()
  for (const row of rows) ofPlan.set(row.planId, [...(ofPlan.get(row.planId) ?? []), row])
  return ofPlan
}

/** Which reductions of a plan count on a day, and how much more than now they take off it together. */
export interface ReliefOnDay {
  readonly counting: readonly StoredReduction[]
  readonly others: readonly StoredReduction[]
  readonly change: Components
}

/**
 * Which unused reductions of a plan count for money that is there on a day: those whose last day is not over by then,
 * whether a night has let them lapse since or not. One that was passed after another had ended has taken its place, and
 * what others have paid meanwhile cannot be let off any more.
 * `outstanding`: what the plan asks for now.
 */
export function reliefOn(
  unused: readonly StoredReduction[],
  day: LocalDate,
  outstanding: Components,
  country: Country,
): ReliefOnDay {
  const inForce = sumOf(unused.filter(({ fate }) => fate === 'inForce'))
  let room = addComponents(outstanding, inForce)
  const counting: StoredReduction[] = []
  for (const one of unused) {
    const passedOn = businessDate(toInstant(one.auditedAt!), country) // of one that was passed
    const relief = reliefOf(one)
    const held = one.validUntil! >= day && counting.every(({ validUntil }) => validUntil! >= passedOn)
    if (!held || components.some((of) => relief[of] > room[of])) continue
    room = minus(room, relief)
    counting.push(one)
  }
  const others = unused.filter((one) => !counting.includes(one))
  return { counting, others, change: minus(sumOf(counting), inForce) }
}

const minus = (a: Components, b: Components): Components =>
  addComponents(a, { penalty: -b.penalty, fee: -b.fee, interest: -b.interest, principal: -b.principal })

/** Writes down which reductions of a plan count. */
export async function setCounting(tx: Db, { counting, others }: ReliefOnDay): Promise<void> {
  const set = async (rows: readonly StoredReduction[], fate: 'inForce' | 'lapsed') => {
    const ids = rows.filter((row) => row.fate !== fate).map(({ id }) => id)
    if (ids.length > 0) await tx.update(reductionRows).set({ fate }).where(inArray(reductionRows.id, ids))
  }
  await set(counting, 'inForce')
  await set(others, 'lapsed')
}

/** A plan was settled, so that what was taken off it has been used. */
export async function markReductionUsed(tx: Db, planId: IdOf<'plan'>): Promise<void> {
  const counting = and(eq(reductionRows.planId, planId), eq(reductionRows.fate, 'inForce'))
  await tx.update(reductionRows).set({ fate: 'used' }).where(counting)
}

/** A plan was settled, so that nobody needs to decide any more what may be taken off it. */
export async function endRequest(tx: Db, planId: IdOf<'plan'>, at: Date): Promise<void> {
  const open = and(eq(reductionRows.planId, planId), eq(reductionRows.state, 'pending'))
  const note = 'planSettled' satisfies ReductionEnding
  await tx.update(reductionRows).set({ state: 'rejected', auditedAt: at, note }).where(open)
}

/** A plan is owed again: what was taken off it counts as before, and lapses where its time is over. */
export async function markReductionInForce(tx: Db, planId: IdOf<'plan'>): Promise<void> {
  const used = and(eq(reductionRows.planId, planId), eq(reductionRows.fate, 'used'))
  await tx.update(reductionRows).set({ fate: 'inForce' }).where(used)
}

/** What somebody has let customers off on a business date, in minor units. */
export async function passedOn(tx: Db, checker: IdOf<'staff'>, day: LocalDate, country: Country): Promise<number> {
  const theirs = and(
    eq(reductionRows.checkerId, checker),
    eq(reductionRows.state, 'passed'),
    gte(reductionRows.auditedAt, new Date(startOfDay(day, country))),
  )
  const [row] = await tx
    .select({ minor: sql<string>`coalesce(sum(${reductionRows.amountMinor}), 0)` })
    .from(reductionRows)
    .where(theirs)
  return Number(row!.minor)
}
