import { type Column, type SQL, sql } from 'drizzle-orm'
import { type CallRow, calls } from '#contract/calls.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import { type Source, withinScope } from '#server/kernel/listing/source.ts'
import { customerSource } from '#server/modules/customers/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { outsideContactHours } from '#server/modules/holidays/source.ts'
import { lineRows } from '#server/modules/lines/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { fromUnitDown } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { callRows } from './store.ts'

const fromOwnUnitDown = (actor: Actor) => fromUnitDown(actor, callRows.unitPath)

/**
 * Who calls is told to whoever reaches them, as while they call (`currentCall`): of others no more than that somebody did.
 * Whoever was called is known to whoever has called.
 */
function ofCaller({ reader }: ReadContext): (column: Column | SQL) => Column | SQL {
  if (!reader || reader.scopesOf(calls.list.requires).includes('all')) return (column) => column
  const reached = withinScope(customerSource, { actor: reader, scopes: reader.scopesOf('customer') })
  return (column) =>
    sql`(case when ${callRows.direction} = 'out' or ${callRows.customerId} is null or ${reached} then ${column} end)`
}

/** List source: calls, with whom, by whom, and how they went. */
export const callSource: Source<CallRow> = {
  table: callRows,
  from: sql`${callRows} left join ${customerRows} on ${customerRows.id} = ${callRows.customerId}
    left join ${staffRows} on ${staffRows.id} = ${callRows.staffId}
    left join ${unitRows} on ${unitRows.id} = ${callRows.agencyId}
    left join ${lineRows} on ${lineRows.id} = ${callRows.lineId}`,
  columns: (readContext) => ({
    id: callRows.id,
    version: callRows.version,
    state: callRows.state,
    direction: callRows.direction,
    way: callRows.way,
    customerId: callRows.customerId,
    name: ofCaller(readContext)(customerRows.name),
    phone: ofCaller(readContext)(sql`coalesce(${customerRows.phone}, ${callRows.callerTail})`),
    loanId: callRows.loanId,
    caseId: callRows.caseId,
    staff: { id: callRows.staffId, name: staffRows.name },
    agency: nameRef(callRows.agencyId, unitRows, readContext.t),
    line: { id: callRows.lineId, name: lineRows.number },
    beganAt: callRows.beganAt,
    rangAt: callRows.rangAt,
    answeredAt: callRows.answeredAt,
    endedAt: callRows.endedAt,
    seconds: sql`extract(epoch from ${callRows.endedAt} - ${callRows.answeredAt})::int`,
    connected: callRows.connected,
    recorded: sql`(${callRows.recordingKey} is not null)`,
    outOfHours: outsideContactHours(callRows.beganAt, readContext),
    failure: callRows.failure,
  }),
  scope: {
    department: fromOwnUnitDown,
    agency: fromOwnUnitDown,
    group: fromOwnUnitDown,
    own: ({ id }: Actor) => sql`${callRows.staffId} = ${id}`,
  },
}
