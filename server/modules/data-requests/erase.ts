import { and, eq, sql } from 'drizzle-orm'
import type { Customer } from '#contract/customers.ts'
import type { DataGroup, ErasureOutlook } from '#contract/data-requests.ts'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { destroyCustomerKey } from '#server/kernel/base/audit.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { eraseRobotCalls } from '#server/modules/ai-records/steps/erase.ts'
import { eraseRequestsAbout } from '#server/modules/approvals/steps.ts'
import { eraseOwner } from '#server/modules/blacklist/steps.ts'
import { eraseRecordings } from '#server/modules/calls/steps/erase.ts'
import { eraseCards } from '#server/modules/cards/steps.ts'
import { eraseHoldRemarks } from '#server/modules/case-holds/steps.ts'
import { eraseCheckRemarks } from '#server/modules/conduct-checks/steps.ts'
import { eraseCustomer } from '#server/modules/customers/steps/erase.ts'
import { eraseDisturbOwner } from '#server/modules/do-not-disturb/steps.ts'
import { eraseFollowUps } from '#server/modules/follow-ups/steps.ts'
import { eraseLoans } from '#server/modules/loans/steps/erase.ts'
import { eraseMessages } from '#server/modules/messages/steps/erase.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { erasePayers } from '#server/modules/payments/steps/erase.ts'
import { erasePictures } from '#server/modules/pictures/steps/erase.ts'
import { eraseProofs } from '#server/modules/proofs/steps.ts'
import { eraseInspectionRemarks } from '#server/modules/quality-inspections/steps.ts'
import { eraseReadings } from '#server/modules/readings/steps/readings.ts'
import { eraseRemarks } from '#server/modules/reviews/steps/erase.ts'
import { eraseTickets } from '#server/modules/tickets/steps.ts'
import { eraseWriteOffPayers } from '#server/modules/write-offs/steps/erase.ts'
import { keepRequest } from './actions.ts'
import { blockersOf, mustBeErasable } from './erasure-blockers.ts'
import { countSection, loansOf } from './section.ts'
import { groupOrder, sections } from './sections.ts'
import { dataRequestRows } from './store.ts'

type EraseContext = Pick<Context, 'tx' | 'app' | 'now'>
type Counts = ErasureOutlook['kept']

/** The last day on which what stays has to be kept: so many years after the last order was closed; null without any. */
async function keptUntilOf(id: IdOf<'customer'>, { tx, app }: EraseContext): Promise<LocalDate | null> {
  const [last] = await rowsOf<{ at: Date | string | null }>(
    tx,
    sql`select max(coalesce(closed_at, decided_at, applied_at)) as at from loans where id in ${loansOf(id)}`,
  )
  if (!last?.at) return null
  const closedOn = businessDate(toInstant(new Date(last.at)), app.clock.country)
  const year = Number(closedOn.slice(0, 4)) + (await parameter(tx, 'erasure.keepYears'))
  const day = `${year}${closedOn.slice(4)}`
  return (day.endsWith('-02-29') ? `${year}-03-01` : day) as LocalDate // a leap day has no other every year
}

/** How many rows would go or be emptied, and how many would stay, emptied or not, by kind. */
async function countsOf(id: IdOf<'customer'>, { tx }: EraseContext): Promise<Record<'erased' | 'kept', Counts>> {
  const counts = { erased: new Map<DataGroup, number>(), kept: new Map<DataGroup, number>() }
  for (const section of sections) {
    const { group, onErasure } = section
    const count = await countSection(tx, section, id)
    const add = (side: Map<DataGroup, number>) => side.set(group, (side.get(group) ?? 0) + count)
    if (onErasure !== 'keeps') add(counts.erased)
    if (onErasure !== 'deletes') add(counts.kept)
  }
  const told = (side: ReadonlyMap<DataGroup, number>) =>
    [...side]
      .map(([group, count]) => ({ group, count }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => groupOrder(a.group) - groupOrder(b.group))
  return { erased: told(counts.erased), kept: told(counts.kept) }
}

const total = (counts: Counts): number => counts.reduce((sum, { count }) => sum + count, 0)

/** What is counted, in the reader's words: `Loans 2, Messages 14`. */
const told = (counts: Counts, { t }: Pick<Context, 't'>): string =>
  counts.map(({ group, count }) => `${t(`dataRequests.group.${group}`)} ${count}`).join(', ')

/** Dry run of an erasure: what would go, what would stay and until when, what stands against it. */
export async function outlookOf(id: IdOf<'customer'>, context: Context): Promise<ErasureOutlook> {
  const blockers = await blockersOf(context.tx, id)
  return {
    ...(await countsOf(id, context)),
    keptUntil: await keptUntilOf(id, context),
    blockers: blockers.map((one) => context.t(`faults.${one.fault}`, { id: one.id })),
  }
}

/** Erases what is personal in every table that knows a customer, each by the steps of its module. */
async function eraseEverywhere(
  id: IdOf<'customer'>,
  erasure: Parameters<typeof eraseCustomer>[2],
  context: EraseContext,
) {
  const { tx, app, now } = context
  await destroyCustomerKey(tx, id, now)
  await eraseCustomer(tx, id, erasure)
  await eraseCards(tx, id, app.secrets)
  await erasePictures(tx, id, now)
  await eraseReadings(tx, id)
  await eraseRecordings(tx, id, now)
  await eraseRobotCalls(tx, id, now)
  await eraseMessages(tx, id)
  await eraseOwner(tx, id)
  await eraseDisturbOwner(tx, id)
  await eraseRequestsAbout(tx, id)
  const loans = await eraseLoans(tx, id)
  await eraseTickets(tx, id, loans)
  await eraseHoldRemarks(tx, loans)
  await eraseFollowUps(tx, id)
  await eraseRemarks(tx, loans)
  await eraseInspectionRemarks(tx, loans)
  await eraseCheckRemarks(tx, loans)
  await eraseProofs(tx, loans)
  await erasePayers(tx, loans)
  await eraseWriteOffPayers(tx, loans)
  // files of earlier exports are gone at once for whoever asks, and with the next purge for good
  const files = and(eq(dataRequestRows.customerId, id), eq(dataRequestRows.state, 'ready'))
  await tx.update(dataRequestRows).set({ expiresAt: now }).where(files)
}

/**
 * Erases a customer, once a second person has released it.
 * @throws Refusal by what is owed or under way, `second_person_needed`.
 */
export async function askErasure(reason: string, call: Call<never, Customer>): Promise<void> {
  const { row, tx, today, effect } = call
  await mustBeErasable(tx, row.id)
  const { erased, kept } = await countsOf(row.id, call)
  const keptUntil = await keptUntilOf(row.id, call)
  effect('erased', told(erased, call))
  if (kept.length > 0) effect('kept', call.t('dataRequests.stays', { what: told(kept, call), until: keptUntil ?? '–' }))
  const checkerId = call.mustBeReleased()
  await eraseEverywhere(row.id, { erasedOn: today, keptUntil }, call)
  const counts = { count: total(erased), kept: total(kept), keptUntil }
  await keepRequest(reason, { kind: 'erasure', state: 'done', ...counts }, checkerId, call)
}
