import { sql } from 'drizzle-orm'
import { batch as subject } from '#contract/batches.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { batchItemRows, batchRows } from '#server/modules/batches/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { staffId } from './foundation.ts'
import { later, type SeedContext } from './history/context.ts'
import { roles } from './roles.ts'
import { units } from './units.ts'

/** A run that somebody started, so many minutes ago, and why some of its rows were refused. */
interface PastRun {
  readonly command: string
  readonly listing: string
  readonly query: string | null
  readonly args: object
  readonly by: 'CS' | 'OPS'
  readonly minutesAgo: number
  /** The rows it was for. */
  readonly rows: string
  /** The first so many are refused, for these reasons in turn. */
  readonly faults: readonly string[]
}

const runs: readonly PastRun[] = [
  {
    ...{
      command: 'messages.remind',
      listing: 'loans.orders',
      query: 'state:50',
      args: {},
      by: 'CS',
      minutesAgo: 26 * 60,
    },
    rows: 'select id, version from loans where state = 50 order by id desc limit 24',
    faults: ['contacted_enough', 'contacted_enough', 'do_not_disturb'],
  },
  {
    ...{
      command: 'loans.redisburse',
      listing: 'loans.failedPayouts',
      query: null,
      args: {},
      by: 'OPS',
      minutesAgo: 5 * 60,
    },
    rows: 'select id, version from loans where state in (30, 31) and attempts > 1 order by state desc, failed_at desc limit 12',
    faults: ['name_mismatch'],
  },
]
const rowMs = 240

async function addRun(tx: Db, { now, today }: SeedContext, run: PastRun): Promise<void> {
  const rows = await rowsOf<{ id: string; version: number }>(tx, sql.raw(run.rows))
  if (rows.length <= run.faults.length) return // a small book has nothing to run over
  const id: IdOf<'batch'> = await newId(tx, subject.ids, today)
  const startedAt = later(now, -run.minutesAgo)
  const { account, name } = roles[run.by]
  const [unit] = await rowsOf<{ path: string }>(
    tx,
    sql`select ${unitRows.path} as path from ${unitRows} where id = ${units[0]!.id}`,
  )
  await tx.insert(batchRows).values({
    ...{ id, command: run.command, listing: run.listing, query: run.query, args: run.args, state: 'finished' },
    ...{ makerId: staffId(account), makerName: name, unitPath: unit!.path },
    ...{ count: rows.length, success: rows.length - run.faults.length, fail: run.faults.length },
    ...{ createdAt: startedAt, startedAt, finishedAt: new Date(startedAt.getTime() + rows.length * rowMs) },
  })
  await tx.insert(batchItemRows).values(
    rows.map((row, seq) => {
      const fault = run.faults[seq] ?? null
      const at = new Date(startedAt.getTime() + (seq + 1) * rowMs)
      return {
        batchId: id,
        seq,
        rowId: row.id,
        version: row.version,
        outcome: fault ? 'refused' : 'done',
        fault,
        at,
      } as const
    }),
  )
}

/** Adds runs that people have started, with what became of each row. */
export async function addBatches(tx: Db, context: SeedContext): Promise<void> {
  for (const run of runs) await addRun(tx, context, run)
}
