import type { ContactRule } from '#contract/contact-rules.ts'
import { addDays, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import { nextContactAt } from '#contract/kernel/contact-hours.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { contactRefusalRows } from '#server/modules/contact-refusals/store.ts'
import type { SeedContext } from '../history/context.ts'

/** A case that somebody worked on a day. */
interface WorkedCase {
  readonly day: LocalDate
  readonly beganAt: Date
  readonly caseId: IdOf<'case'>
  readonly loanId: IdOf<'loan'>
  readonly customerId: IdOf<'customer'>
  readonly staffId: IdOf<'staff'> | null
  readonly agencyId: IdOf<'unit'> | null
  readonly unitPath: string
}

/** Who was not to be contacted, in turn: one of so many. */
const refusedEvery = 12
const refusals = [
  { way: 'call', rule: 'window', fault: 'out_of_hours' },
  { way: 'call', rule: 'limit', fault: 'attempts_spent' },
  { way: 'call', rule: 'hold', fault: 'case_on_hold' },
  { way: 'whatsApp', rule: 'window', fault: 'out_of_hours' },
  { way: 'message', rule: 'doNotDisturb', fault: 'do_not_disturb' },
  { way: 'robot', rule: 'limit', fault: 'attempts_spent' },
  { way: 'whatsApp', rule: 'doNotDisturb', fault: 'do_not_disturb' },
] as const
/** An hour at which nobody may be contacted anywhere, in minutes of the day. */
const lateMinutes = 22 * 60 + 40

/** When a rule that refused at a moment speaks no more; null: nobody knows. */
function opensAfter(rule: ContactRule, at: Date, context: SeedContext): Date | null {
  const { country } = context
  if (rule === 'window') return nextContactAt(toInstant(at), country, new Set())
  if (rule !== 'limit') return null
  return nextContactAt(startOfDay(addDays(context.dateOf(at), 1), country), country, new Set())
}

/** Adds who was not to be contacted lately, by every rule and way: staff tried, or a job did. */
export async function addContactRefusals(db: Db, worked: readonly WorkedCase[], context: SeedContext): Promise<void> {
  const tried = worked.filter((_, nth) => nth % refusedEvery === 0)
  const rows = tried.map(({ day, beganAt, staffId, caseId, loanId, customerId, agencyId, unitPath }, nth) => {
    const refusal = refusals[nth % refusals.length]!
    const at = refusal.rule === 'window' ? context.at(context.after(day, -1), lateMinutes) : beganAt
    const byJob = refusal.way === 'message' || refusal.way === 'robot'
    return {
      ...{ caseId, loanId, customerId, agencyId, unitPath, ...refusal, at },
      ...{ collectorId: staffId, staffId: byJob ? null : staffId },
      opensAt: opensAfter(refusal.rule, at, context),
    }
  })
  await bulkInsert(db, contactRefusalRows, rows)
}
