import { sql } from 'drizzle-orm'
import type { Line } from '#contract/lines.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { localMidnight } from '#server/kernel/base/clock.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { lineRows } from './store.ts'

/** Lines belong to the house, unless an agency has them. */
const everyone = () => sql`true`

/** List source: phone lines, with what went out by them. */
export const lineSource: Source<Line> = {
  table: lineRows,
  from: sql`${lineRows} left join ${providerRows} on ${providerRows.id} = ${lineRows.providerId}
    left join ${staffRows} on ${staffRows.id} = ${lineRows.staffId}
    left join ${unitRows} on ${unitRows.id} = ${lineRows.agencyId}`,
  columns: (readContext) => {
    const calls = sql`from ${callRows} c where c.line_id = ${lineRows.id} and c.direction = 'out'`
    const lately = sql`${calls} and c.began_at > ${readContext.now}::timestamptz - interval '7 days' and c.connected is not null`
    return {
      id: lineRows.id,
      version: lineRows.version,
      state: lineRows.state,
      kind: lineRows.kind,
      number: lineRows.number,
      provider: { id: lineRows.providerId, name: providerRows.name },
      staff: { id: lineRows.staffId, name: staffRows.name },
      agency: nameRef(lineRows.agencyId, unitRows, readContext.t),
      callsToday: sql`(select count(*)::int ${calls} and c.began_at >= ${localMidnight(sql`${readContext.day}`, readContext)})`,
      connectRate: sql`(select (round(count(*) filter (where c.connected) * 1000.0 / nullif(count(*), 0)) * 1000)::int ${lately})`,
      lastUsedAt: sql`(select max(c.began_at) ${calls})`,
      spam: lineRows.spam,
      tested: lineRows.tested,
      testedAt: lineRows.testedAt,
      changedBy: lineRows.changedBy,
      createdAt: lineRows.createdAt,
    }
  },
  scope: {
    department: everyone,
    agency: (actor: Actor) => inUnitsOf(actor, lineRows.agencyId),
    group: (actor: Actor) => inUnitsOf(actor, lineRows.agencyId),
    own: ({ id }: Actor) => sql`${lineRows.staffId} = ${id}`,
  },
}
