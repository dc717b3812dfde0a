import { count, eq } from 'drizzle-orm'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type WriteOff, type WriteOffEnding, writeOff, writeOffEvents } from '#contract/write-offs.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { InvalidInput, Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { mustBeMaker, mustNotBeMaker } from '#server/modules/four-eyes/steps.ts'
import { catchUp } from '#server/modules/loans/steps/overdue.ts'
import { lockFor, lockLoan, mustAllow } from '#server/modules/loans/steps/transition.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { flagRequest } from '#server/modules/plans/steps/plans.ts'
import { limitFor } from '#server/modules/roles/steps.ts'
import {
  type Measured,
  measure,
  mustBeAlone,
  mustBeAmount,
  mustBeCurrency,
  mustBeUtr,
  type Received,
} from './measure.ts'
import { type Effect, minorOf, settleExtended, settlePaid, type TransferDetails, writeOffRest } from './settle.ts'
import { fileWriteOff, type WriteOffArgs } from './steps/file-write-off.ts'
import { writeOffRows } from './store.ts'

type WriteOffCall = Call<never, WriteOff>
type StoredWriteOff = typeof writeOffRows.$inferSelect

/** Files a request about an order. */
export async function request(loanId: IdOf<'loan'>, wanted: WriteOffArgs, call: Context): Promise<void> {
  await fileWriteOff(await lockFor(call.tx, loanId, writeOffEvents[wanted.type]), wanted, call)
}

/** What is given up at once, and what came in before. */
export type OperationalArgs = { readonly reason: string } & {
  readonly [Name in Exclude<keyof Received, 'repaidOn'>]?: Received[Name] | undefined
}

/** Where money came in, all of it has to be told. */
function mustBeWhole(given: OperationalArgs): void {
  if (minorOf(given.amount) === 0) return
  const missing = (['channel', 'bankCode', 'utr', 'upi'] as const).filter((name) => given[name] === undefined)
  if (missing.length === 0) return
  throw new InvalidInput(
    missing.map((name) => ({ code: 'custom', path: [name], message: 'required', input: undefined })),
  )
}

/** Whoever gives something up stays within their own limit. */
async function mustBeWithinLimit(lossMinor: number, loan: StoredLoan, { tx, actor }: Context): Promise<void> {
  const most = await limitFor(tx, actor, await parameter(tx, 'writeOff.limits'))
  if (most !== null && lossMinor > most) throw new Refusal('needs_executive', { limit: ofMinor(most, loan.currency) })
}

/** Gives up what an order owes, at once and for good. */
export async function operational(loanId: IdOf<'loan'>, given: OperationalArgs, call: Context): Promise<void> {
  const { tx, actor, now, today } = call
  mustBeWhole(given)
  const loan = await lockFor(tx, loanId, 'writeOffOperational')
  const amountMinor = minorOf(given.amount)
  if (given.amount) mustBeCurrency(loan, given.amount)
  const measured = await measure('operational', loan, today, call)
  mustBeAlone(measured.books)
  mustBeAmount('operational', amountMinor, loan, measured)
  if (given.utr) await mustBeUtr({ utr: given.utr, amountMinor }, call)
  await mustBeWithinLimit(measured.repayableMinor - amountMinor, loan, call)
  const { channel = null, bankCode = null, utr = null, upi = null, reason } = given
  const slip = { amountMinor, channel, bankCode, utr, upi }
  const ending = { ...call, reason, event: 'writeOffOperational', blacklist: true } as const
  const effect = await writeOffRest(loan, slip, measured, ending)
  await tx.insert(writeOffRows).values({
    ...{ id: await newId(tx, writeOff.ids, today), state: 'passed', type: 'operational', loanId: loan.id, reason },
    ...{ currency: loan.currency, repayableMinor: measured.repayableMinor, ...slip, ...effect, blacklist: true },
    ...{ repaidOn: amountMinor > 0 ? today : null, makerId: actor.id, makerUnitPath: actor.unitPath },
    ...{ requestedAt: now, checkerId: actor.id, auditedAt: now, effectiveAt: now },
  })
}

