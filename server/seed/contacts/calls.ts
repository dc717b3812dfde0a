import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { callSubject } from '#contract/calls.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import { sampleKey } from '#server/modules/calls/steps/sample-recording.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { lineRows } from '#server/modules/lines/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { later, type SeedContext } from '../history/context.ts'
import { addContactRefusals } from './contact-refusals.ts'

type CallSeed = typeof callRows.$inferInsert

/** Calls of the last days: as many cases, so many minutes after nine in the morning at most. */
const [days, casesMax, stepMinutes, workMinutes] = [7, 700, 37, 540]
const second = 1 / 60

/** How calls go, in turn: two of five are answered. */
const fates = [
  ...(['ended', 'noAnswer', 'ended', 'busy', 'handedOver', 'ended', 'noAnswer', 'ended', 'unknown', 'failed'] as const),
]

/** Neighbours apart: whoever has every tenth case has calls of every kind. */
const mixed = (nth: number): number => (Math.imul(nth + 1, 0x9e3779b1) >>> 0) % 9_973

/** What is known of a call that went so. */
function courseOf(fate: (typeof fates)[number], beganAt: Date, nth: number): Partial<CallSeed> {
  if (fate === 'handedOver') return { state: fate, connected: nth % 3 === 0 }
  if (fate === 'failed') {
    const failure = 'the dialler does not call this number'
    return { state: fate, endedAt: later(beganAt, second), connected: false, failure }
  }
  const rangAt = later(beganAt, 3 * second)
  if (fate === 'unknown') return { state: fate, rangAt, endedAt: later(beganAt, 3), connected: null }
  if (fate !== 'ended') return { state: fate, rangAt, endedAt: later(beganAt, 25 * second), connected: false }
  const answeredAt = later(beganAt, 12 * second)
  const endedAt = later(answeredAt, (20 + ((nth * 53) % 300)) * second)
  return { state: fate, rangAt, answeredAt, endedAt, connected: true, recordingKey: sampleKey }
}

/** Every so many calls is one that the customer makes. */
const incomingEvery = 9

/** Today's attempts to reach the first customers: as many as may be, and one less. */
const attemptsToday = [0, 5, 4]

/** Adds what was called lately, from the seats of the demo, and who was not to be. */
export async function addCalls(db: Db, context: SeedContext): Promise<void> {
  const { id, loanId, collectorId, agencyId, unitPath, state } = caseRows
  const cases = await db
    .select({ id, loanId, collectorId, agencyId, unitPath, customerId: loanRows.customerId, lineId: lineRows.id })
    .from(caseRows)
    .innerJoin(loanRows, eq(loanRows.id, loanId))
    .innerJoin(lineRows, and(eq(lineRows.staffId, collectorId), eq(lineRows.kind, 'seat')))
    .where(and(eq(state, 'allocated'), isNotNull(collectorId)))
    .orderBy(asc(sql`${id}`))
    .limit(casesMax)
  const placed = cases.flatMap(({ id: caseId, collectorId: staffId, ...one }, nth) => {
    const day = addDays(context.today, -(nth % days))
    const beganAt = context.at(day, 9 * 60 + ((nth * stepMinutes) % workMinutes))
    const again = Array.from({ length: attemptsToday[nth] ?? 0 }, (_, i) => context.at(context.today, 9 * 60 + i * 4))
    return [{ day, beganAt }, ...again.map((at) => ({ day: context.today, beganAt: at }))]
      .filter((call) => call.beganAt < later(context.now, -10))
      .map((call) => ({ ...one, caseId, staffId, ...call, nth }))
  })
  const numbers = await takeNumbers(db, callSubject.ids, placed.length)
  const calls = placed.map(({ day, nth, ...call }, at): CallSeed => {
    const isIncoming = nth % incomingEvery === incomingEvery - 1
    const fate = isIncoming ? 'ended' : fates[mixed(nth) % fates.length]!
    return {
      ...{
        id: idOf(callSubject.ids, day, numbers[at]!),
        direction: isIncoming ? 'in' : 'out',
        // somebody's own phone writes as well
        way: fate === 'handedOver' && nth % 2 === 0 ? 'whatsApp' : 'phone',
        state: fate,
      },
      ...call,
      ...(isIncoming && { ref: `seed:${nth}` }),
      ...courseOf(fate, call.beganAt, nth),
    }
  })
  await bulkInsert(db, callRows, calls)
  await addContactRefusals(db, placed, context)
}
