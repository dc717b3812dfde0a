import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Reveal } from '#contract/account.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { auditRows } from '#server/kernel/base/tables.ts'

const shownMax = 200

/** What somebody had shown to them by these calls, the newest first. */
export async function revealsOf(tx: Db, staffId: IdOf<'staff'>, commands: readonly string[]): Promise<Reveal[]> {
  if (commands.length === 0) return []
  const { id, at, command, objectId, reason, outcome } = auditRows
  const rows = await tx
    .select({ id, at, command, objectId, reason, outcome })
    .from(auditRows)
    .where(and(eq(auditRows.actorId, staffId), inArray(command, [...commands])))
    .orderBy(desc(at), desc(id))
    .limit(shownMax)
  return rows.map((row) => ({ ...row, id: String(row.id) as Reveal['id'], at: toInstant(row.at) })) // its own number
}
