import { and, eq } from 'drizzle-orm'
import { type AiOutcome, outcomeKey } from '#contract/ai-outcomes.ts'
import { type FollowUpWay, isUsable, type Willingness } from '#contract/follow-up-rules.ts'
import { ownNumber } from '#contract/follow-ups.ts'
import { lastFourOf } from '#contract/kernel/mask.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { ids, newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { showContact } from '#server/modules/cases/steps/working-state.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { phoneMark } from '#server/modules/do-not-disturb/steps.ts'
import { followUpRows, numberMarkRows } from './store.ts'

/** Somebody who is to be reached, by a number in full. */
interface Reaching {
  readonly customerId: IdOf<'customer'>
  readonly phone: string
  readonly way: FollowUpWay
}

/** Nobody is reached by a number that was found to be somebody else's, or nobody's. @throws Refusal `number_marked`. */
export async function mustNotBeMarked(
  tx: Db,
  { customerId, phone, way }: Reaching,
  app: Pick<AppContext, 'clock' | 'secrets'>,
): Promise<void> {
  const theirs = and(eq(numberMarkRows.customerId, customerId), eq(numberMarkRows.phoneMark, phoneMark(phone, app)))
  const [found] = await tx.select({ mark: numberMarkRows.mark }).from(numberMarkRows).where(theirs)
  if (found && !isUsable(found.mark, way))
    throw new Refusal('number_marked', { mark: { vocabulary: 'followUps.mark', value: found.mark } })
}

/** What a robot has found out by calling a customer. */
interface RobotFinding {
  readonly caseId: IdOf<'case'>
  readonly loanId: IdOf<'loan'>
  readonly customerId: IdOf<'customer'>
  readonly willingness: Willingness
  readonly at: Date
  /** When somebody is to see to it. */
  readonly nextAt: Date
  readonly outcome: AiOutcome
}

/** Notes what a robot has found out; the case shows it, and when it is due. Promises are taken by people alone. */
export async function addRobotFollowUp(
  tx: Db,
  { willingness, at, nextAt, ...found }: RobotFinding,
  app: Pick<AppContext, 'clock' | 'secrets' | 'translations'>,
): Promise<void> {
  const id = await newId(tx, ids.followUp, today(app.clock, at))
  const { id: of, phone: number } = customerRows
  const [customer] = await tx.select({ phone: number }).from(customerRows).where(eq(of, found.customerId))
  const phone = customer?.phone ?? null
  const answered = 1
  await tx.insert(followUpRows).values({
    ...{ id, ...found, at, collectorId: null, way: 'phone', number: ownNumber, relation: null },
    ...{ phoneTail: phone ? lastFourOf(phone) : '', phoneMark: phone ? phoneMark(phone, app) : '' },
    ...{ result: answered, willingness, nextAt, remark: app.translations.t('en', outcomeKey(found.outcome)) },
  })
  await showContact(tx, found.caseId, { lastResult: answered, willingness, lastContactAt: at, followUpAt: nextAt })
}

/** Erases by which numbers somebody was contacted, and what was remarked; that they were, and what came of it, stays. */
export async function eraseFollowUps(tx: Db, customerId: IdOf<'customer'>): Promise<void> {
  await tx
    .update(followUpRows)
    .set({ phoneTail: '', phoneMark: '', remark: '–' })
    .where(eq(followUpRows.customerId, customerId))
  await tx.delete(numberMarkRows).where(eq(numberMarkRows.customerId, customerId))
}
