import { and, asc, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import type { Clock } from './clock.ts'
import type { Database, Db } from './database.ts'
import { type Secrets, sha256 } from './secrets.ts'
import { auditRows, checkpointRows, sealRows } from './tables.ts'
import type { Checkpoint, Witness } from './witness.ts'

type AuditRow = typeof auditRows.$inferSelect

/** What the chain is sealed and verified with. */
export interface ChainServices {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly witness: Witness
}

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

/** Who signs checkpoints, as the secrets know it. */
const signer = 'audit log'
const signedText = ({ number, seq, hash, at }: Omit<Checkpoint, 'signature'>): string =>
  [number, seq, hash, at].join('\n')

const batchSize = 2_000
const sealerLock = 4_600_002
/** No call is under way for longer: an older row that is not in the chain was not written by one. */
const callMaxMs = 600_000

const unsealed = sql`not exists (select 1 from ${sealRows} where ${sealRows.auditId} = ${auditRows.id})`

const lastLink = (tx: Db) => tx.select().from(sealRows).orderBy(desc(sealRows.seq)).limit(1)

const toCheckpoint = ({ at, ...rest }: typeof checkpointRows.$inferSelect): Checkpoint => ({
  ...rest,
  at: at.toISOString(),
})

async function lastCheckpoint(db: Db): Promise<Checkpoint | null> {
  const [last] = await db.select().from(checkpointRows).orderBy(desc(checkpointRows.number)).limit(1)
  return last ? toCheckpoint(last) : null
}

/**
 * Before this moment every row that a call wrote was committed when a checkpoint was made; without one, nothing was sealed.
 * One that was made by a clock that was ahead counts as made now: what was written since it was set right is new all the same.
 */
const horizonOf = (checkpoint: Checkpoint | null, now: Date): Date =>
  new Date(checkpoint ? Math.min(Date.parse(checkpoint.at), now.getTime()) - callMaxMs : 0)

/** Chains rows that are not in the chain yet, so many at once. @returns how many. */
const chainBatch = (db: Db, since: Date): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sealerLock})`)
    const [last] = await lastLink(tx)
    const rows = await tx
      .select()
      .from(auditRows)
      .where(and(gte(auditRows.at, since), unsealed))
      .orderBy(asc(auditRows.id))
      .limit(batchSize)
    let [seq, hash] = [last?.seq ?? 0, last?.hash ?? '']
    const links = rows.map((row) => {
      seq += 1
      hash = chainHash(hash, row)
      return { seq, auditId: row.id, hash }
    })
    if (links.length > 0) await tx.insert(sealRows).values(links)
    return links.length
  })

/** Signs the end of the chain, where it is another than the last that was signed. */
const signEnd = (db: Db, at: Date, secrets: Secrets): Promise<Checkpoint | null> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sealerLock})`)
    const [[link], before] = [await lastLink(tx), await lastCheckpoint(tx)]
    if (!link || link.seq === before?.seq) return before
    const unsigned = { number: (before?.number ?? 0) + 1, seq: link.seq, hash: link.hash, at: at.toISOString() }
    const made = { ...unsigned, signature: secrets.sign(signer, signedText(unsigned)) }
    await tx.insert(checkpointRows).values({ ...made, at })
    return made
  })

/** Whether the database still has a checkpoint that the witness was shown. */
async function isKnown(db: Db, { number, signature }: Checkpoint): Promise<boolean> {
  const [known] = await db.select().from(checkpointRows).where(eq(checkpointRows.number, number))
  return known?.signature === signature
}

/** Log rewound: the witness was shown a checkpoint that the database does not have. */
export class LogRewound extends Error {
  constructor(kept: Checkpoint) {
    super(`the witness knows checkpoint ${kept.number} of ${kept.seq} audit rows, the database does not`)
  }
}

/**
 * Chains audit rows that were committed since the last time, signs the end of the chain and shows it to the witness. Rows
 * commit out of order, so the chain has an order of its own and takes whatever is not in it yet. Chaining in the writers'
 * transactions would let only one write at a time.
 * @returns how many rows were sealed.
 * @throws LogRewound; the witness keeps what it has, as the evidence.
 */
export async function sealAudit({ database: { db }, clock, secrets, witness }: ChainServices): Promise<number> {
  const now = clock.now()
  const since = horizonOf(await lastCheckpoint(db), now)
  let sealed = 0
  for (let some = batchSize; some === batchSize; sealed += some) some = await chainBatch(db, since)
  const newest = await signEnd(db, now, secrets)
  const kept = await witness.newest()
  if (kept && !(await isKnown(db, kept))) throw new LogRewound(kept)
  if (newest && newest.number !== kept?.number) await witness.keep(newest)
  return sealed
}

/** How a log can have been cheated: what the first finding is called. */
export type Tampering = 'changed' | 'deleted' | 'inserted' | 'truncated' | 'unsigned'

