import { test as base } from 'vitest'
import { LocalDate } from '#contract/kernel/values.ts'
import type { Database } from '#server/kernel/base/database.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { openForTests } from '#tests/support/database.ts'
import { oncePerWorker } from '#tests/support/once.ts'

/** The moment that the books of these tests lead up to: noon of an Indian business day. */
export const now = new Date('2026-11-20T06:30:00.000Z')
export const today = LocalDate.parse('2026-11-20')
const size = { customers: 360, loans: 600 }
export const environment = { country: 'IN', secret: 'secret of the tests' } as const

/** What the tests of all files look at: one book, written once for each worker, and left as it is. */
export interface Library {
  database: Database
  loans: (typeof loanRows.$inferSelect)[]
  /** The plans of an order, the first one first. */
  plansOf: (loanId: string) => (typeof planRows.$inferSelect)[]
}

/** Rows by what `key` says of them. */
export function grouped<Row>(rows: readonly Row[], key: (row: Row) => string): (of: string) => Row[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return (of) => groups.get(of) ?? []
}

async function writeLibrary(): Promise<Library> {
  const database = await openForTests()
  await seedDemo(database, environment, { now, ...size })
  const plans = await database.db.select().from(planRows).orderBy(planRows.serial)
  const plansOf = grouped(plans, ({ loanId }) => loanId)
  return { database, loans: await database.db.select().from(loanRows), plansOf }
}

export const test = base.extend<{ library: Library }>({
  library: [oncePerWorker(writeLibrary, ({ database }) => database.close()), { scope: 'worker' }],
})