/** Sheets beyond so many lines are for executives. */
async function mustBeSmall({ sheet }: StoredWriteOff, { tx, actor }: Context): Promise<void> {
  if (!sheet) return
  const most = await limitFor(tx, actor, await parameter(tx, 'writeOff.sheetLimits'))
  if (most === null) return
  const [lines] = await tx.select({ count: count() }).from(writeOffRows).where(eq(writeOffRows.sheet, sheet))
  if (Number(lines!.count) > most) throw new Refusal('sheet_needs_executive', { max: most })
}

/** Does what a request is for, measured again on the day its money counts for. */
async function effectOf(
  asked: StoredWriteOff,
  loan: StoredLoan,
  measured: Measured,
  call: WriteOffCall,
): Promise<Effect> {
  const slip: TransferDetails = asked
  const { reason, blacklist } = asked
  if (asked.type === 'rollover') return settleExtended(loan, slip, measured, { ...call, reason })
  if (asked.type !== 'batch') return settlePaid(loan, slip, measured, { ...call, reason })
  return writeOffRest(loan, slip, measured, { ...call, reason, event: 'writeOffBatch', blacklist })
}

const set = ({ tx, row }: WriteOffCall, values: Partial<typeof writeOffRows.$inferInsert>) =>
  tx.update(writeOffRows).set(values).where(eq(writeOffRows.id, row.id))

/** Takes the mark of an open request off the plans of an order. */
async function unflag(measured: Pick<Measured, 'books'>, { tx }: WriteOffCall): Promise<void> {
  for (const plan of measured.books.plans) await flagRequest(tx, plan.id, false)
}

/** Has a request take effect; where that is not possible any more, it stays as it is. */
export async function pass(note: string | undefined, call: WriteOffCall): Promise<void> {
  const { tx, row, actor, now, today } = call
  mustNotBeMaker(call)
  const loan = await catchUp(tx, (await lockLoan(tx, row.loanId))!, call.app)
  const [asked] = await tx.select().from(writeOffRows).where(eq(writeOffRows.id, row.id))
  await mustBeSmall(asked!, call)
  const { type, amountMinor, utr, repaidOn } = asked!
  // its code may have changed since the request was read: the nights that were missed have just been made up for
  if (type !== 'operational') mustAllow(loan, writeOffEvents[type])
  const measured = await measure(type, loan, repaidOn ?? today, call)
  mustBeAmount(type, amountMinor, loan, measured)
  if (utr) await mustBeUtr({ utr, amountMinor }, call, asked!.id)
  await unflag(measured, call)
  // before it takes effect: what settles the order ends every request about it that is still open
  await set(call, { state: 'passed', note: note || null, checkerId: actor.id, auditedAt: now })
  await set(call, { effectiveAt: now, ...(await effectOf(asked!, loan, measured, call)) })
}

async function turnDown(note: string, call: WriteOffCall): Promise<void> {
  const { tx, row, actor, now, today } = call
  const loan = (await lockLoan(tx, row.loanId))!
  await set(call, { state: 'rejected', note, checkerId: actor.id, auditedAt: now })
  const books = await measure('partial', loan, today, call).catch(nothingOwed)
  if (books) await unflag(books, call)
}

/** An order that was settled meanwhile has no plan left to take a mark off. */
function nothingOwed(error: unknown): null {
  if (error instanceof Refusal && error.fault === 'nothing_owed') return null
  throw error
}

/** Refuses a request, for a reason. */
export async function reject(note: string, call: WriteOffCall): Promise<void> {
  mustNotBeMaker(call)
  await turnDown(note, call)
}

/** Takes one's own request back. */
export async function withdraw(call: WriteOffCall): Promise<void> {
  mustBeMaker(call)
  await turnDown('withdrawnByMaker' satisfies WriteOffEnding, call)
}
