import { sql } from 'drizzle-orm'
import { session } from '#contract/session.ts'
import type { SignIn } from '#contract/sign-ins.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'

/** List source: attempts to sign in, as the audit log has them. */
export const signInSource: Source<SignIn> = {
  table: auditRows,
  from: sql`${auditRows}`,
  where: sql`${auditRows.command} = ${session.signIn.id}`,
  columns: () => ({
    id: sql`${auditRows.id}::text`,
    at: auditRows.at,
    account: sql`coalesce(${auditRows.objectId}, '')`,
    name: sql`case when ${auditRows.actorId} is not null and ${auditRows.outcome} = 'done' then ${auditRows.actorName} end`,
    result: auditRows.outcome,
    fault: auditRows.fault,
    ip: auditRows.ip,
    agent: sql`${auditRows.input} ->> 'agent'`,
  }),
  scope: { department: (actor: Actor) => belowUnitOf(actor, auditRows.unitPath) },
}
