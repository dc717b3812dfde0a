import { z } from 'zod'
import { api, read } from './kernel/endpoint.ts'

/** Kinds of records that the record search finds by what people have at hand: a number, a phone, a name. */
export const findableKinds = [
  ...(['loan', 'customer', 'plan', 'payment', 'proof', 'reduction', 'writeOff', 'extension', 'coupon'] as const),
  ...(['case', 'ticket', 'batch', 'staff'] as const),
] as const
export type FindableKind = (typeof findableKinds)[number]

/** A search result: a record, masked, in the reader's language. */
export const FoundRecord = z.object({
  kind: z.enum(findableKinds),
  id: z.string(),
  /** The name of a person, where it is about one. */
  name: z.string().nullable(),
  /** What tells it from others: its state, its phone as it may be seen. */
  hint: z.string(),
})
export type FoundRecord = z.output<typeof FoundRecord>

/** Longest text that is looked for. */
export const findTextMax = 64

/** Records by what people have at hand. The text stays out of the address: it may be a name or a phone. */
export const find = api('find', {
  /** Looks for records by id, phone, UTR, name or account, within what the caller may see. `people`: nobody else. */
  records: read('POST /find', {
    requires: 'anyone',
    input: z.object({ text: z.string().max(findTextMax), people: z.boolean().default(false) }),
    output: z.object({ found: z.array(FoundRecord) }),
  }),
})
