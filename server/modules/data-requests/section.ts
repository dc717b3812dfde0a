import { type Column, eq, getTableColumns, getTableName, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { DataGroup } from '#contract/data-requests.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'
import { loanRows } from '#server/modules/loans/store.ts'

/** What an erasure does to the rows of a table: takes them away, empties what is personal in them, or leaves them. */
type OnErasure = 'deletes' | 'empties' | 'keeps'

/** Section of an export: a table that knows customers, and what of it is told. */
export interface Section {
  readonly table: PgTable
  readonly group: DataGroup
  readonly onErasure: OnErasure
  /** Columns that are encrypted: told in clear. */
  readonly encrypted: readonly string[]
  /** Columns that are ours alone: how values are found, where files are kept. */
  readonly internal: readonly string[]
  /** Rows of a customer, where the table does not name them or an order of theirs. */
  readonly where?: (id: IdOf<'customer'>) => SQL
}

/** Columns of every table that tell nothing about a customer: counters, and who of the house works on what. */
const internalColumns = ['version', 'changedBy', 'unitPath', 'makerUnitPath', 'fromUnitPath', 'toUnitPath']

/** The ids of a customer's orders, as a subquery. */
export const loansOf = (id: IdOf<'customer'>): SQL =>
  sql`(select ${loanRows.id} from ${loanRows} where ${loanRows.customerId} = ${id})`

/** The rows of a section that are about a customer. */
function rowsOfCustomer({ table, where }: Section, id: IdOf<'customer'>): SQL {
  if (where) return where(id)
  const { customerId, loanId } = getTableColumns(table) as Readonly<Record<string, Column | undefined>> // whichever it has
  const conditions = [customerId && eq(customerId, id), loanId && inArray(loanId, loansOf(id))]
  const theirs = or(...conditions)
  if (!theirs) throw new Error(`${getTableName(table)} names no customer and says no \`where\``)
  return theirs
}

type Values = Readonly<Record<string, unknown>>

/** How many rows of a section are about a customer. */
export async function countSection(tx: Db, section: Section, id: IdOf<'customer'>): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(section.table)
    .where(rowsOfCustomer(section, id))
  return row!.count
}

/** The rows of a section that are about a customer, as an export tells them: in clear, without what is ours alone. */
export async function readSection(
  tx: Db,
  section: Section,
  id: IdOf<'customer'>,
  { decrypt }: Pick<Secrets, 'decrypt'>,
): Promise<Values[]> {
  const rows: Values[] = await tx.select().from(section.table).where(rowsOfCustomer(section, id))
  const left = [...internalColumns, ...section.internal]
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => !left.includes(name))
        .map(([name, value]) => [
          name,
          section.encrypted.includes(name) && typeof value === 'string' ? decrypt(value) : value,
        ]),
    ),
  )
}
