import type { Case } from './cases.ts'

/** A stage of collection, with the last day past due that it covers; it begins the day after the one before. */
export interface StageRange {
  readonly id: Case['stage']
  readonly toDay: number
}

const stages: readonly StageRange[] = [
  { id: 'T0', toDay: 0 },
  { id: 'T1', toDay: 1 },
  { id: 'T2', toDay: 2 },
  { id: 'S1', toDay: 7 },
  { id: 'S2', toDay: 15 },
  { id: 'M1', toDay: 30 },
  { id: 'M2', toDay: 60 },
  { id: 'M3', toDay: 90 },
]

/** The stage of so many days past due; none where collection has given up. */
export const stageOf = (days: number): StageRange | undefined => stages.find(({ toDay }) => days <= toDay)
