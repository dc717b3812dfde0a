import { createHash } from 'node:crypto'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { proof as proofSubject } from '#contract/proofs.ts'
import { stageOf } from '#contract/stage-days.ts'
import type { Random } from '#server/seed/history/random.ts'
import { type Member, staffOf } from '#server/seed/staff.ts'
import type { Debt, Proof } from './debt.ts'
import { slipPicture } from './slip-image.ts'
import { lineOf, wasRead } from './statements.ts'
import { slipOf, type TransferSlip } from './transfer-slips.ts'

const service = staffOf('CS')
const operations = staffOf('OPS')
const collectors = staffOf('COL')
const refusals = ['Picture shows another order', 'Transfer is older than the loan', 'Amount cannot be read'] as const
const statementShare = 0.6

/** What becomes of proofs that nobody has asked a write-off for; no statement has a transfer of today. */
const proofOutcomes = [
  ['submitted', 22],
  ['matched', 28],
  ['duplicate', 14],
  ['differs', 16],
  ['rejected', 20],
] as const
const outcomesOfToday = [
  ['submitted', 60],
  ['duplicate', 15],
  ['rejected', 25],
] as const

/** What became of a proof. */
type Outcome =
  | { readonly state: 'submitted' | 'matched' | 'rejected' }
  | { readonly state: 'duplicate'; readonly of: IdOf<'proof'> }
  | {
      readonly state: 'converted'
      readonly writeOffId: IdOf<'writeOff'>
      readonly handler: Member
      readonly handledAt: Date
    }

/** Who hands a proof in, and where they have it from. */
function senderOf(debt: Debt, random: Random): { readonly maker: Member; readonly source: Proof['source'] } {
  const { today, stages } = debt.order.context
  const late = debt.lateOn(today)
  const collected = late > 0 && stageOf(stages, late) !== undefined
  const source = random.weighted([
    ['collector', collected ? 45 : 0],
    ['customerService', 35],
    ['operations', 20],
  ] as const)
  const desks = { collector: collectors, customerService: service, operations } as const
  return { maker: random.pick(desks[source]), source }
}

/** Keeps the picture of a slip. */
function keepPicture({ order }: Debt, proof: Proof): void {
  const { context } = order
  const { amountMinor, currency, utr, paidOn, bankCode, submittedAt, makerId } = proof
  const amount = formatMoney(ofMinor(amountMinor, currency), 'en').replaceAll(/[^\d.]/g, '')
  const { bytes, ...about } = slipPicture([`PAID ${currency} ${amount}`, `UTR ${utr}`, `${bankCode} ${paidOn}`])
  const digest = createHash('sha256').update(bytes).digest('hex')
  const id = `slip${proof.id}${digest.slice(0, 8)}` as IdOf<'proofImage'> // nobody else names one so
  const kept = { id, proofId: proof.id, ...about, digest, bytes }
  context.book.buffers.proofImages.add({ ...kept, uploadedById: makerId, uploadedAt: submittedAt })
}

/** The columns that follow from what became of a proof, beside its state. */
function outcomeColumns(outcome: Outcome): Partial<Proof> {
  if (outcome.state === 'duplicate') return { duplicateOf: outcome.of }
  if (outcome.state !== 'converted') return {}
  return { writeOffId: outcome.writeOffId, handlerId: outcome.handler.id, handledAt: outcome.handledAt }
}

/** Somebody shows a transfer; the bank's statement may have it, too. */
export function writeProof(
  debt: Debt,
  slip: TransferSlip,
  { at, outcome }: { readonly at: Date; readonly outcome: Outcome },
  random: Random,
): Proof {
  const { order } = debt
  const { context, row } = order
  const { maker, source } = senderOf(debt, random)
  const { repaidOn, ...shown } = slip
  const open = { duplicateOf: null, handlerId: null, handledAt: null, reason: null, writeOffId: null }
  const proof: Proof = {
    ...{ id: context.book.id(proofSubject.ids, context.dateOf(at)), loanId: row.id, planId: debt.open?.id ?? null },
    ...{ state: outcome.state, ...shown, paidOn: repaidOn, currency: row.currency, source },
    ...{ makerId: maker.id, makerUnitPath: maker.unit.path, submittedAt: at, ...open, ...outcomeColumns(outcome) },
  }
  debt.proofs.push(proof)
  keepPicture(debt, proof)
  order.log('enterProof', at, maker.name, { reason: `UTR ${slip.utr}` })
  if (outcome.state === 'matched' || (outcome.state === 'converted' && random.chance(statementShare))) {
    const read = lineOf(context, slip, { outcome: 'proof', loanId: row.id, proofId: proof.id }, random)
    if (read && outcome.state === 'matched' && read.at > at)
      Object.assign(proof, { handlerId: read.by.id, handledAt: read.at })
  }
  if (outcome.state === 'converted')
    order.log('verifyProof', outcome.handledAt, outcome.handler.name, { reason: outcome.writeOffId })
  return proof
}

/** Somebody shows a transfer that nobody has asked a write-off for: it waits, was shown twice, or proves nothing. */
export function showProof(debt: Debt, at: Date, random: Random): void {
  const { context } = debt.order
  const day = context.dateOf(at)
  debt.advance(day)
  const parts = random.pick([1, 1, 2, 3])
  const slip = slipOf(debt, Math.floor(debt.repayableMinor / parts / 100) * 100, { day, random })
  const state = wasRead(context, day)
    ? context.drawEvenly('proof', proofOutcomes)
    : context.drawEvenly('proof of today', outcomesOfToday)
  const shown = state === 'matched' || state === 'rejected' ? state : 'submitted'
  const first = writeProof(debt, slip, { at, outcome: { state: shown } }, random)
  if (state === 'rejected') {
    const handledAt = context.sameDay(at, random.int(20, 170))
    const told = { handlerId: random.pick(operations).id, handledAt, reason: random.pick(refusals) }
    Object.assign(first, told satisfies Partial<Proof>)
  }
  if (state === 'duplicate') {
    const again = context.sameDay(at, random.int(5, 200))
    writeProof(debt, slip, { at: again, outcome: { state, of: first.id } }, random)
  }
  if (state === 'differs') {
    const booked = { ...slip, amountMinor: slip.amountMinor + 10_000 }
    lineOf(context, booked, { outcome: 'differs', loanId: first.loanId }, random)
  }
}
