import { z } from 'zod'
import { api, read } from './kernel/endpoint.ts'

/** What can be searched for as an argument: the noun of its id. */
export const referenceKinds = [
  ...(['assignee', 'staff', 'collector', 'collectorCandidate', 'unit', 'role', 'merchant'] as const),
  ...(['couponTemplate', 'appGroup', 'product', 'app', 'provider', 'providerConfig', 'stage'] as const),
  // what departments and groups stand below: agencies, and departments in them
  'parentUnit',
  // what departments of the house stand below
  'parentDepartment',
  // reports and lists that whoever looks may take along
  'exportable',
  // any type of dictionary; those that staff may add entries to; those that one can stand below, the root among them
  ...(['dictionary', 'openDictionary', 'parentDictionary'] as const),
] as const
export type ReferenceKind = (typeof referenceKinds)[number]

/** Something that can be chosen: its id, its name, and what tells it from others of that name. */
export const Reference = z.object({ id: z.string(), name: z.string(), hint: z.string() })
export type Reference = z.output<typeof Reference>

const textMax = 64

/** Records that can be chosen as arguments. */
export const references = api('references', {
  /** Looks for records by name or account, the best first; beside them those of that name that are closed. */
  search: read('GET /references/{kind}', {
    requires: 'anyone',
    input: z.object({ kind: z.enum(referenceKinds), text: z.string().max(textMax).default('') }),
    output: z.object({ found: z.array(Reference), closed: z.array(Reference) }),
  }),
})
