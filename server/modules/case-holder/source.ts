import { type Column, sql } from 'drizzle-orm'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { caseHolderColumns } from './store.ts'

/** Whether rows are held by the actor, by their group or by their agency, per scope. */
export const caseHolderScopes = (rows: Readonly<Record<keyof ReturnType<typeof caseHolderColumns>, Column>>) => ({
  // a collector's rows and a group's are an agency's too: said, so that the indexes of what is held serve them
  own: ({ id }: Actor) => sql`(${rows.collectorId} = ${id} and ${rows.agencyId} is not null)`,
  group: ({ unitId }: Actor) => sql`(${rows.groupId} = ${unitId} and ${rows.agencyId} is not null)`,
  agency: ({ agencyId }: Actor) => sql`${rows.agencyId} = ${agencyId}`,
})
