import { sql } from 'drizzle-orm'
import type { AiRecord } from '#contract/ai-records.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { aiTaskRows } from '#server/modules/ai-tasks/store.ts'
import { caseSource } from '#server/modules/cases/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { outsideContactHours } from '#server/modules/holidays/source.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { aiRecordRows } from './store.ts'

/** List source: calls of robots, within the reach of whoever works the case. */
export const aiRecordSource: Source<AiRecord> = {
  table: aiRecordRows,
  from: sql`${aiRecordRows} join ${aiTaskRows} on ${aiTaskRows.id} = ${aiRecordRows.taskId}
    left join ${caseRows} on ${caseRows.id} = ${aiRecordRows.caseId}
    left join ${customerRows} on ${customerRows.id} = ${aiRecordRows.customerId}
    left join ${unitRows} on ${unitRows.id} = ${aiRecordRows.agencyId}`,
  columns: (readContext) => ({
    id: aiRecordRows.id,
    version: aiRecordRows.version,
    state: aiRecordRows.state,
    taskId: aiRecordRows.taskId,
    robotName: aiTaskRows.robotName,
    customerId: aiRecordRows.customerId,
    name: customerRows.name,
    phone: customerRows.phone,
    loanId: aiRecordRows.loanId,
    caseId: aiRecordRows.caseId,
    agency: nameRef(aiRecordRows.agencyId, unitRows, readContext.t),
    attempt: aiRecordRows.attempt,
    outcome: aiRecordRows.outcome,
    beganAt: aiRecordRows.beganAt,
    answeredAt: aiRecordRows.answeredAt,
    endedAt: aiRecordRows.endedAt,
    seconds: sql`extract(epoch from ${aiRecordRows.endedAt} - ${aiRecordRows.answeredAt})::int`,
    cost: { minor: aiRecordRows.costMinor, currency: aiRecordRows.currency },
    recorded: sql`(${aiRecordRows.recordingKey} is not null)`,
    transcribed: sql`(${aiRecordRows.transcriptKey} is not null)`,
    outOfHours: outsideContactHours(aiRecordRows.beganAt, readContext),
    failure: aiRecordRows.failure,
  }),
  scope: caseSource.scope,
}
