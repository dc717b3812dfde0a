import { sql } from 'drizzle-orm'
import { session, sessionIdleMs } from '#contract/session.ts'
import type { StaffMember } from '#contract/staff.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { twoFactorRows } from '#server/modules/account/store.ts'
import { rolesOfStaff } from '#server/modules/roles/steps/role-names.ts'
import { sessionRows } from '#server/modules/session/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { staffRows } from './store.ts'

const sessionIdle = `${sessionIdleMs / 1_000} seconds`
const inTheirUnits = (actor: Actor) => inUnitsOf(actor, staffRows.unitId)

/** List source: members of staff, of the units that the reader's own has below it. */
export const staffSource: Source<StaffMember> = {
  table: staffRows,
  from: sql`${staffRows} join ${unitRows} on ${unitRows.id} = ${staffRows.unitId}`,
  columns: ({ now, t }) => ({
    id: staffRows.id,
    version: staffRows.version,
    state: staffRows.state,
    account: staffRows.account,
    name: staffRows.name,
    roles: rolesOfStaff(staffRows.id, t),
    unit: nameRef(staffRows.unitId, unitRows, t),
    phone: staffRows.phone,
    email: staffRows.email,
    jobNumber: staffRows.jobNumber,
    language: staffRows.language,
    twoFactor: sql`exists (select from ${twoFactorRows} tf where tf.staff_id = ${staffRows.id} and tf.secret is not null)`,
    passwordDue: staffRows.mustChangePassword,
    sessions: sql`(select count(*)::int from ${sessionRows} s where s.staff_id = ${staffRows.id}
      and s.last_seen_at > ${now}::timestamptz - ${sessionIdle}::interval)`,
    lastSignInAt: staffRows.lastSignInAt,
    lastSignInIp: sql`(select l.ip from ${auditRows} l where l.noun = 'session' and l.object_id = ${staffRows.account}
      and l.command = ${session.signIn.id} and l.outcome = 'done' order by l.at desc limit 1)`,
    createdAt: staffRows.createdAt,
  }),
  scope: {
    department: inTheirUnits,
    agency: inTheirUnits,
    group: inTheirUnits,
    own: ({ id }) => sql`${staffRows.id} = ${id}`,
  },
}
