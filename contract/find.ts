import { z } from 'zod'
import { api, read } from './kernel/endpoint.ts'

/** What colleagues are found as; everything else is found as the noun of its subject. */
export const staffNoun = 'staff'

/** A search result: a record, masked, in the reader's language. */
export const FoundRecord = z.object({
  noun: z.string(),
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
