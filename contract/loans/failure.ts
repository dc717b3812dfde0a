import { Choice } from '../kernel/values.ts'

const codes = ['card_invalid', 'name_mismatch', 'bank_down', 'limit', 'other'] as const

/** Why a pay-out failed, as far as it tells what to do about it. */
export const FailureCode = Choice('loans.failureCode', codes)
export type FailureCode = (typeof codes)[number]

/** Those that pass by themselves: the same pay-out may go well later, with nobody having done anything. */
export const passingFailures = ['bank_down', 'limit'] as const satisfies readonly FailureCode[]

/** The class of a code that a channel gives: one that nobody knows here is another. */
export const failureClass = (code: string): FailureCode => codes.find((known) => known === code) ?? 'other'
