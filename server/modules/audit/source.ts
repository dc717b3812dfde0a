import { sql } from 'drizzle-orm'
import type { AuditRow } from '#contract/audit.ts'
import type { Actor } from '#server/kernel/permit.ts'
import type { Source } from '#server/kernel/source.ts'
import { auditRows } from '#server/kernel/tables.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { changesOf } from './changes.ts'

/** Who did what to which row. */
export const auditSource: Source<AuditRow> = {
  table: auditRows,
  from: sql`${auditRows}`,
  at: () => ({
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
      make: ({ before, after, 'changed noun': noun }, moment) => changesOf(String(noun), [before, after], moment),
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
