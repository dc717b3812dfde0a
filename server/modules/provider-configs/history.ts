import { and, desc, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { providerConfig } from '#contract/providers/configs.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { changesOf } from '#server/kernel/listing/changes.ts'
import { readContextOf } from '#server/kernel/listing/column-mapping.ts'

const eventsMax = 20

/** What was done to a configuration and what befell it, the latest first, as the audit log has it. */
export async function eventsOf(id: IdOf<'providerConfig'>, { tx, app, now, t, actor }: Context) {
  const { noun } = providerConfig
  const rows = await tx
    .select()
    .from(auditRows)
    .where(and(eq(auditRows.noun, noun), eq(auditRows.objectId, id), eq(auditRows.outcome, 'done')))
    .orderBy(desc(auditRows.id))
    .limit(eventsMax)
  const told = readContextOf(app, now, t, actor)
  return rows.map(({ at, command, before, after, reason, actorName }) => ({
    ...{ at: toInstant(at), event: t(command), by: actorName },
    what: changesOf(noun, [before, after], told) || (reason ?? ''),
  }))
}
