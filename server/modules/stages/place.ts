import { eq } from 'drizzle-orm'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { endOf, placeStage, type StageDays } from '#contract/stage-days.ts'
import { stage } from '#contract/stages.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { recordBeside } from '#server/kernel/call/audit-entry.ts'
import type { Context } from '#server/kernel/call/context.ts'
import type { NamedStage } from './steps.ts'
import { stageRows } from './store.ts'

/** What is known of a stage beside its days. */
type StageDetails = Partial<Omit<typeof stageRows.$inferInsert, 'id' | 'lastDay'>>

/**
 * The neighbours of a stage that covers these days, as they are then.
 * @throws Refusal naming the day that it is about.
 */
export function mustFit(known: readonly NamedStage[], wanted: StageDays): readonly StageDays[] {
  const placed = placeStage(known, wanted)
  if (!('fault' in placed)) return placed
  const { fault, field, values } = placed
  const named = known.find(({ id }) => id === values?.stage)
  throw new Refusal(fault, named ? { ...values, stage: named.name } : values, { field })
}

/** An id that no stage has, be it as its name: a filter finds a stage by either. @throws Refusal `known_already`, `name_taken`. */
export function mustBeNew(known: readonly NamedStage[], id: IdOf<'stage'>): void {
  const field = 'code'
  if (known.some((one) => one.id === id)) throw new Refusal('known_already', undefined, { field })
  if (known.some((one) => one.name.toUpperCase() === id)) throw new Refusal('name_taken', { name: id }, { field })
}

/** A name is not that of another stage, nor its id. @throws Refusal `name_taken`. */
export function mustBeNamedAlone(known: readonly NamedStage[], { id, name }: Pick<NamedStage, 'id' | 'name'>): void {
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase()
  const taken = known.some((other) => other.id !== id && (isSame(other.name) || isSame(other.id)))
  if (taken) throw new Refusal('name_taken', { name }, { field: 'name' })
}

/**
 * Writes the days of a stage down, and what else is known of it. The version of a neighbour counts up though only its first
 * day has changed, which follows from another's last: whoever has seen it before looks again.
 */
export const moveStage = (tx: Db, { id, lastDay }: StageDays, details: StageDetails = {}) =>
  tx
    .update(stageRows)
    .set({ ...details, lastDay })
    .where(eq(stageRows.id, id as IdOf<'stage'>)) // one of those that are known

/**
 * Writes a stage and the days of its neighbours, so that at no time two of them end on one day: what moves up does so from
 * the top, what moves down from the bottom.
 */
export async function moveStages(
  tx: Db,
  { from, to, moved }: { readonly from: StageDays; readonly to: StageDays; readonly moved: readonly StageDays[] },
  details: StageDetails,
): Promise<void> {
  const rises = endOf(to) > endOf(from)
  const all = [...moved, to].toSorted((a, b) => endOf(a) - endOf(b))
  for (const one of rises ? all.toReversed() : all) await moveStage(tx, one, one === to ? details : {})
}

/** What becomes of neighbours, in the reader's words: 'S2 begins on day 9 then'. */
export const notifyMoved = (
  known: readonly NamedStage[],
  moved: readonly StageDays[],
  { t }: Pick<Context, 't'>,
): string[] =>
  moved.flatMap(({ id, firstDay, lastDay }) => {
    const before = known.find((one) => one.id === id)
    if (!before) return []
    const { name } = before
    if (before.firstDay !== firstDay) return [t('stages.begins', { stage: name, day: firstDay })]
    return [lastDay === null ? t('stages.goesOn', { stage: name }) : t('stages.ends', { stage: name, day: lastDay })]
  })

const daysOf = ({ firstDay, lastDay }: StageDays) => ({ firstDay, lastDay })

/** Writes down for each neighbour which days it had and has, by the call that has moved it. */
export function recordMoved(
  endpoint: Pick<Endpoint, 'id' | 'risk' | 'requires'>,
  { known, moved }: { readonly known: readonly NamedStage[]; readonly moved: readonly StageDays[] },
  context: Context,
): Promise<void> {
  const changed = moved.map((after) => {
    const before = known.find(({ id }) => id === after.id)!
    return { objectId: after.id, before: daysOf(before), after: daysOf(after) }
  })
  return recordBeside(endpoint, stage.noun, changed, context)
}
