import { and, asc, desc, eq, gt, gte, sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import { sha256 } from './secrets.ts'
import { auditRows, sealRows } from './tables.ts'

export type AuditEntry = typeof auditRows.$inferInsert

/** Writes an audit entry, in the transaction of what it tells of. */
export async function record(tx: Db, entry: AuditEntry): Promise<void> {
  await tx.insert(auditRows).values(entry)
}

/** Redacts: `values` without what its endpoint calls secret: passwords, one-time codes, tokens. */
export const redacted = (values: Record<string, unknown>, secrets: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, secrets.includes(name) ? '•••' : value]))

type AuditRow = typeof auditRows.$inferSelect

/** Nested values with their keys in order: a row read from jsonb must hash as it was written. */
const withSortedKeys = (value: unknown): unknown =>
  value instanceof Date
    ? value.toISOString()
    : Array.isArray(value)
      ? value.map(withSortedKeys)
      : value && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, part]) => [key, withSortedKeys(part)]),
          )
        : value

const chainHash = (previous: string, row: AuditRow): string => sha256(previous + JSON.stringify(withSortedKeys(row)))

const batchSize = 2_000
const sealerLock = 4_600_002
/** No call is under way for longer: an older row that is not in the chain cannot appear any more. */
const callMaxMs = 600_000

/**
 * Chains audit rows that were committed since the last time. Rows commit out of order, so the chain has an order of its
 * own and takes whatever is not in it yet. Chaining in the writers' transactions would let only one write at a time.
 * @returns how many rows were sealed.
 */
export async function sealAudit(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sealerLock})`)
    const [last] = await tx
      .select({ seq: sealRows.seq, hash: sealRows.hash, at: auditRows.at })
      .from(sealRows)
      .innerJoin(auditRows, eq(auditRows.id, sealRows.auditId))
      .orderBy(desc(sealRows.seq))
      .limit(1)
    const since = new Date((last?.at.getTime() ?? 0) - callMaxMs)
    const rows = await tx
      .select()
      .from(auditRows)
      .where(
        and(
          gte(auditRows.at, since),
          sql`not exists (select 1 from ${sealRows} where ${sealRows.auditId} = ${auditRows.id})`,
        ),
      )
      .orderBy(asc(auditRows.id))
      .limit(batchSize)
    let [seq, hash] = [last?.seq ?? 0, last?.hash ?? '']
    const seals = rows.map((row) => {
      seq += 1
      hash = chainHash(hash, row)
      return { seq, auditId: row.id, hash }
    })
    if (seals.length > 0) await tx.insert(sealRows).values(seals)
    return seals.length
  })
}

/** Result of a check of the hash chain: how far it holds, and the first row that breaks it. */
export interface ChainReport {
  readonly checked: number
  readonly broken: { readonly seq: number; readonly auditId: number } | null
}

/** Verifies the hash chain: follows it from its beginning and compares every link with its row. */
export async function verifyChain(db: Db): Promise<ChainReport> {
  let [checked, hash] = [0, '']
  for (;;) {
    const links = await db
      .select()
      .from(sealRows)
      .leftJoin(auditRows, eq(auditRows.id, sealRows.auditId))
      .where(gt(sealRows.seq, checked))
      .orderBy(asc(sealRows.seq))
      .limit(batchSize)
    if (links.length === 0) return { checked, broken: null }
    for (const { audit_seals: sealed, audit: row } of links) {
      const wanted = row && chainHash(hash, row)
      if (sealed.seq !== checked + 1 || wanted !== sealed.hash) {
        return { checked, broken: { seq: checked + 1, auditId: sealed.auditId } }
      }
      hash = sealed.hash
      checked += 1
    }
  }
}
