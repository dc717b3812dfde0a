import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect } from 'vitest'
import { localDay } from '#server/kernel/base/clock.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { limitedUnion } from '#server/kernel/listing/union.ts'
import { businessEventSource } from '#server/modules/business-events/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { held, later, pay, test } from '../../recoveries/support.ts'

const source = businessEventSource as unknown as Source // whoever reads a page of any list no longer knows its fields
const { id } = source.table
const at = sql`business_events.at`
const limits = (where: SQL, order: SQL = sql`${at} desc, ${id} desc`) => {
  const read = limitedUnion(source, { where, order, limit: 20 })
  return read && new PgDialect().sqlToQuery(read).sql.split(' limit ').length - 1
}

test('a page of a union reads of each part no more than it shows', () => {
  const whole = source.union!.parts.length

  expect(limits(sql`${at} < now()`)).toBe(whole)
  expect(limits(sql`${localDay(at, { country: 'IN' })} = '2026-03-01' and business_events.kind in ('due')`)).toBe(whole)
})

test('a union is read as a whole where a page asks for what is joined to it', () => {
  expect(limits(sql`${customerRows.name} = 'Asha'`)).toBeNull()
  expect(limits(sql`true`, sql`${customerRows.name}, ${id}`)).toBeNull()
})

test('pages of a union are its rows one after another, in either order', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  await held(here)
  const { loanId } = await held(here)
  await later(here, 1)
  await pay(here, loanId, 100_000)
  const list = as('executive').businessEvents.list
  const q = 'kind:registered,verified,applied,disbursed,received,recovered'

  const { rows: all } = await list({ q, size: 200 })
  const latest = await Promise.all(all.map((_, from) => list({ q, from, size: 1 })))
  const earliest = await Promise.all(all.map((_, from) => list({ q: `${q} sort:at`, from, size: 1 })))

  const names = all.map(({ id }) => id)
  expect(all.filter(({ kind }) => kind === 'applied').length).toBeGreaterThan(1)
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(latest.flatMap(({ rows }) => rows).map(({ id }) => id)).toEqual(names)
  expect(earliest.flatMap(({ rows }) => rows).map(({ id }) => id)).toEqual(names.toReversed())
})
