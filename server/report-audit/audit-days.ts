import { addDays, daysBetween } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { type AuditedReport, auditReport, type Caller, CallFailed, type Difference } from './cells.ts'

/** Days that are looked at: from the first through the last; without a last one, all that come. */
export interface AuditedDays {
  readonly first: LocalDate
  readonly last: LocalDate | null
}

/** The halves of a range of days; what comes after today belongs to the second. Null of a range that is one day. */
function halvesOf({ first, last }: AuditedDays, today: LocalDate): readonly [AuditedDays, AuditedDays] | null {
  const days = daysBetween(first, last ?? today)
  if (days <= 0) return null
  const middle = addDays(first, Math.floor((days - 1) / 2))
  return [
    { first, last: middle },
    { first: addDays(middle, 1), last },
  ]
}

/**
 * Report audit of a range of days, in pieces where it has more rows than a report shows.
 * @throws CallFailed as the caller does; `range_too_long` for a day that has too many by itself.
 */
export async function auditDays(
  of: AuditedReport,
  days: AuditedDays,
  caller: Caller,
  today: LocalDate,
): Promise<{ compared: number; differences: Difference[] }> {
  const [at] = of.report.by
  const q = days.last === null ? `${at}>=${days.first}` : `${at}:${days.first}..${days.last}`
  try {
    return await auditReport({ ...of, asked: { ...of.asked, q } }, caller)
  } catch (error) {
    const halves = error instanceof CallFailed && error.fault === 'range_too_long' ? halvesOf(days, today) : null
    if (!halves) throw error
    const found = []
    for (const half of halves) found.push(await auditDays(of, half, caller, today))
    return {
      compared: found.reduce((sum, { compared }) => sum + compared, 0),
      differences: found.flatMap(({ differences }) => differences),
    }
  }
}
