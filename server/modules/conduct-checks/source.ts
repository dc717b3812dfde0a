import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ConductCheck } from '#contract/conduct-checks.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { ColumnMappings, ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { onceShown } from '#server/kernel/sampling/inspection.ts'
import { aiConfigRows } from '#server/modules/ai-configs/store.ts'
import { aiRecordRows } from '#server/modules/ai-records/store.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { fromUnitDown } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { conductCheckRows as rows } from './store.ts'

const inspector = alias(staffRows, 'inspector')

const columns = (context: ReadContext): ColumnMappings<ConductCheck> => {
  const hidden = onceShown(context, { shownAt: rows.shownAt, about: rows.collectorId })
  const waits: SQL = sql`(case when ${rows.state} = 'notInspected' then ${rows.drawnAt} end)`
  return {
    id: rows.id,
    version: rows.version,
    state: rows.state,
    callId: rows.callId,
    recordId: rows.recordId,
    caseId: rows.caseId,
    loanId: rows.loanId,
    collector: { id: rows.collectorId, name: staffRows.name },
    robot: { id: rows.configId, name: aiConfigRows.robotName },
    agency: nameRef(rows.agencyId, unitRows, context.t),
    calledAt: rows.calledAt,
    seconds: sql`extract(epoch from coalesce(${callRows.endedAt} - ${callRows.answeredAt},
      ${aiRecordRows.endedAt} - ${aiRecordRows.answeredAt}))::int`,
    recorded: sql`(${callRows.recordingKey} is not null or ${aiRecordRows.recordingKey} is not null)`,
    rule: rows.rule,
    seed: rows.seed,
    calledOn: rows.calledOn,
    drawnAt: rows.drawnAt,
    waitingHours: { since: waits, unit: 'hour' },
    inspector: { id: rows.inspectorId, name: inspector.name },
    lockedUntil: rows.lockedUntil,
    outcome: hidden(rows.outcome),
    code: hidden(rows.code),
    remark: hidden(rows.remark),
    inspectedAt: rows.inspectedAt,
    shownAt: rows.shownAt,
    appealState: rows.appeal,
    appealReason: rows.appealReason,
    appealedAt: rows.appealedAt,
    appealDecidedBy: rows.appealDecidedBy,
    appealRemark: rows.appealRemark,
    appealDecidedAt: rows.appealDecidedAt,
  }
}

const own = ({ id }: Actor) => sql`(${rows.collectorId} = ${id} and ${rows.state} <> 'notInspected')`
/** Who leads collectors learns what was found when they do: what will be listened to is told to nobody there. */
const shownToAgency = (actor: Actor) =>
  sql`(${own(actor)} or (${rows.shownAt} is not null and ${fromUnitDown(actor, rows.unitPath)}))`

/** List source: calls that were drawn to be listened to. */
export const conductCheckSource: Source<ConductCheck> = {
  table: rows,
  from: sql`${rows} left join ${callRows} on ${callRows.id} = ${rows.callId}
    left join ${aiRecordRows} on ${aiRecordRows.id} = ${rows.recordId}
    left join ${aiConfigRows} on ${aiConfigRows.id} = ${rows.configId}
    left join ${staffRows} on ${staffRows.id} = ${rows.collectorId}
    left join ${staffRows} inspector on ${inspector.id} = ${rows.inspectorId}
    left join ${unitRows} on ${unitRows.id} = ${rows.agencyId}`,
  columns,
  scope: {
    sample: () => sql`true`,
    department: (actor) => fromUnitDown(actor, rows.unitPath),
    agency: shownToAgency,
    group: shownToAgency,
    own,
  },
}
