import type { z } from 'zod'
import { ok, refused, type Verdict } from '../kernel/fault.ts'
import { ofMinor } from '../kernel/money.ts'
import { Choice, type Currency } from '../kernel/values.ts'

/** How a debt is settled by hand. Source: specification, sections 4 and 5. */
export const WriteOffType = Choice('writeOffs.type', ['full', 'operational', 'batch', 'rollover', 'partial'])
export type WriteOffType = z.output<typeof WriteOffType>

/** What a write-off is measured by, on the day of its repayment. */
export interface WriteOffBounds {
  readonly repayableMinor: number
  readonly extensionRepayableMinor: number
  readonly currency: Currency
}

/**
 * Whether `amountMinor` is an amount that this type of write-off may have received. Full: what is repayable; partial:
 * less, but something; rollover: what the extension costs; operational and batch: anything up to what is repayable,
 * the rest is a loss. Refuses naming the amount that would do.
 */
export function writeOffAmount(
  type: WriteOffType,
  amountMinor: number,
  { repayableMinor, extensionRepayableMinor, currency }: WriteOffBounds,
): Verdict {
  const repayable = ofMinor(repayableMinor, currency)
  if (type === 'full') {
    return amountMinor === repayableMinor ? ok : refused('write_off_not_repayable', { repayable })
  }
  if (type === 'partial') {
    return amountMinor > 0 && amountMinor < repayableMinor ? ok : refused('write_off_not_partial', { repayable })
  }
  if (type === 'rollover') {
    const amount = ofMinor(extensionRepayableMinor, currency)
    return amountMinor === extensionRepayableMinor ? ok : refused('write_off_not_extension', { amount })
  }
  return amountMinor >= 0 && amountMinor <= repayableMinor ? ok : refused('more_than_repayable', { repayable })
}

/** By which way money came back. Source: specification, section 5. */
export const RepaymentChannel = Choice('payments.channel', ['eWallet', 'bankTransfer', 'offline', 'link'])
export type RepaymentChannel = z.output<typeof RepaymentChannel>

const accepted = /^[A-Z0-9]{12,22}$/

/**
 * Whether `utr` can be the reference of a transfer of `amountMinor`. Where no money moved, the number of the memo
 * that decided so stands in its place.
 */
export const utrAccepted = (utr: string, amountMinor: number): Verdict =>
  accepted.test(utr) || (amountMinor === 0 && utr.trim() !== '') ? ok : refused('utr_malformed')
