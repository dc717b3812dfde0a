import { sql } from 'drizzle-orm'
import type { AuditRow } from '#contract/audit.ts'
import { type Actor, nobody } from '#server/kernel/base/actor.ts'
import { customerOfEntry, openPersonal } from '#server/kernel/base/audit.ts'
import { auditRows, customerKeyRows } from '#server/kernel/base/tables.ts'
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
      select: {
        ...{ before: auditRows.before, 'changed noun': auditRows.noun },
        // what a provider or the app has sent is a payload, not a row
        after: sql`case when ${auditRows.actorId} = ${nobody} and ${auditRows.before} is null then null else ${auditRows.after} end`,
        'customer key': sql`(select ${customerKeyRows.key} from ${customerKeyRows}
          where ${customerKeyRows.customerId} = ${customerOfEntry})`,
      },
      compute({ before, after, 'changed noun': noun, 'customer key': key }, readContext) {
        const reading = { secrets: readContext.secrets, erased: readContext.t('audit.erased') }
        const [was, is] = [openPersonal(before, key, reading), openPersonal(after, key, reading)]
        return changesOf(String(noun), [was, is], readContext)
      },
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
