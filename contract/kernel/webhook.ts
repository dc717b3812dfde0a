import { z } from 'zod'

/** Longest payload, in characters. */
const payloadMax = 4_000

/** Webhook: a call by a provider. `payload` is JSON, exactly as it was signed. */
export const webhook = {
  requires: 'public',
  /** A provider calls back for a whole run at once. */
  perMinute: 6_000,
  input: z.object({ payload: z.string().max(payloadMax), signature: z.string().max(200) }),
  secrets: ['signature'],
} as const

/** What every webhook may be refused with. */
export const webhookFaults = ['bad_signature', 'bad_payload'] as const
