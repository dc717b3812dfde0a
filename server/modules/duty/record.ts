import { duty } from '#contract/duty.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { recordBeside } from '#server/kernel/call/audit-entry.ts'
import type { Context } from '#server/kernel/call/context.ts'
import type { DutyChanges } from './changes.ts'

type Values = Readonly<Record<string, unknown>>
interface Side {
  readonly duty?: Values
  readonly pattern?: Values
}

/** What of a person's duty was other before, or is now: days by date, weekdays by number. */
function sideOf({ days, patterns }: DutyChanges, side: 'before' | 'after'): Side {
  const dated = days.map((one) => [one.day, side === 'before' ? one.was : one.duty])
  const weekly = patterns.map((one) => [one.weekday, side === 'before' ? one.was : one.works])
  return {
    ...(dated.length > 0 && { duty: Object.fromEntries(dated) as Values }),
    ...(weekly.length > 0 && { pattern: Object.fromEntries(weekly) as Values }),
  }
}

/**
 * Writes down what somebody's duty was and is: of one person on the record of the call itself; of several each on one of
 * their own, so that the history of a person is found by their id.
 */
export async function recordDuty(
  { days, patterns }: DutyChanges,
  names: ReadonlyMap<IdOf<'staff'>, string>,
  context: Context,
): Promise<void> {
  const { note } = context
  const people = [...names.keys()].map((staff) => {
    const isTheirs = (one: { readonly staff: string }) => one.staff === staff
    const own = { days: days.filter(isTheirs), patterns: patterns.filter(isTheirs) }
    return { objectId: staff, before: sideOf(own, 'before'), after: sideOf(own, 'after') }
  })
  const [one, ...others] = people
  // the changes themselves stand beside each person
  const input = { people: people.length, days: days.length, patterns: patterns.length }
  if (others.length === 0) return note({ ...one, input })
  note({ input, after: { people: people.length, changes: days.length + patterns.length } })
  await recordBeside(duty.save, 'duty', people, context)
}
