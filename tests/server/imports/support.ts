import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { Import, imports } from '#contract/imports/calls.ts'
import { type CustomerField, detectMapping, type LoanField } from '#contract/imports/mapping.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { importsSettled } from '#server/modules/imports/background.ts'
import { openFile } from '#server/modules/imports/inspect.ts'
import { importBook } from '#server/modules/imports/steps.ts'
import type { OnProgress } from '#server/modules/imports/worker.ts'
import type { Book } from '#server/modules/imports/write-rows.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { departments } from '#server/seed/units.ts'
import type { Server } from '#server/server.ts'
import { type Account, type Answer, test as base, type World } from '#tests/support/server.ts'

/** The known format: its headings, and lines under them. */
const loanHeadings: Record<LoanField, string> = {
  customerId: 'customerid',
  loanId: 'systemloanid',
  ordinal: 'loannumber',
  approvedAt: 'approveddate',
  createdAt: 'creationdate',
  amount: 'loanamount',
  totalDue: 'totaldue',
  termDays: 'termdays',
  closedAt: 'closeddate',
  firstDueDate: 'firstduedate',
  firstRepaidAt: 'firstrepaiddate',
}
const customerHeadings: Record<CustomerField, string> = {
  customerId: 'customerid',
  birthDate: 'birthdate',
  bank: 'bank_name_clients',
  employment: 'employment_status_clients',
  education: 'level_of_education_clients',
}

export type LoanLine = Partial<Record<LoanField, string>>
export type CustomerLine = Partial<Record<CustomerField, string>>

const goodLoan: Record<LoanField, string> = {
  customerId: 'anna',
  loanId: '1001',
  ordinal: '1',
  createdAt: '2025-01-10 09:00:00',
  approvedAt: '2025-01-10 10:00:00',
  amount: '10000.00',
  totalDue: '13000.00',
  termDays: '30',
  firstDueDate: '2025-02-09',
  firstRepaidAt: '2025-02-08 12:00:00',
  closedAt: '2025-02-08 12:30:00',
}
const goodCustomer: Record<CustomerField, string> = {
  customerId: 'anna',
  birthDate: '1990-05-06',
  bank: 'HDFC',
  employment: 'Permanent',
  education: 'Graduate',
}

const csv = (headings: Record<string, string>, lines: readonly Record<string, string>[]) =>
  [Object.values(headings), ...lines.map((line) => Object.keys(headings).map((field) => line[field]!))]
    .map((cells) => cells.join(','))
    .join('\n')

/** A file of loans: each line differs from a good one by what it names. Each has an id of its own but for that. */
export const loansCsv = (lines: readonly LoanLine[]) =>
  csv(
    loanHeadings,
    lines.map((line, i) => ({ ...goodLoan, loanId: String(1001 + i), ...line })),
  )
export const customersCsv = (lines: readonly CustomerLine[]) =>
  csv(
    customerHeadings,
    lines.map((line) => ({ ...goodCustomer, ...line })),
  )

/** A file with these contents, for as long as the test runs. */
export function fileWith(contents: string | Uint8Array<ArrayBuffer>, name = 'book.csv'): string {
  const folder = mkdtempSync(join(tmpdir(), 'lendline-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  writeFileSync(path, contents)
  return path
}

type Contents = string | Uint8Array<ArrayBuffer>
export interface Files {
  loans: Contents
  customers?: Contents
}

/** Whoever imports. */
export const maker = { id: null, name: 'test', roles: [], unitId: departments.operations.id, unitPath: '/HQ/OPS/' }

/** Files of a book, opened, and their mapping. */
export async function opened({ loans: told, customers: people }: Files, book = 'test'): Promise<Book> {
  const loans = await openFile({ file: 'loans', name: 'loans.csv', path: fileWith(told) })
  const customers = people ? await openFile({ file: 'customers', name: 'customers.csv', path: fileWith(people) }) : null
  const detected = detectMapping({ loans: loans.headings, customers: customers?.headings ?? [] })
  return { loans, customers, mapping: { ...detected, book } }
}

/** Imports files as the shell does. */
export const imported = async ({ app }: Server, files: Files, book?: string, tell: OnProgress = () => {}) =>
  importBook(await opened(files, book), maker, app, tell)

/** How many rows each table has that an import fills. */
export async function counted({ app }: Server): Promise<Record<string, number>> {
  const tables = ['customers', 'cards', 'loans', 'loan_states', 'plans', 'payments', 'allocations', 'payouts']
  const counts = tables.map(
    (table) => sql`(select count(*)::int from ${sql.identifier(table)}) as ${sql.identifier(table)}`,
  )
  const [row] = await rowsOf<Record<string, number>>(app.database.db, sql`select ${sql.join(counts, sql`, `)}`)
  return row!
}

/** What is wrong with the lines of an import, as it was kept. */
export const problemsOf = ({ app }: Server, id: string) =>
  rowsOf<{ file: string; line: number; field: string; fault: string; got: string }>(
    app.database.db,
    sql`select file, line, field, fault, got from import_problems where import_id = ${id} order by file, line, field`,
  )

/** The calls about imports, over HTTP, as somebody. */
function callsOf({ server, raw, tokenOf }: Pick<World, 'server' | 'raw' | 'tokenOf'>, who: Account) {
  const form = (files: Partial<Files>) => {
    const body = new FormData()
    for (const [name, contents] of Object.entries(files)) body.append(name, new Blob([contents]), `${name}.csv`)
    return body
  }
  const json = (body: object, headers = {}) => ({
    who,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
  })
  return {
    /** Whatever is answered to an upload. */
    tryUpload: (files: Partial<Files>, headers = {}) => raw('POST /imports', { who, body: form(files), headers }),
    async upload(files: Partial<Files>): Promise<Output<typeof imports.upload>> {
      const answer = await raw('POST /imports', { who, body: form(files) })
      return imports.upload.output.parse(answer.data)
    },
    /** A dry run that has ended. */
    async check(id: string, mapping: unknown): Promise<Import> {
      const begun = await raw('POST /imports/check', json({ id, mapping }))
      if (begun.code !== 200) throw begun
      return this.ended(id)
    },
    /** Proves who it is, and has the files loaded. */
    async start(id: string, mapping: unknown, headers = {}): Promise<Answer> {
      await raw('POST /session/prove', json({ proof: demoPassword }))
      return raw('POST /imports/start', json({ id, mapping }, headers))
    },
    startUnproved: (id: string, mapping: unknown): Promise<Answer> => raw('POST /imports/start', json({ id, mapping })),
    async get(id: string): Promise<Import> {
      return Import.parse((await raw(`GET /imports/${id}`, { who })).data)
    },
    tryGet: (id: string) => raw(`GET /imports/${id}`, { who }),
    async report(id: string, language = 'en'): Promise<string> {
      const headers = { authentication: await tokenOf(who), 'accept-language': language }
      return (await fetch(`${server.url}/api/imports/${id}/report`, { headers })).text()
    },
    /** An import that has ended. */
    async ended(id: string): Promise<Import> {
      await importsSettled()
      return this.get(id)
    },
  }
}

/** A mapping as it was detected, for a book of this name. */
export const named = (mapping: object, book = 'test') => ({ ...mapping, book })

/** A test that also has the calls about imports, as operations where nobody else is named. */
export const test = base.extend<{ calls: (who?: Account) => ReturnType<typeof callsOf> }>({
  calls: async ({ server, raw, tokenOf }, use) => use((who = 'ops') => callsOf({ server, raw, tokenOf }, who)),
})
