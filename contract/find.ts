import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'
import type { Secret } from './kernel/values.ts'

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

/** Personal data that records are looked up by. */
export const lookUpKinds = ['phone', 'email', 'pan', 'aadhaar', 'account', 'upi'] as const satisfies readonly Secret[]
export type LookUpKind = (typeof lookUpKinds)[number]
/** Those of them that customers are identified by. */
export const isIdentity = (of: LookUpKind): boolean => of === 'pan' || of === 'aadhaar'

/** Records by what people have at hand. The text stays out of the address: it may be a name or a phone. */
export const find = api('find', {
  /**
   * Looks for records by id, UTR, name or account, within what the caller may see; by phone for whoever may reveal one.
   * `people`: nobody else.
   */
  records: read('POST /find', {
    requires: 'anyone',
    input: z.object({ text: z.string().max(findTextMax), people: z.boolean().default(false) }),
    output: z.object({ found: z.array(FoundRecord) }),
  }),

  /**
   * Looks records up by one full value of masked data, so often a day, each time on the record. Of an Aadhaar number the
   * last four digits do, `beside` a full phone or the exact name. Whoever never reads what customers are identified by, does
   * not find them by it either: to guess would be to read.
   */
  lookUp: write('POST /find/lookUp', {
    requires: 'anyone',
    input: z.object({
      of: z.enum(lookUpKinds),
      value: z.string().trim().min(1).max(findTextMax),
      beside: z.string().trim().min(1).max(120).optional(),
    }),
    output: z.object({ found: z.array(FoundRecord), left: z.int() }),
    faults: ['look_ups_spent', 'look_up_closed'],
    secrets: ['value', 'beside'],
  }),
})
