import { sql } from 'drizzle-orm'
import type { Approval } from '#contract/approvals.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { fourEyes } from '#server/modules/four-eyes/source.ts'
import { approvalRows } from './store.ts'

const people = fourEyes(approvalRows)

/** List source: runs that wait for somebody to release them. They belong to the unit of whoever filed them. */
export const approvalSource: Source<Approval> = {
  table: approvalRows,
  from: sql`${approvalRows} ${people.joined}`,
  columns: () => ({
    id: approvalRows.id,
    version: approvalRows.version,
    state: approvalRows.state,
    command: approvalRows.command,
    count: approvalRows.count,
    eligible: approvalRows.eligible,
    amount: { minor: approvalRows.amountMinor, currency: approvalRows.currency },
    reason: approvalRows.reason,
    ...people.mappings,
    validUntil: approvalRows.validUntil,
    decidedAt: approvalRows.decidedAt,
    batchId: approvalRows.batchId,
  }),
  scope: people.scope,
}
