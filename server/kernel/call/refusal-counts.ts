import { randomUUID } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { record } from '#server/kernel/base/audit.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { refusalCountRows } from '#server/kernel/base/tables.ts'
import type { Invocation } from './context.ts'

const hourMs = 3_600_000
const hourOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / hourMs) * hourMs)

/** Counts a refused call in its hour: a million of them are one row. */
export async function countRefusal({ entry, app, caller, started }: Invocation, fault: string): Promise<void> {
  const { ip } = caller
  const of = { endpoint: entry.endpoint.id, fault, hour: hourOf(started) }
  await app.database.db
    .insert(refusalCountRows)
    .values({ ...of, count: 1, ip })
    .onConflictDoUpdate({
      target: [refusalCountRows.endpoint, refusalCountRows.fault, refusalCountRows.hour],
      set: { count: sql`${refusalCountRows.count} + 1`, ip },
    })
}

/** Records the counts of hours that are over in the audit log, one entry for each, and forgets them. */
export async function recordRefusalCounts(db: Db, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const over = await tx
      .delete(refusalCountRows)
      .where(lt(refusalCountRows.hour, hourOf(now)))
      .returning()
    for (const { endpoint, fault, hour, count, ip } of over)
      await record(tx, {
        ...{ at: now, actorName: '–', unitPath: '', roles: [], ip, command: endpoint, risk: 'write' },
        ...{ noun: endpoint.slice(0, endpoint.indexOf('.')), input: { count, hour }, outcome: 'refused', fault },
        ...{ reason: `${count} × ${hour.toISOString().slice(0, 13)}h`, requestId: randomUUID(), durationMs: 0 },
      })
  })
}
