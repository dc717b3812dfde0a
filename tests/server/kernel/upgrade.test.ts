import { beforeAll, expect, test } from 'vitest'
import type { Listing } from '#contract/kernel/list.ts'
import type { Database } from '#server/kernel/base/database.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import { addFoundation } from '#server/seed/foundation.ts'
import { type Server, startServer } from '#server/server.ts'
import { upgrade } from '#server/upgrade.ts'
import { openForTests } from '#tests/support/database.ts'
import { oldBases, restore } from '#tests/support/migrations/old-bases.ts'
import { rowsIn, type StoredRow, schemaOf } from '#tests/support/schema.ts'

let database: Database
beforeAll(async () => {
  database = await openForTests()
  return () => database.close()
})

/** Columns of a row that are no longer as they were, or that are gone. */
function changed({ table, row }: StoredRow, after: readonly StoredRow[]): string[] {
  const others = after.filter((other) => other.table === table).map((other) => other.row)
  const differing = others.map((other) =>
    Object.keys(row).filter((name) => JSON.stringify(other[name]) !== JSON.stringify(row[name])),
  )
  const [fewest = ['row']] = differing.toSorted((a, b) => a.length - b.length)
  return fewest.map((name) => `${table} ${row.id} ${name}`)
}

/** Starts today's server, and answers how many rows an executive sees in each list. */
async function listed(): Promise<Record<string, number>> {
  await addFoundation(database.db, { demo: false })
  await database.query(
    `insert into sessions (id, staff_id, token_hash, started_at, renewed_at, last_seen_at)
      values ('s1', 'S-executive', '${sha256('token')}', now(), now(), now())`,
  )
  const secret = 'secret of the tests'
  const kept = { ...database, close: async () => {} } // the next one needs it
  const server = await startServer({ database: kept, country: 'IN', secret, port: 0, jobs: false, checkAnswers: true })
  const lists = [...server.app.registry.listings.values()]
  const counts = await Promise.all(
    lists.map(async ({ listing }) => [listing.id, await rowsOf(listing, server)] as const),
  )
  await server.stop()
  return Object.fromEntries(counts)
}

async function rowsOf({ at, id }: Listing, { url }: Server): Promise<number> {
  const [method, path] = at.split(' ') as [string, string] // as `Address` has it
  const headers = { authentication: 'token', 'content-type': 'application/json' }
  const response = await fetch(`${url}/api${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) })
  const { fault, data } = (await response.json()) as { fault?: string; data: { rows: unknown[] } | null } // as lists answer
  if (fault && fault !== 'forbidden') throw new Error(`${id} answers ${fault}`)
  return data?.rows.length ?? 0
}

/** The group of the agency has a department above it. */
const regrouped = [
  ...['cases CS261121000001 unit_path', 'reductions RD261121000001 maker_unit_path'],
  ...['units AG1A parent_id', 'units AG1A path'],
]
const extension = 'extensions EX261121000001 maker_unit_path'

/** What is no longer as it was, on purpose. */
const converted: Readonly<Record<string, readonly string[]>> = {
  // terms are kept by themselves
  '2026-11-21-a4335ae': [...regrouped, 'products IN-7 amount_minor', 'products IN-7 terms'],
  // what nobody has renamed is called by the words of its class
  '2026-11-21-eda2485': [...regrouped, 'jobs doDisburse name'],
  '2026-11-22-d7fbf54': [...regrouped, extension, 'jobs doDisburse name'],
  '2026-11-22-8520e86': [...regrouped, extension, 'jobs doDisburse name'],
  // a reminder is written on the day it leaves
  '2026-11-22-56d8af2': [
    ...[...regrouped, extension, 'jobs doDisburse name'],
    ...['messages MS261121000001 state', 'messages MS261121000001 text'],
  ],
}

test.for(oldBases)('a database of $commit becomes what a fresh one is, and keeps what it holds', async (old) => {
  const fresh = await schemaOf(database)
  await restore(database, old)
  const before = await rowsIn(database)
  expect(await schemaOf(database)).not.toEqual(fresh)

  await upgrade(database, 'IN')

  expect(await schemaOf(database)).toEqual(fresh)
  const after = await rowsIn(database)
  expect(before.flatMap((row) => changed(row, after)).sort()).toEqual(converted[old.commit]!.toSorted())
  expect(before.length).toBeGreaterThan(25)
  const entries = after.filter(({ table }) => table === 'blacklist').map(({ row }) => `${row.mark} ${row.source}`)
  expect(entries).toEqual(['CU261121000002 flag'])
  const collected = after.filter(({ row }) => 'group_id' in row && [row.id, row.loan_id].includes('LN261121000001'))
  expect(new Set(collected.map(({ row }) => `${row.collector_id} ${row.group_id} ${row.agency_id}`))).toEqual(
    new Set(['S-collector AG1A AG1']),
  )
  expect(await listed()).toMatchObject({
    ...{ 'customers.list': 2, 'loans.applications': 2, 'loans.orders': 1, 'loans.failedPayouts': 1, 'plans.list': 1 },
    ...{ 'payments.list': 1, 'cases.open': 1, 'reductions.list': 1, 'products.list': 1, 'tickets.operation': 1 },
    'stages.list': 8,
  })
})
