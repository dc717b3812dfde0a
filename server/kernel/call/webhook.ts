import type { z } from 'zod'
import type { Input } from '#contract/kernel/endpoint.ts'
import type { webhook } from '#contract/kernel/webhook.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'

/** What a payload says that nobody has verified yet: whose signature it has to have. Empty where it says nothing. */
export function claimIn({ payload }: Pick<Input<typeof webhook>, 'payload'>, field: string): string {
  try {
    const claimed = (JSON.parse(payload) as Readonly<Record<string, unknown>> | null)?.[field]
    return typeof claimed === 'string' ? claimed : ''
  } catch {
    return ''
  }
}

/** Texts without what no database keeps: zero bytes, and halves of signs. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

/**
 * What a provider sent, if it is really from `sender`.
 * @throws Refusal `bad_signature`, which is counted: anybody can send such; `bad_payload`.
 */
export function mustBeSigned<Schema extends z.ZodType>(
  schema: Schema,
  { payload, signature }: Input<typeof webhook>,
  sender: string,
  { secrets }: { readonly secrets: Pick<Secrets, 'verify'> },
): z.output<Schema> {
  if (!secrets.verify(sender, payload, signature)) throw new Refusal('bad_signature', undefined, { counted: true })
  try {
    return schema.parse(JSON.parse(payload, storable))
  } catch {
    throw new Refusal('bad_payload')
  }
}
