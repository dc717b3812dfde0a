import { bigint, date, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { api } from '#contract/kernel/endpoint.ts'
import { list } from '#contract/kernel/list.ts'
import { Choice, Id, Instant, LocalDate, Money } from '#contract/kernel/values.ts'

/** Narrow tables: six columns, nothing joined, nothing personal. */

/** How many rows each list has, by the name of its table. */
export const narrowTableRows = { narrow_1: 1_000_000, narrow_10: 10_000_000 } as const
export type NarrowTable = keyof typeof narrowTableRows

const Narrow = z.object({
  id: Id('narrow'),
  state: Choice('loans.state', [20, 30, 31, 40, 50]),
  amount: Money,
  day: LocalDate,
  createdAt: Instant,
})

const listing = <const At extends `/${string}`>(at: At) =>
  list(`GET ${at}`, {
    requires: 'applications',
    row: Narrow,
    filter: ['id', 'state', 'amount', 'createdAt'],
    sort: ['amount', 'createdAt'],
    search: ['id'],
    order: '-createdAt',
    created: 'createdAt',
    sums: ['amount'],
    export: `GET ${at}/export`,
  })

/** Their calls. */
export const narrowTables = api('narrow', { narrow_1: listing('/narrow_1'), narrow_10: listing('/narrow_10') })

/** Their tables, with the indexes that every shipped order has. */
export const narrowTable = (name: NarrowTable) =>
  pgTable(
    name,
    {
      id: text().primaryKey(),
      state: integer().notNull(),
      amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
      currency: text().notNull(),
      day: date({ mode: 'string' }).notNull(),
      createdAt: timestamp('created_at', { withTimezone: true, mode: 'string' }).notNull(),
    },
    (of) => [index().on(of.createdAt, of.id), index().on(of.amountMinor, of.id)],
  )

/** Statements that make a table and fill it. */
export const narrowTableSql = (name: NarrowTable): readonly string[] => [
  `create table ${name} (id text primary key, state int not null, amount_minor bigint not null, currency text not null,
     day date not null, created_at timestamptz not null)`,
  `insert into ${name}
     select 'N' || lpad(n::text, 10, '0'), (array[20, 30, 31, 40, 50])[1 + n % 5], 100 + (n::bigint * 7919) % 5000000, 'INR',
       date '2020-01-01' + (n % 2000)::int, timestamptz '2020-01-01' + n * interval '10 seconds'
     from generate_series(1, ${narrowTableRows[name]}) n`,
  `create index on ${name} (created_at, id)`,
  `create index on ${name} (amount_minor, id)`,
  `vacuum analyze ${name}`,
]
