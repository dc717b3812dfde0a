import { sql } from 'drizzle-orm'
import { deviceOf } from '#contract/device.ts'
import { sessionIdleMs } from '#contract/session.ts'
import type { StaffSession } from '#contract/sessions.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { noneOf } from '#server/kernel/listing/column-mapping.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { rolesOfStaff } from '#server/modules/roles/steps/role-names.ts'
import { sessionLongestMs } from '#server/modules/session/steps/sessions.ts'
import { sessionRows } from '#server/modules/session/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'

/** Whoever was seen so lately is there. */
const activeMs = 5 * 60_000
const inTheirUnits = (actor: Actor) => inUnitsOf(actor, staffRows.unitId)
const agent = { 'user agent': sessionRows.agent }

const deviceText = (userAgent: unknown): string | null => {
  const device = deviceOf(userAgent as string | null) // the column just selected
  return device && `${device.browser} · ${device.system}`
}

/** List source: who is signed in. */
export const sessionSource: Source<StaffSession> = {
  table: sessionRows,
  from: sql`${sessionRows} join ${staffRows} on ${staffRows.id} = ${sessionRows.staffId}
    join ${unitRows} on ${unitRows.id} = ${staffRows.unitId}`,
  columns: ({ now, t }) => {
    const within = (ms: number) => sql`${now}::timestamptz - ${`${ms / 1_000} seconds`}::interval`
    const isOpen = sql`${sessionRows.startedAt} > ${within(sessionLongestMs)}`
    const seen = sessionRows.lastSeenAt
    const active = sql`(${isOpen} and ${seen} > ${within(activeMs)})`
    const idle = sql`(${isOpen} and ${seen} > ${within(sessionIdleMs)} and ${seen} <= ${within(activeMs)})`
    return {
      id: sessionRows.id,
      version: sql`1`,
      state: {
        caseWhen: [
          ['active', active],
          ['idle', idle],
          ['over', noneOf(active, idle)],
        ],
      },
      staff: { id: staffRows.id, name: staffRows.name },
      account: staffRows.account,
      roles: rolesOfStaff(staffRows.id, t),
      unit: nameRef(staffRows.unitId, unitRows, t),
      startedAt: sessionRows.startedAt,
      lastSeenAt: sessionRows.lastSeenAt,
      ip: sessionRows.ip,
      device: { select: agent, compute: (row) => deviceText(row['user agent']) },
      agent: sessionRows.agent,
    }
  },
  scope: {
    department: inTheirUnits,
    agency: inTheirUnits,
    group: inTheirUnits,
    own: ({ id }) => sql`${staffRows.id} = ${id}`,
  },
}
