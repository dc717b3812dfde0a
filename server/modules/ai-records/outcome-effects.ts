import { eq } from 'drizzle-orm'
import { type AiOutcome, deniesDebt, followedUp, outcomeKey, ticketed } from '#contract/ai-outcomes.ts'
import { addDays, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import { nextContactAt } from '#contract/kernel/contact-hours.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { holdOrder } from '#server/modules/case-holds/steps.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { addRobotFollowUp } from '#server/modules/follow-ups/steps.ts'
import { collectionUnit, openTicketFor } from '#server/modules/tickets/steps.ts'
import { robotChannel } from './steps/place-call.ts'
import type { StoredAiRecord } from './store.ts'

/** Within so long somebody sees to whoever needs a follow-up. In ms. */
const soonMs = 2 * 3_600_000

/** When somebody is to see to it: soon, of whoever will pay the day after; never out of contact hours. */
async function nextAtOf(tx: Db, outcome: AiOutcome, { clock, quietDays }: AppContext): Promise<Date> {
  const now = clock.now()
  const { country } = clock
  const tomorrow = startOfDay(addDays(today(clock, now), 1), country)
  const at = outcome === 'a' ? tomorrow : toInstant(new Date(now.getTime() + soonMs))
  return nextContactAt(at, country, await quietDays(tx))
}

async function noteFollowUp(tx: Db, record: StoredAiRecord, outcome: AiOutcome, app: AppContext): Promise<void> {
  const { caseId, loanId, customerId } = record
  const [open] = await tx.select({ state: caseRows.state }).from(caseRows).where(eq(caseRows.id, caseId))
  if (open?.state === 'closed') return
  const [at, nextAt] = [app.clock.now(), await nextAtOf(tx, outcome, app)]
  const willingness = outcome === 'a' ? 1 : 5
  await addRobotFollowUp(tx, { caseId, loanId, customerId, willingness, at, nextAt, outcome }, app)
}

async function open(tx: Db, record: StoredAiRecord, outcome: AiOutcome, app: AppContext) {
  const { id, loanId, customerId, caseId } = record
  const now = app.clock.now()
  const [called] = await tx.select({ agencyId: caseRows.agencyId }).from(caseRows).where(eq(caseRows.id, caseId))
  const departmentId = await collectionUnit(tx, called?.agencyId ?? null)
  const about = { loanId, customerId, departmentId, desk: 'collection', source: 'aiCall', kind: 'other' } as const
  const cause = outcome === deniesDebt ? 'deniesDebt' : 'needsHelp'
  await openTicketFor(tx, { cause, named: { call: id } }, about, { today: today(app.clock, now), now, app })
}

/** What follows from an outcome, once: a follow-up, a hold on the debt, a ticket. */
export async function actOnOutcome(tx: Db, record: StoredAiRecord, outcome: AiOutcome, app: AppContext): Promise<void> {
  if (followedUp.includes(outcome)) await noteFollowUp(tx, record, outcome, app)
  if (outcome === deniesDebt)
    await holdOrder(tx, record.loanId, {
      ...{ kind: 'dispute', outcome, remark: app.translations.t('en', outcomeKey(outcome)) },
      ...{ by: robotChannel, at: app.clock.now() },
    })
  if (ticketed.includes(outcome)) await open(tx, record, outcome, app)
}
