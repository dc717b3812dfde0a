import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#scripts/postgres.ts'
import { embedded, openDatabase, type Place } from '#server/kernel/base/database.ts'
import { addDemoAccounts, addFoundation } from '#server/seed/foundation.ts'
import { upgrade } from '#server/upgrade.ts'

/** Where the model is: dumped to a file, or the database `model` of a PostgreSQL, told by another database of it. */
export type Model = { readonly dump: string } | { readonly server: string }

/** Migrates an empty database and adds the demo's staff, once for all test files. */
async function make(place: Place): Promise<void> {
  const database = await openDatabase(place)
  await upgrade(database, 'IN')
  await addFoundation(database.db, { demo: true })
  await addDemoAccounts(database.db, new Date('2026-01-01T00:00:00Z'))
  await database.close()
}

/** Of the log (WAL), which a dump holds a segment of at least: of 16 MB it would be a third of it. */
const smallSegments = ['--wal-segsize=1'] as const

/**
 * Settings of the embedded model, which every copy inherits: less to unpack and to clear when a test file opens one, and
 * less to write. None of them is seen by the planner or in an answer.
 */
const quick = `
  shared_buffers = 16MB
  synchronize_seqscans = off
  full_page_writes = off
  wal_level = minimal
  max_wal_senders = 0
  wal_init_zero = off
  wal_recycle = off
`

async function dumped(home: string): Promise<Model> {
  const folder = join(home, 'data')
  await (await PGlite.create({ dataDir: folder, ...embedded, initDbStartParams: [...smallSegments] })).close()
  appendFileSync(join(folder, 'postgresql.conf'), quick)
  await make({ folder })
  const lite = await PGlite.create({ dataDir: folder, ...embedded })
  const dump = join(home, 'model.tar')
  writeFileSync(dump, await (await lite.dumpDataDir('none')).bytes())
  await lite.close()
  return { dump }
}

/** Makes the database that test files begin with, in the lane that is asked for. */
export async function setup(project: TestProject) {
  if (process.env.LANE === 'postgres') {
    const postgres = await startPostgres()
    await make({ url: await postgres.create('model') })
    project.provide('model', { server: postgres.url })
    return () => postgres.stop()
  }
  const home = mkdtempSync(join(tmpdir(), 'lendline-model-'))
  project.provide('model', await dumped(home))
  return () => rmSync(home, { recursive: true })
}
