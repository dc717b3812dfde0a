import type { LocalDate } from '#contract/kernel/values.ts'
import type { RepaymentChannel } from '#contract/loans/write-off.ts'
import type { Random } from '#server/seed/history/random.ts'
import type { Debt } from './debt.ts'
import { handleOf } from './payments.ts'

/** A transfer past the channels, as whoever made it has it in writing. */
export interface TransferSlip {
  readonly amountMinor: number
  readonly channel: RepaymentChannel
  readonly bankCode: string
  readonly utr: string
  readonly upi: string
  readonly repaidOn: LocalDate
}

const ways = [
  ['bankTransfer', 50],
  ['offline', 35],
  ['eWallet', 15],
] as const

/** The slip of a transfer of that amount on that day. */
export const slipOf = (
  { order }: Debt,
  amountMinor: number,
  { day, random }: { readonly day: LocalDate; readonly random: Random },
): TransferSlip => ({
  amountMinor,
  channel: random.weighted(ways),
  bankCode: random.weighted(order.context.pack.banks.map(([code, , weight]) => [code, weight] as const)),
  utr: order.context.book.utr(day),
  upi: handleOf(order, random),
  repaidOn: day,
})
