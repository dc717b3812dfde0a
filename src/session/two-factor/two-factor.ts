import { account } from '#contract/account.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import { call } from '#src/call/call.ts'

/** A secret that waits for its first code. */
export type TwoFactorSecret = Output<typeof account.beginTwoFactor>

/** Has the server make a secret. @throws CallFailed */
export const beginTwoFactor = (): Promise<TwoFactorSecret> => call(account.beginTwoFactor, {})

/** A secret as it is read out and typed: in groups of four. */
export const formatSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''
