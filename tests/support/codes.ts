import { Secret, TOTP } from 'otpauth'
import type { Account, World } from './server.ts'

const periodMs = 30_000

/** The code that an authenticator shows for a secret at a moment. */
export const codeAt = (secret: string, now: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })

/** Sets somebody's two-factor up, as they would; the clock has moved on to where a new code is shown. */
export async function enrolled({ as, clock }: Pick<World, 'as' | 'clock'>, who: Account, password: string) {
  await as(who).session.prove({ proof: password })
  const { secret } = await as(who).account.beginTwoFactor()
  const { recoveryCodes } = await as(who).account.confirmTwoFactor({ code: codeAt(secret, clock.now()) })
  clock.forward(periodMs)
  return { secret, recoveryCodes, code: () => codeAt(secret, clock.now()) }
}
