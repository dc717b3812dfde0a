import { sql } from 'drizzle-orm'
import type { AuditRow } from '#contract/audit.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import { changesOf } from '#server/kernel/listing/changes.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'

/** List source: who did what to which row. */
export const auditSource: Source<AuditRow> = {
  table: auditRows,
  from: sql`${auditRows}`,
  columns: () => ({
    id: sql`${auditRows.id}::text`,
    at: auditRows.at,
    actor: auditRows.actorName,
    roles: sql`array_to_string(${auditRows.roles}, ', ')`,
    ip: auditRows.ip,
    page: auditRows.page,
    command: auditRows.command,
    noun: auditRows.noun,
    objectId: auditRows.objectId,
    changes: {
      select: { before: auditRows.before, after: auditRows.after, 'changed noun': auditRows.noun },
      compute: ({ before, after, 'changed noun': noun }, readContext) =>
        changesOf(String(noun), [before, after], readContext),
    },
    risk: auditRows.risk,
    outcome: auditRows.outcome,
    fault: auditRows.fault,
    reason: auditRows.reason,
    batchId: auditRows.batchId,
    requestId: auditRows.requestId,
    durationMs: auditRows.durationMs,
  }),
  scope: { department: (actor: Actor) => belowUnitOf(actor, auditRows.unitPath) },
}
