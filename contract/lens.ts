import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'
import { scopes } from './kernel/grants.ts'
import { Choice, Id } from './kernel/values.ts'
import { type PageId, pageIds } from './menu.ts'

const [all, ...others] = scopes
/** Scope (row-level access): whose rows a role sees on a page. */
const Scope = Choice('lens.scope', [all, ...others])

/** A role with what it grants, page by page. */
export const RoleGrants = z.object({
  id: Id('role'),
  name: z.string(),
  mark: z.string(),
  grants: z.array(z.object({ page: z.enum(pageIds as [PageId, ...PageId[]]), codes: z.int().min(0), scope: Scope })),
})
export type RoleGrants = z.output<typeof RoleGrants>

/** Role preview (lens): what the console looks like to a role, for whoever edits roles. */
export const lens = api('lens', {
  /** Every role that is in use. What the console makes of it is the console's business. */
  roles: read('GET /lens/roles', {
    requires: 'lens',
    input: z.object({}),
    output: z.object({ roles: z.array(RoleGrants) }),
  }),

  /** Tells that the matrix of commands and roles was taken along as a file, so that it is on the record. */
  exported: write('POST /lens/exported', {
    requires: 'lens.export',
    input: z.object({ commands: z.int().min(1), roles: z.int().min(1) }),
    output: z.object({}),
  }),
})
