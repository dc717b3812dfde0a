import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#server/kernel/permit.ts'
import { caseRows } from './store.ts'

const openCaseOf = (loanId: Column, condition: SQL): SQL =>
  sql`exists (select 1 from ${caseRows} where ${caseRows.loanId} = ${loanId} and ${caseRows.state} <> 'closed' and ${condition})`

/** Whether the actor holds the open case of an order. */
export const heldBy = ({ id }: Actor, loanId: Column): SQL => openCaseOf(loanId, sql`${caseRows.collectorId} = ${id}`)

/** Whether the actor's group holds the open case of an order. */
export const heldByGroupOf = ({ unitId }: Actor, loanId: Column): SQL =>
  openCaseOf(loanId, sql`${caseRows.groupId} = ${unitId}`)

/** Whether the actor's agency holds the open case of an order. */
export const heldByAgencyOf = ({ agencyId }: Actor, loanId: Column): SQL =>
  openCaseOf(loanId, sql`${caseRows.agencyId} = ${agencyId}`)
