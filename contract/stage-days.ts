import type { FaultValues } from './kernel/fault.ts'

/** The days past due that a stage covers, both included; without a last day it has no end. */
export interface StageDays {
  readonly id: string
  readonly firstDay: number
  readonly lastDay: number | null
}

/** Why days cannot be a stage's. */
export const stageDaysFaults = [
  ...(['last_before_first', 'first_day_not_zero', 'gap_before_stage'] as const),
  ...(['stage_cut_in_two', 'second_open_end', 'stage_without_days'] as const),
] as const

/** Why days cannot be a stage's, and which of the two it is about. */
export interface MisplacedDays {
  readonly fault: (typeof stageDaysFaults)[number]
  readonly field: 'firstDay' | 'lastDay'
  readonly values?: FaultValues
}

/** The last day of a stage as a number: one without end ends after all others. */
export const endOf = ({ lastDay }: Pick<StageDays, 'lastDay'>): number => lastDay ?? Number.POSITIVE_INFINITY

/** The stage of so many days past due, of all in their order; none where collection has given up. */
export const stageOf = <Stage extends StageDays>(stages: readonly Stage[], days: number): Stage | undefined =>
  stages.find((stage) => days <= endOf(stage))

/** The stages that one would stand between: its own neighbours, of a new one those that its first day falls among. */
function neighbours(stages: readonly StageDays[], { id, firstDay }: StageDays) {
  const at = stages.findIndex((stage) => stage.id === id)
  if (at >= 0) return { before: stages[at - 1], after: stages[at + 1], isNew: false }
  const before = stages.findLast((stage) => stage.firstDay < firstDay)
  return { before, after: stages.find((stage) => stage.firstDay >= firstDay), isNew: true }
}

function misplaced(stages: readonly StageDays[], wanted: StageDays): MisplacedDays | null {
  const { firstDay, lastDay } = wanted
  const { before, after, isNew } = neighbours(stages, wanted)
  if (endOf(wanted) < firstDay) return { fault: 'last_before_first', field: 'lastDay' }
  if (!before && firstDay > 0) return { fault: 'first_day_not_zero', field: 'firstDay' }
  if (before && firstDay <= before.firstDay)
    return { fault: 'stage_without_days', field: 'firstDay', values: { stage: before.id } }
  if (before && isNew && firstDay > endOf(before) + 1)
    return { fault: 'gap_before_stage', field: 'firstDay', values: { stage: before.id, day: endOf(before) + 1 } }
  if (before && isNew && endOf(before) > endOf(wanted))
    return { fault: 'stage_cut_in_two', field: 'lastDay', values: { stage: before.id, day: before.firstDay } }
  if (!after || endOf(wanted) < endOf(after)) return null
  const fault = lastDay === null ? 'second_open_end' : 'stage_without_days'
  return { fault, field: 'lastDay', values: { stage: after.id } }
}

/**
 * The neighbours as they are once a stage, new or known, covers these days: the one before ends the day before it, the
 * one after begins the day after it. Only those that change; or why that cannot be.
 */
export function placeStage(stages: readonly StageDays[], wanted: StageDays): readonly StageDays[] | MisplacedDays {
  const wrong = misplaced(stages, wanted)
  if (wrong) return wrong
  const { before, after } = neighbours(stages, wanted)
  const next = endOf(wanted) + 1
  return [
    ...(before && endOf(before) !== wanted.firstDay - 1 ? [{ ...before, lastDay: wanted.firstDay - 1 }] : []),
    ...(after && after.firstDay !== next ? [{ ...after, firstDay: next }] : []),
  ]
}

/** The stage that has the days of another once that is gone: the one before it, of the first the one after; none of the only one. */
export function withoutStage(stages: readonly StageDays[], id: string): StageDays | undefined {
  const at = stages.findIndex((stage) => stage.id === id)
  const [before, gone, after] = [stages[at - 1], stages[at], stages[at + 1]]
  if (before && gone) return { ...before, lastDay: gone.lastDay }
  return after && { ...after, firstDay: 0 }
}
