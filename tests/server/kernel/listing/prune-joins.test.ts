import { sql } from 'drizzle-orm'
import { alias, PgDialect } from 'drizzle-orm/pg-core'
import { expect } from 'vitest'
import { countries } from '#contract/kernel/countries.ts'
import { queryFieldsOf } from '#contract/kernel/personal-data.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { type Actor, anonymous } from '#server/kernel/base/actor.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { readContextOf } from '#server/kernel/listing/column-mapping.ts'
import { compileFilter, type FilterContext } from '#server/kernel/listing/compile-filter.ts'
import { deferJoins, pruneJoins } from '#server/kernel/listing/prune-joins.ts'
import { rowReader } from '#server/kernel/listing/read-rows.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { approvalSource, inboxSource } from '#server/modules/approvals/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { modules } from '#server/modules/index.ts'
import { orderSource } from '#server/modules/loans/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { planSource } from '#server/modules/plans/source.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { productRows } from '#server/modules/products/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { test } from '#tests/support/server.ts'

const dialect = new PgDialect()
const textOf = (source: unknown, ...pieces: Parameters<typeof sql.join>[0]) =>
  dialect.sqlToQuery(pruneJoins(source as Source, ...(pieces as ReturnType<typeof sql>[]))).sql

/** The tables that are read, in their order. */
const tables = (text: string) => [...text.matchAll(/(?:^|join )"(\w+)"/g)].map(([, name]) => name)
/** What is joined, in its order: a table, with the name it is given there, or what is made for each row. */
const joined = (text: string) =>
  [...text.matchAll(/join (lateral|"\w+"(?: (?!on\b)\w+)?)/g)].map(([, name]) => name!.replaceAll('"', ''))

test('of what is joined to a list only what is asked for is read, and what that is joined by', () => {
  const read = (...pieces: ReturnType<typeof sql>[]) => tables(textOf(orderSource, ...pieces))

  expect(read(sql`${loanRows.id}`)).toEqual(['loans'])
  expect(read(sql`${customerRows.name}`)).toEqual(['loans', 'customers'])
  expect(read(sql`${staffRows.name}`, sql`${loanRows.id}`)).toEqual(['loans', 'cases', 'staff'])
  expect(read(sql`${caseRows.stage}`, sql`${productRows.name}`)).toEqual(['loans', 'products', 'cases'])
  expect(tables(textOf(planSource, sql`${planRows.id}`))).toEqual(['plans'])
  expect(tables(textOf(planSource, sql`${customerRows.name}`))).toEqual(['plans', 'loans', 'customers'])
})

test('what is joined by another name, or added up beside it, is read where that name is asked for', () => {
  const whole = dialect.sqlToQuery(approvalSource.from).sql
  const read = (source: unknown, ...pieces: ReturnType<typeof sql>[]) => joined(textOf(source, ...pieces))

  expect(read(approvalSource, sql`maker.name`)).toEqual(['staff maker'])
  expect(read(approvalSource, sql`${alias(staffRows, 'checker').name}`)).toEqual(['staff checker'])
  expect(read(approvalSource, sql`${approvalSource.table.id}`)).toEqual([])
  expect(read(orderSource, sql`books.penalty`)).toEqual(['lateral'])
  expect(textOf(approvalSource, sql`nobody.name`)).toBe(whole)

  // a table that is read beside, under a name of its own, is not the one that is joined
  const other = alias(staffRows, 'other')
  expect(read(approvalSource, sql`exists (select from ${staffRows} ${other} where ${other.id} = 'x')`)).toEqual([])
})

test('a page is found before what is only shown is joined, and by what its order and condition ask for', () => {
  const page = (source: unknown, order: ReturnType<typeof sql>, where = sql`true`) => {
    const deferred = deferJoins(source as Source, { where, order, limit: 200 })
    return deferred && dialect.sqlToQuery(deferred).sql
  }
  /** What is read to find the rows, and what is joined to those that were found. */
  const halves = (text: string | null) => {
    const [inner, outer] = text!.split(/ limit \$\d+\) as /)
    return [inner!.slice(inner!.indexOf(' from ') + 6), outer!, inner!.slice(0, inner!.indexOf(' from '))]
  }
  const all = joined(dialect.sqlToQuery(orderSource.from).sql)

  const [found, shown] = halves(page(orderSource, sql`${loanRows.dueDate}`))
  expect([tables(found!), joined(shown!)]).toEqual([['loans'], all])
  expect(tables(halves(page(orderSource, sql`${customerRows.name}`))[0]!)).toEqual(['loans', 'customers'])
  expect(joined(halves(page(orderSource, sql`${loanRows.id}`, sql`${staffRows.name} = 'x'`))[0]!)).toEqual([
    'cases',
    'staff',
  ])

  // found by what is joined, a row is fetched once it is one of the page; by its own columns, when it is found
  const [, byId, selected] = halves(page(orderSource, sql`${customerRows.name}`))
  expect([selected, tables(byId!)[0]]).toEqual(['(select "loans"."id" as id', 'loans'])
  expect(halves(page(orderSource, sql`${loanRows.dueDate}`))[2]).toBe('(select "loans".*')

  // nothing is left to join, or what something stands for cannot be told
  expect(page(approvalSource, sql`maker.name`, sql`checker.name = 'x'`)).toBeNull()
  expect(page(approvalSource, sql`nobody.name`)).toBeNull()
  // what is put together of several tables is no table
  expect(page(inboxSource, sql`approvals.id`)).toBeNull()
})

test('every field of every list can be read by itself', async ({ server }) => {
  const { database, registry, clock } = server.app
  const readContext = readContextOf({ clock }, clock.now())
  for (const { listing, source } of registry.listings.values()) {
    const mappings = source.columns(readContext)
    const parts = listing.fields.map((field) => {
      const { columns } = rowReader(mappings, [field], readContext)
      const where = source.where ?? sql`true`
      return sql`(select count(*) from (select ${columns} from ${pruneJoins(source, columns, where)} where ${where}) one)`
    })
    await expect(database.db.execute(sql`select ${sql.join(parts, sql`, `)}`)).resolves.toBeDefined()
  }
})

/** Lines that ask a field for something, as far as its kind can be asked so. */
const linesOf = (name: string) => [`${name}:x`, `${name}=x`, `${name}>1`, `${name}:today`, `${name}:1`, `has:${name}`]
const reader: Actor = { ...anonymous, may: () => true, scopesOf: () => ['department' as const], unitPath: '/HQ/' }

test('of every filter and scope it can be told what is joined for it: else pages join all that matches', async ({
  server,
}) => {
  const { clock } = server.app
  const access = { actor: reader, scopes: [], app: server.app }
  const untold: string[] = []
  for (const { listing, source } of registryOf(modules).listings.values()) {
    const fields = { ...queryFieldsOf(listing, true), currency: countries.IN.currency }
    const mappings = source.columns(readContextOf({ clock }, clock.now()))
    const context: FilterContext = { listing, reader: fields, source, mappings, access }
    const asked = listing.filter.flatMap(linesOf).flatMap((line) => {
      const { query, problems } = parse(line, fields)
      return problems.length === 0 ? [[line, compileFilter(query.where, context)] as const] : []
    })
    const scopes = Object.entries(source.scope).map(([scope, of]) => [scope, of(reader)] as const)
    for (const [what, where] of [...asked, ...scopes, ['visible', source.visible?.(reader) ?? sql`true`] as const])
      if (pruneJoins(source, where) === source.from) untold.push(`${listing.id}: ${what}`)
  }

  expect(untold).toEqual([])
})
