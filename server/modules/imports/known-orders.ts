import { sql } from 'drizzle-orm'
import { type Country, toInstant } from '#contract/kernel/calendar.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { currencyOf } from './cells.ts'
import { externalId, type ImportContext } from './context.ts'
import type { BookLoan } from './csv-schemas.ts'
import type { LineProblem } from './parse-lines.ts'

/** What was loaded of an order before, as far as its book tells it. */
export type KnownOrder = Pick<
  BookLoan,
  | 'customerId'
  | 'ordinal'
  | 'createdAt'
  | 'approvedAt'
  | 'amount'
  | 'totalDue'
  | 'firstDueDate'
  | 'firstRepaidAt'
  | 'closedAt'
> & {
  readonly termDays: number
}

interface StoredOrder {
  readonly externalId: string
  readonly customer: string
  readonly ordinal: number
  readonly amount: number
  readonly interest: number
  readonly term: number
  readonly createdAt: string
  readonly approvedAt: string
  readonly firstDueDate: LocalDate
  readonly firstRepaidAt: string
  readonly closedAt: string
}

/** Which orders of the book are loaded already, and what they were then. */
export async function knownOrders(
  load: ImportContext,
  books: readonly BookLoan[],
): Promise<ReadonlyMap<string, KnownOrder>> {
  const byExternal = new Map(books.map(({ loanId }) => [externalId(load, loanId), loanId]))
  const rows = await rowsOf<StoredOrder>(
    load.tx,
    sql`select ${loanRows.externalId} as "externalId", ${customerRows.externalId} as customer, ${loanRows.ordinal} as ordinal,
          ${loanRows.amountMinor} as amount, ${loanRows.interestMinor} as interest,
          (${loanRows.terms} ->> 'tenureDays')::int as term, ${loanRows.appliedAt} as "createdAt",
          ${loanRows.disbursedAt} as "approvedAt", ${loanRows.closedAt} as "closedAt",
          ${planRows.dueDate}::text as "firstDueDate", ${planRows.settledAt} as "firstRepaidAt"
        from ${loanRows} join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
          join ${planRows} on ${planRows.loanId} = ${loanRows.id} and ${planRows.serial} = 1
        where ${loanRows.externalId} = any(${sql.param([...byExternal.keys()])}::text[])`,
  )
  const instant = (text: string) => toInstant(new Date(text))
  return new Map(
    rows.map(
      ({ customer, amount, interest, term, createdAt, approvedAt, firstDueDate, firstRepaidAt, closedAt, ...row }) => [
        byExternal.get(row.externalId)!,
        {
          ...{ customerId: customer.slice(externalId(load, '').length), ordinal: row.ordinal, amount, termDays: term },
          ...{ totalDue: amount + interest, createdAt: instant(createdAt) },
          ...{ approvedAt: instant(approvedAt), firstDueDate },
          ...{ firstRepaidAt: instant(firstRepaidAt), closedAt: instant(closedAt) },
        },
      ],
    ),
  )
}

const compared = [
  ...(['customerId', 'ordinal', 'createdAt', 'approvedAt'] as const),
  ...(['amount', 'totalDue', 'termDays', 'firstDueDate', 'firstRepaidAt', 'closedAt'] as const),
] as const

/** Where the file tells of a known order something else than was loaded: what it says, and what is known. */
export function differencesOf(row: BookLoan, known: KnownOrder, country: Country): readonly LineProblem[] {
  const shown = (field: (typeof compared)[number], { [field]: value }: KnownOrder) =>
    field === 'amount' || field === 'totalDue'
      ? formatMoney(ofMinor(Number(value), currencyOf(country)), 'en')
      : String(value)
  return compared.flatMap((field) =>
    row[field] === known[field]
      ? []
      : [{ field, problem: 'known_otherwise' as const, got: `${shown(field, row)} ≠ ${shown(field, known)}` }],
  )
}
