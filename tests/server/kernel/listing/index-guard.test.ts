import { is } from 'drizzle-orm'
import { getTableConfig, IndexedColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import { expect } from 'vitest'
import { cases } from '#contract/cases.ts'
import { countries } from '#contract/kernel/countries.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { loans } from '#contract/loans/calls.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import type { ColumnMapping } from '#server/kernel/listing/column-mapping.ts'
import { compileFilter } from '#server/kernel/listing/compile-filter.ts'
import { indexedFields, largeFrom, lookupColumns, unindexedField } from '#server/kernel/listing/index-guard.ts'
import { orderOf } from '#server/kernel/listing/keyset.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { modules } from '#server/modules/index.ts'
import { grids } from '#src/catalogue.ts'
import { type Answer, alone, test } from '#tests/support/server.ts'

const listings = [...registryOf(modules).listings.values()]
const readContext = {
  now: '2026-03-10T06:00:00.000Z',
  day: '2026-03-10',
  country: 'IN',
  offsetMinutes: 330,
  t: (key: string) => key,
}
const indexedOf = (source: Source, listing: (typeof listings)[number]['listing']) => {
  const mappings = source.columns(readContext as never) as Readonly<Record<string, ColumnMapping>> // by name
  return indexedFields({ listing, source, mappings })
}
/** Nouns and lists that every business makes long. All others stay far below what is refused anything. */
const long = ['accountingDays.entries', 'audit', 'cases', 'customers', 'loans', 'payments', 'plans', 'recoveries']
const isLong = (id: string): boolean => long.includes(id) || long.includes(id.slice(0, id.indexOf('.')))
/** What has failed, what waits for a call and what is open stays short. */
const short = ['loans.failedPayouts', 'loans.verifications', 'cases.open']
/** Views of long lists that only a filter beside them makes quick once the list is too long. */
const unindexed = ['audit.list money', 'customers.list new', 'loans.orders extensions']

test.for(listings.filter(({ listing }) => isLong(listing.id)))(
  'every filter and every order of $listing.id is found by an index, or refused of a long list, naming one that is',
  async ({ listing, source }) => {
    const indexed = indexedOf(source, listing)
    const reader = {
      fields: listing.fields.filter(({ name }) => listing.filter.includes(name)),
      sortable: listing.sort,
      searchable: listing.search,
      currency: countries.IN.currency,
    }
    const own = listing.order.replace('-', '')

    expect([listing.id, own, indexed.has(own)]).toEqual([listing.id, own, true])
    expect(listing.filter.filter((name) => indexed.has(name))).not.toEqual([])
    for (const sort of listing.sort) {
      const { query } = parse(`sort:${sort}`, reader)
      expect([sort, unindexedField(query, indexed, listing.search)?.fault]).toEqual([
        sort,
        indexed.has(sort) ? undefined : 'too_large_to_sort',
      ])
    }
    for (const field of listing.filter) {
      const where = { kind: 'oneOf' as const, field, values: [] }
      expect([field, unindexedField({ where, sort: [] }, indexed, listing.search)?.fault]).toEqual([
        field,
        indexed.has(field) ? undefined : 'too_large_to_filter',
      ])
    }
  },
)

/** Orders of long lists that wait for an index; those of the journal are for the entries of some days. */
const unindexedOrders = [
  'customers.list loansDone',
  ...['valueDate', 'kind', 'documentId', 'amount', 'cash'].map((field) => `accountingDays.entries ${field}`),
]

test('whatever a long list is sorted by, an index holds: no header promises what is refused later', () => {
  // what has failed, and what is open, stays short
  const all = listings.filter(({ listing: { id } }) => isLong(id) && !short.includes(id))
  const without = all.flatMap(({ listing, source }) => {
    const indexed = indexedOf(source, listing)
    return listing.sort.filter((field) => !indexed.has(field)).map((field) => `${listing.id} ${field}`)
  })

  expect(without.toSorted()).toEqual(unindexedOrders.toSorted())
})

/** How an index begins: its column, which way, and where missing values are; none of one over an expression. */
const beginningOf = ({ config: { columns } }: ReturnType<typeof getTableConfig>['indexes'][number]) => {
  const [first] = columns
  return is(first, IndexedColumn) ? { name: first.name, ...first.indexConfig } : null
}

test('a list comes in the order of an index, forwards or backwards, missing values where both have them', () => {
  const ordered = listings.flatMap(({ listing, source }) => {
    const { field, descending } = orderOf(listing.order)
    const mappings = source.columns(readContext as never) as Readonly<Record<string, ColumnMapping>> // by name
    const [column] = lookupColumns(mappings[field]!)
    if (!column) return []
    const indexes = getTableConfig(column.table as PgTable) // a table
      .indexes.flatMap((index) => beginningOf(index) ?? [])
      .filter(({ name }) => name === column.name)
    // only what can be missing says where it goes: else PostgreSQL has it last from least to most, and first the other way
    const isLast = !descending || listing.fields.find(({ name }) => name === field)!.nullable
    const serves = ({ order, nulls }: { order?: string; nulls?: string }) =>
      ((order === 'desc') === descending) === ((nulls === 'last') === isLast)
    return indexes.length > 0 ? [{ id: listing.id, isServed: indexes.some(serves) }] : []
  })

  expect(ordered.length).toBeGreaterThan(20)
  expect(ordered.filter(({ isServed }) => !isServed)).toEqual([])
})

const views = grids
  // what has failed, and what is open, an index of its own holds: such lists stay short
  .filter(({ listing }) => isLong(listing.id) && !short.includes(listing.id))
  .flatMap(({ listing, views: named }) =>
    named.map(({ name, query }) => ({ id: `${listing.id} ${name}`, listing, query })),
  )
test.for(views)(
  'the view $id is served by indexes however long the list is, or known not to be',
  ({ id, listing, query: line }) => {
    const { source } = listings.find((one) => one.listing.id === listing.id)!
    const fields = listing.fields.filter(({ name }) => listing.filter.includes(name))
    const reader = { fields, sortable: listing.sort, searchable: listing.search, currency: countries.IN.currency }
    const { query } = parse(line, reader)

    expect(unindexedField(query, indexedOf(source, listing), listing.search) === null).toBe(!unindexed.includes(id))
  },
)

test('one day is asked as one, behind which an index goes on in its own order, and more than a day by its bounds', () => {
  const { listing, source } = listings.find((one) => one.listing.id === cases.open.id)!
  const fields = listing.fields.filter(({ name }) => listing.filter.includes(name))
  const reader = { fields, sortable: listing.sort, searchable: listing.search, currency: countries.IN.currency }
  const mappings = source.columns(readContext as never) as Readonly<Record<string, ColumnMapping>> // by name
  const access = { app: { clock: { country: 'IN', now: () => new Date(readContext.now) } } }
  const sqlOf = (line: string) => {
    const { where } = parse(line, reader).query
    const context = { listing, reader, source, mappings, access: access as never } // nothing else of it is read
    return new PgDialect().sqlToQuery(compileFilter(where, context))
  }
  const promised = '"cases"."promised_for"'

  for (const line of ['promisedFor:today', 'promisedFor:2026-03-10', 'promisedFor=today'])
    expect(sqlOf(line)).toMatchObject({ sql: `(${promised} = $1)`, params: ['2026-03-10'] })
  expect(sqlOf('promisedFor:2026-03').params).toEqual(['2026-03-01', '2026-04-01'])
  // a moment of that day is not its first
  expect(sqlOf('openedAt:today').params).toEqual(['2026-03-09T18:30:00.000Z', '2026-03-10T18:30:00.000Z'])
})

alone(
  'of a list that is too long for it the reader is told what to narrow it by, in their own words',
  async ({ as, given, raw, server }) => {
    await given.loan()
    const { database } = server.app
    // nobody is to count the rows meanwhile
    await database.query('alter table loans set (autovacuum_enabled = false)')
    await database.query(`update pg_class set reltuples = ${largeFrom + 1} where relname = 'loans'`)
    const { applications, failedPayouts } = as('ops', { language: 'zh' }).loans
    const refused = async (q: string) =>
      applications({ q }).then(
        () => null,
        ({ fault, msg }: Answer) => [fault, msg],
      )

    expect(await refused('kind:regular')).toEqual(['too_large_to_filter', expect.stringMatching(/“.+”.*状态/)])
    expect(await refused('kind:regular state:22')).toBeNull()
    expect(await refused('kind:regular OR state:22')).toEqual(['too_large_to_filter', expect.anything()])
    expect(await refused('-kind:regular')).toEqual(['too_large_to_filter', expect.anything()])
    expect(await refused('sort:amount')).toBeNull()
    const { facet } = loans.applications
    const counted = async (field: string, q: string) =>
      (await raw(`${facet.at}?${new URLSearchParams({ q, field })}`, { who: 'ops' })).fault ?? null
    expect(await counted('kind', '')).toBe('too_large_to_count')
    expect(await counted('finalState', '')).toBe('too_large_to_count')
    expect(await counted('kind', 'state:31')).toBeNull()
    expect(await counted('state', '')).toBeNull()
    // what has failed, an index of its own holds
    await expect(failedPayouts({ q: 'hours>4 name:rao attempts>1' })).resolves.toMatchObject({ rows: [] })
  },
)
