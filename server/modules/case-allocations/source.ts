import { sql } from 'drizzle-orm'
import type { CaseAllocation } from '#contract/case-allocations.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { caseAllocationRows as rows } from './store.ts'

/** List source: caseAllocations and rehearsals, of whoever is above the agencies. */
export const allocationSource: Source<CaseAllocation> = {
  table: rows,
  from: sql`${rows} left join ${staffRows} on ${staffRows.id} = ${rows.operatorId}`,
  columns: () => ({
    id: rows.id,
    version: rows.version,
    state: rows.state,
    day: rows.day,
    operator: { id: rows.operatorId, name: staffRows.name },
    startedAt: rows.startedAt,
    finishedAt: rows.finishedAt,
    queued: rows.queued,
    given: rows.given,
    unplaced: rows.unplaced,
    leftOut: rows.leftOut,
    amount: { minor: rows.amountMinor, currency: rows.currency },
  }),
  scope: { department: (actor: Actor) => belowUnitOf(actor, rows.unitPath) },
}
