import { ofMinor } from '#contract/kernel/money.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { Loan } from '#contract/loans/row.ts'
import type { RepaymentChannel } from '#contract/loans/write-off.ts'
import { amountCell } from '#contract/products/cell-codecs.ts'
import { proofs } from '#contract/proofs.ts'
import { CallFailed, call } from '#src/call/call.ts'
import { invalidate } from '#src/call/query-client.ts'
import { upload } from '#src/call/upload.ts'

/** What is typed into the form, field by field. */
export interface ProofDraft {
  readonly amount: string
  readonly paidOn: string
  readonly channel: RepaymentChannel
  readonly bankCode: string
  readonly utr: string
  readonly upi: string
}

/** What is wrong, by field, in the reader's words. */
export type ProofProblems = Readonly<Record<string, string>>

const typed = ['amount', 'paidOn', 'bankCode', 'utr', 'upi'] as const

type Order = Pick<Loan, 'id' | 'version' | 'amount'>

/** Sends the pictures, and then the proof that they belong to. */
async function send({ id, version, amount: lent }: Order, draft: ProofDraft, minor: number, files: readonly File[]) {
  const images = []
  for (const image of files) images.push((await upload(proofs.upload, { image })).id)
  const { paidOn, ...told } = draft
  const entry = { ...told, id, version, amount: ofMinor(minor, lent.currency), paidOn: paidOn as LocalDate, images }
  await call(proofs.enter, entry, { idempotencyKey: crypto.randomUUID() })
}

/** Hands a proof in; answers what is wrong with it, null where it was taken. `say` has the words for what is typed wrong. */
export async function submitProof(
  order: Order,
  draft: ProofDraft,
  files: readonly File[],
  say: (key: string) => string,
): Promise<ProofProblems | null> {
  const missing = typed.filter((name) => draft[name].trim() === '')
  if (missing.length > 0) return Object.fromEntries(missing.map((name) => [name, say('issues.required')]))
  const read = amountCell.read(draft.amount.trim().replaceAll(',', ''), order.amount.currency)
  if ('problem' in read) return { amount: say(`issues.${read.problem}`) }
  try {
    await send(order, draft, Number(read.value), files)
    invalidate(['proofs', 'loans'])
    return null
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    const { fields, message } = error
    if (fields.length === 0) return { whole: message }
    // a field within a field stands under the one that is shown
    return Object.fromEntries(fields.map(({ field, reason }) => [field.split('.')[0]!, reason]))
  }
}