/** Result of a check of the hash chain: how far it holds, and the first thing that breaks it. */
export interface ChainReport {
  /** Links that hold, from the first. */
  readonly checked: number
  readonly checkpoints: number
  readonly broken: { readonly by: Tampering; readonly seq: number; readonly auditId: number | null } | null
}

/** Where a check stands: the last link that holds, its hash, and the checkpoints up to it. */
interface Walk {
  readonly seq: number
  readonly hash: string
  readonly checkpoints: number
}

/** Checkpoints in order, read so many at once. */
async function* readCheckpoints(db: Db): AsyncGenerator<Checkpoint> {
  let number = 0
  for (;;) {
    const some = await db
      .select()
      .from(checkpointRows)
      .where(gt(checkpointRows.number, number))
      .orderBy(asc(checkpointRows.number))
      .limit(batchSize)
    yield* some.map(toCheckpoint)
    if (some.length < batchSize) return
    number = some.at(-1)!.number
  }
}

/** End of the chain when a check began: its last checkpoint, and before which moment all rows have to be in it. */
interface End {
  readonly number: number
  readonly seq: number
  readonly horizon: Date
}

interface Link {
  readonly link: typeof sealRows.$inferSelect
  readonly row: AuditRow | null
}

/** Links in order with their rows, read so many at once. */
async function* readLinks(db: Db): AsyncGenerator<Link> {
  let seq = 0
  for (;;) {
    const some = await db
      .select({ link: sealRows, row: auditRows })
      .from(sealRows)
      .leftJoin(auditRows, eq(auditRows.id, sealRows.auditId))
      .where(gt(sealRows.seq, seq))
      .orderBy(asc(sealRows.seq))
      .limit(batchSize)
    yield* some
    if (some.length < batchSize) return
    seq = some.at(-1)!.link.seq
  }
}

/** What is wrong with the next link; null where it holds. One behind the last checkpoint is of a row of lately. */
function faultOfLink({ link, row }: Link, { seq, hash }: Walk, last: End): Tampering | null {
  if (link.seq !== seq + 1 || !row) return 'deleted'
  if (chainHash(hash, row) !== link.hash) return 'changed'
  return link.seq > last.seq && row.at < last.horizon ? 'unsigned' : null
}

const isSigned = (checkpoint: Checkpoint, { hash, checkpoints }: Walk, secrets: Secrets): boolean =>
  checkpoint.number === checkpoints + 1 &&
  checkpoint.hash === hash &&
  secrets.verify(signer, signedText(checkpoint), checkpoint.signature)

/** Follows links and checkpoints side by side, up to the `last` checkpoint that there was at the beginning, and behind it. */
async function follow(db: Db, secrets: Secrets, last: End): Promise<ChainReport> {
  let walk: Walk = { seq: 0, hash: '', checkpoints: 0 }
  const report = (by?: Tampering, auditId: number | null = null): ChainReport => ({
    checked: walk.seq,
    checkpoints: walk.checkpoints,
    broken: by ? { by, seq: walk.seq + 1, auditId } : null,
  })
  const checkpoints = readCheckpoints(db)
  const next = async (): Promise<Checkpoint | undefined> => (await checkpoints.next()).value ?? undefined
  let ahead = await next()
  for await (const one of readLinks(db)) {
    const fault = faultOfLink(one, walk, last)
    if (fault) return report(fault, one.link.auditId)
    walk = { ...walk, seq: one.link.seq, hash: one.link.hash }
    if (ahead?.seq !== walk.seq || ahead.number > last.number) continue
    if (!isSigned(ahead, walk, secrets)) return report('unsigned')
    walk = { ...walk, checkpoints: ahead.number }
    ahead = await next()
  }
  return walk.checkpoints < last.number ? report('truncated') : report()
}

/** The first row that lies in the past of the chain and is not in it. */
async function insertedRow(db: Db, { horizon }: End): Promise<number | null> {
  const [first] = await db
    .select({ id: auditRows.id })
    .from(auditRows)
    .where(and(lt(auditRows.at, horizon), unsealed))
    .orderBy(asc(auditRows.id))
    .limit(1)
  return first?.id ?? null
}

/**
 * Verifies the audit log: follows the hash chain from its beginning and compares every link with its row, every checkpoint
 * with its signature, the end with what the witness was shown, and looks for rows beside the chain. What the last minute
 * has written is in no chain yet.
 * @throws Error where the witness does not answer.
 */
export async function verifyChain({ database: { db }, clock, secrets, witness }: ChainServices): Promise<ChainReport> {
  const kept = await witness.newest()
  const newest = await lastCheckpoint(db)
  const last = { number: newest?.number ?? 0, seq: newest?.seq ?? 0, horizon: horizonOf(newest, clock.now()) }
  const report = await follow(db, secrets, last)
  if (report.broken) return report
  const found = (by: Tampering, auditId: number | null = null): ChainReport => ({
    ...report,
    broken: { by, seq: report.checked + 1, auditId },
  })
  if (kept && !(await isKnown(db, kept))) return found('truncated')
  const inserted = await insertedRow(db, last)
  return inserted === null ? report : found('inserted', inserted)
}
