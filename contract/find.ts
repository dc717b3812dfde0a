import { z } from 'zod'
import { api, read } from './kernel/endpoint.ts'

/** Kinds of records that are found by what people have at hand: a number, a phone, a name. */
export const findable = [
  ...(['loan', 'customer', 'plan', 'payment', 'proof', 'reduction', 'writeOff', 'extension', 'coupon'] as const),
  ...(['case', 'ticket', 'batch', 'staff'] as const),
] as const
export type Findable = (typeof findable)[number]

/** A record that was found: masked, and in the reader's words. */
export const FoundRecord = z.object({
  kind: z.enum(findable),
  id: z.string(),
  /** The name of a person, where it is about one. */
  name: z.string().nullable(),
  /** What tells it from others: its state, its phone as it may be seen. */
  hint: z.string(),
})
export type FoundRecord = z.output<typeof FoundRecord>

/** Longest text that is looked for. */
export const textMax = 64

/** Records by what people have at hand. The text stays out of the address: it may be a name or a phone. */
export const finding = api('find', {
  /** Looks for records by id, phone, UTR, name or account, within what the caller may see. `people`: nobody else. */
  records: read('POST /find', {
    may: 'anyone',
    input: z.object({ text: z.string().max(textMax), people: z.boolean().default(false) }),
    output: z.object({ found: z.array(FoundRecord) }),
  }),
})
