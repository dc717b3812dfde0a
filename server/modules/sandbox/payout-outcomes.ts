import { sha256 } from '#server/kernel/base/secrets.ts'

/** How the sandbox treats one pay-out. */
export interface SimulatedOutcome {
  readonly outcome: 'paid' | 'failed'
  readonly failureCode: string | null
  /** After so long it is decided. */
  readonly delayMs: number
  readonly calls: number
  /** Whether the order itself is answered too late to be believed. */
  readonly hangs: boolean
}

/** What a channel says when it does not pay. */
export const failureTexts: Readonly<Record<string, string>> = {
  card_invalid: 'IFSC invalid',
  name_mismatch: 'Beneficiary name does not match',
  bank_down: 'Beneficiary bank down',
  limit: 'Account limit reached',
}
const failureCodes = Object.keys(failureTexts)

/** Accounts that end so always meet the same fate, for demonstrations and tests. */
const fixed: Readonly<Record<string, Partial<SimulatedOutcome>>> = {
  '0000': { outcome: 'paid', failureCode: null, hangs: false, calls: 1 },
  '0001': { outcome: 'failed', failureCode: 'card_invalid', hangs: false, calls: 1 },
  '0002': { outcome: 'failed', failureCode: 'bank_down', hangs: false, calls: 1 },
  '0003': { outcome: 'paid', failureCode: null, hangs: false, calls: 3 },
  '0004': { outcome: 'paid', failureCode: null, hangs: true, calls: 1 },
}

/**
 * The fate of a pay-out. Follows from its id and `seed` alone: the same book meets the same luck every time.
 * Of a hundred, about 85 are paid, 2 are answered too late, and 5 are called back about more than once.
 */
export function simulatePayout(
  payoutId: string,
  account: string,
  { seed, delayMs }: { seed: string; delayMs: number },
): SimulatedOutcome {
  const digest = sha256(`${seed} ${payoutId}`)
  const dice = (at: number) => Number.parseInt(digest.slice(at, at + 4), 16) % 100
  const failed = dice(0) >= 85
  return {
    outcome: failed ? 'failed' : 'paid',
    failureCode: failed ? failureCodes[dice(4) % failureCodes.length]! : null,
    delayMs: delayMs + Math.round((delayMs * dice(8)) / 50),
    calls: dice(12) < 5 ? 2 : 1,
    hangs: dice(16) < 2,
    ...fixed[account.slice(-4)],
  }
}
