import { and, asc, eq, isNull, or } from 'drizzle-orm'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, Money } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { statementLineRows, statementRows } from './store.ts'

type LineId = IdOf<'statementLine'>
interface Owner {
  readonly proofId: IdOf<'proof'>
  readonly loanId: IdOf<'loan'>
}

type StoredLine = typeof statementLineRows.$inferSelect

/** A line that was refused belongs to nothing: it only says which payment it could not be used for. */
const isTaken = ({ outcome, proofId, paymentId }: Pick<StoredLine, 'outcome' | 'proofId' | 'paymentId'>) =>
  outcome !== 'refused' && (proofId ?? paymentId) !== null
const isFree = or(
  eq(statementLineRows.outcome, 'refused'),
  and(isNull(statementLineRows.proofId), isNull(statementLineRows.paymentId)),
)
/** What a line was found to be before it belongs to something, or once it belongs to nothing again. */
const unmatched = { outcome: 'unmatched', loanId: null, proofId: null, paymentId: null, note: null } as const

/** The first line of any statement with this UTR, locked. */
export async function findLine(tx: Db, utr: string) {
  const [row] = await tx
    .select()
    .from(statementLineRows)
    .where(eq(statementLineRows.utr, utr))
    .orderBy(asc(statementLineRows.id))
    .limit(1)
    .for('update')
  return row && { ...row, amount: ofMinor(row.amountMinor, row.currency) }
}

/**
 * The line of a transfer of just this amount that belongs to nothing yet, locked.
 * @throws Refusal `line_unknown`, `line_taken`, `line_differs`.
 */
export async function mustBeFreeLine(tx: Db, { utr, amount }: { readonly utr: string; readonly amount: Money }) {
  const line = await findLine(tx, utr)
  const field = 'utr'
  if (!line) throw new Refusal('line_unknown', undefined, { field })
  if (isTaken(line)) throw new Refusal('line_taken', undefined, { field })
  if (line.amount.minor !== amount.minor || line.amount.currency !== amount.currency)
    throw new Refusal('line_differs', { amount: line.amount }, { field })
  return line
}

/**
 * Four-eyes: a statement is typed as easily as a UTR, so whoever has read it takes no money for made by it.
 * @throws Refusal `line_own`.
 */
export async function mustBeReadByAnother(
  tx: Db,
  { statementId }: { readonly statementId: IdOf<'statement'> },
  { id, name }: Pick<Actor, 'id' | 'name'>,
): Promise<void> {
  const [statement] = await tx.select().from(statementRows).where(eq(statementRows.id, statementId))
  const { readBy } = statement! // of a line that was found
  if (readBy === id || readBy === name) throw new Refusal('line_own', undefined, { field: 'utr' })
}

/** Says which payment the transfer of a line is. */
export async function assignLineToPayment(
  tx: Db,
  id: LineId,
  owner: { readonly paymentId: IdOf<'payment'>; readonly loanId: IdOf<'loan'> },
): Promise<void> {
  await tx
    .update(statementLineRows)
    .set({ ...unmatched, ...owner, outcome: 'payment' })
    .where(eq(statementLineRows.id, id))
}

/** Says which proof the transfer of a line belongs to. */
export async function assignLine(tx: Db, id: LineId, owner: Owner): Promise<void> {
  await tx
    .update(statementLineRows)
    .set({ ...unmatched, ...owner, outcome: 'proof' })
    .where(eq(statementLineRows.id, id))
}

/** Whatever transfer a proof was found to be belongs to nothing again. */
export async function releaseLines(tx: Db, proofId: IdOf<'proof'>): Promise<void> {
  await tx.update(statementLineRows).set(unmatched).where(eq(statementLineRows.proofId, proofId))
}

/** Takes the line of a transfer that nothing has matched yet. Answers whether there was one of just this amount. */
export async function claimLine(
  tx: Db,
  { utr, amount, ...owner }: Owner & { readonly utr: string; readonly amount: Money },
): Promise<boolean> {
  const free = and(
    eq(statementLineRows.utr, utr),
    eq(statementLineRows.amountMinor, amount.minor),
    eq(statementLineRows.currency, amount.currency),
    isFree,
  )
  const [line] = await tx
    .select()
    .from(statementLineRows)
    .where(free)
    .orderBy(asc(statementLineRows.id))
    .limit(1)
    .for('update')
  if (line) await assignLine(tx, line.id, owner)
  return line !== undefined
}
