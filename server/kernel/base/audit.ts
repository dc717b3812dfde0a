import type { Db } from './database.ts'
import { auditRows } from './tables.ts'

export type AuditEntry = typeof auditRows.$inferInsert

/** Writes an audit entry, in the transaction of what it tells of. */
export async function record(tx: Db, entry: AuditEntry): Promise<void> {
  await tx.insert(auditRows).values(entry)
}

/** Writes several audit entries, as `record` does one. */
export async function recordEach(tx: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await tx.insert(auditRows).values([...entries])
}

/** Redacts: `values` without what its endpoint calls secret: passwords, one-time codes, tokens. */
export const redacted = (values: Record<string, unknown>, secrets: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, secrets.includes(name) ? '•••' : value]))
