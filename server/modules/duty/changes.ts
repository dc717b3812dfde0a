import type { DayChange, PatternChange } from '#contract/duty.ts'
import { InvalidInput } from '#server/kernel/base/refusal.ts'

/** Changes of a call, each as whoever makes it has seen it before. */
export interface DutyChanges {
  readonly days: readonly DayChange[]
  readonly patterns: readonly PatternChange[]
}

/** A cell of the schedule: whose, and which day or weekday. */
export const cellOf = (one: DayChange | PatternChange): string => `${one.staff} ${'day' in one ? one.day : one.weekday}`

/** A cell is changed once by a call. @throws InvalidInput */
export function mustBeSingle(changes: readonly (DayChange | PatternChange)[], field: keyof DutyChanges): void {
  const seen = new Set<string>()
  const twice = changes.flatMap((one, i) => {
    const isTwice = seen.has(cellOf(one))
    seen.add(cellOf(one))
    return isTwice ? [{ code: 'custom' as const, path: [field, i], message: 'invalid', input: one }] : []
  })
  if (twice.length > 0) throw new InvalidInput(twice)
}
