import { and, eq } from 'drizzle-orm'
import type { Case } from '#contract/cases.ts'
import {
  contactWayOf,
  followUpFault,
  isCustomerAnswer,
  isUsable,
  markAfter,
  promiseFault,
  somebodyAnswered,
} from '#contract/follow-up-rules.ts'
import { type followUps, ownNumber } from '#contract/follow-ups.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { type ContactWay, contactHours } from '#contract/kernel/contact-hours.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { Refused } from '#contract/kernel/fault.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { promise } from '#contract/promises.ts'
import { ids, newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { recordResult } from '#server/modules/calls/steps/record-result.ts'
import { showContact } from '#server/modules/cases/steps/working-state.ts'
import { contactBlock, lockContacts } from '#server/modules/contact-rules/steps/permission.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { owedOn } from '#server/modules/plans/steps/forecast.ts'
import { addPromises } from '#server/modules/promises/steps.ts'
import type { promiseRows } from '#server/modules/promises/store.ts'
import { type KnownNumber, numbersOf } from './steps/numbers.ts'
import { hasUnnotedCall } from './steps/unnoted-call.ts'
import { followUpRows, numberMarkRows } from './store.ts'

type FollowUpArgs = Omit<Parsed<typeof followUps.add>, 'id' | 'version'>
type CaseCall = Call<never, Case>

const refuse = (refused: Refused, field: string): never => {
  throw new Refusal(refused.fault, refused.values, { field })
}
/** What was not allowed is no follow-up, but a refused contact. */
const refuseContact = ({ fault, values }: Refused, contact: ContactWay): never => {
  throw new Refusal(fault, values, { field: 'way', contact })
}

/**
 * What is noted was allowed: as a call that was placed here before, and not noted yet, or by the rules for contacts now;
 * whoever contacts us is answered at any time. @throws Refusal `out_of_hours`, `attempts_spent`, …
 */
async function mustBeAllowed({ way }: FollowUpArgs, call: CaseCall): Promise<void> {
  if (way === 'inbound') return
  const { tx, row, app, now, actor } = call
  if (way !== 'sms' && (await hasUnnotedCall(tx, { caseId: row.id, staffId: actor.id, way }, call))) return
  const { customerId, loanId } = row
  await lockContacts(tx, customerId)
  const against = await contactBlock(tx, { customerId, loanId, way: contactWayOf[way] }, call)
  if (against) refuseContact(against.refused, contactWayOf[way])
  // a message of the house waits for its hour; whoever writes one by hand does not
  const hours = contactHours(toInstant(now), app.clock.country, await app.quietDays(tx))
  if (!hours.ok) refuseContact(hours, contactWayOf[way])
}

/** The number that was used. @throws Refusal `unknown_number`, `number_marked`. */
async function mustBeUsable({ number, way }: FollowUpArgs, { tx, row, app }: CaseCall): Promise<KnownNumber> {
  const known = (await numbersOf(tx, row.customerId, app)).find((one) => one.number === number)
  if (!known) throw new Refusal('unknown_number', undefined, { field: 'number' })
  if (!isUsable(known.mark, way))
    throw new Refusal(
      'number_marked',
      { mark: { vocabulary: 'followUps.mark', value: known.mark! } },
      { field: 'number' },
    )
  return known
}

/** @throws Refusal by what is promised, and by what of the follow-up is at odds with itself. */
async function mustBeConsistent(asked: FollowUpArgs, call: CaseCall): Promise<void> {
  const { result, willingness, promises, nextAt, notTheirs, number } = asked
  const { tx, row, today, now, app } = call
  if (notTheirs && isCustomerAnswer(result)) throw new Refusal('answered_themselves', undefined, { field: 'notTheirs' })
  if (new Date(nextAt) <= now) throw new Refusal('follow_up_in_past', undefined, { field: 'nextAt' })
  const isCustomer = number === ownNumber
  const odd = followUpFault({ result, willingness, promises: promises.length, isCustomer })
  if (odd) refuse(odd, odd.field)
  if (promises.length === 0) return
  const [loan] = await tx.select().from(loanRows).where(eq(loanRows.id, row.loanId))
  const last = promises
    .map(({ promisedFor }) => promisedFor)
    .toSorted()
    .at(-1)!
  const owedMinor = (await owedOn(tx, loan!, [last], app)).get(last)!
  const daysMax = await parameter(tx, 'collection.promiseDaysMax')
  const wrong = promiseFault(promises, { today, daysMax, currency: loan!.currency, owedMinor })
  if (wrong) refuse(wrong, wrong.field)
}

/** Marks the number by what was found; a customer who answers at it shows that it is theirs. */
async function markNumber(
  asked: FollowUpArgs,
  known: KnownNumber,
  followUpId: IdOf<'followUp'>,
  { tx, row, now }: CaseCall,
) {
  const theirs = and(eq(numberMarkRows.customerId, row.customerId), eq(numberMarkRows.phoneMark, known.phoneMark))
  if (isCustomerAnswer(asked.result) && known.mark) await tx.delete(numberMarkRows).where(theirs)
  const mark = markAfter(asked)
  if (!mark) return
  const found = { mark, followUpId, at: now }
  await tx
    .insert(numberMarkRows)
    .values({ ...found, customerId: row.customerId, phoneMark: known.phoneMark })
    .onConflictDoUpdate({ target: [numberMarkRows.customerId, numberMarkRows.phoneMark], set: found })
}

/** What is promised, as rows. */
async function promisesOf(
  { promises }: FollowUpArgs,
  followUpId: IdOf<'followUp'>,
  { tx, row, actor, now, today }: CaseCall,
) {
  const rows: (typeof promiseRows.$inferInsert)[] = []
  for (const { amount, promisedFor } of promises) {
    rows.push({
      ...{
        id: await newId(tx, promise.ids, today),
        followUpId,
        caseId: row.id,
        loanId: row.loanId,
        stage: row.stage.id,
      },
      ...{ amountMinor: amount.minor, currency: amount.currency, promisedFor, madeOn: today, madeAt: now },
      ...{ collectorId: actor.id, agencyId: row.agency?.id ?? null },
    })
  }
  return rows
}

/** Notes what came of contacting the customer of a case. @throws Refusal as above. */
export async function addFollowUp(asked: FollowUpArgs, call: CaseCall): Promise<void> {
  const { tx, row, actor, now, today, effect } = call
  await mustBeAllowed(asked, call)
  const known = await mustBeUsable(asked, call)
  await mustBeConsistent(asked, call)
  const id = await newId(tx, ids.followUp, today)
  const { way, number, result, willingness, nextAt, remark } = asked
  const followUpAt = new Date(nextAt)
  await tx.insert(followUpRows).values({
    ...{ id, caseId: row.id, loanId: row.loanId, customerId: row.customerId, at: now, collectorId: actor.id },
    ...{ way, number, result, willingness, nextAt: followUpAt, remark },
    ...{ phoneTail: known.tail, phoneMark: known.phoneMark, relation: known.relation },
  })
  await markNumber(asked, known, id, call)
  await addPromises(tx, row.loanId, await promisesOf(asked, id, call))
  await showContact(tx, row.id, { lastResult: result, willingness, lastContactAt: now, followUpAt })
  const of = { caseId: row.id, staffId: actor.id }
  if (way === 'phone') await recordResult(tx, of, somebodyAnswered.includes(result))
  for (const { amount } of asked.promises) effect('promised', amount)
}
