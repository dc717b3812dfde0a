import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { exceptions, sections } from '#server/modules/data-requests/sections.ts'
import { openForTests } from '#tests/support/database.ts'

const list = 'server/modules/data-requests/sections.ts'

test('every table that names a customer or an order is in the export of their data, or said why not', async () => {
  const database = await openForTests()
  const { rows } = await database.query(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name in ('customer_id', 'loan_id')`,
  )
  await database.close()
  const names = rows.map(({ name }) => String(name))
  const told = sections.map(({ table }) => getTableName(table))

  const lacking = names.filter((name) => !told.includes(name) && !(name in exceptions))
  const idle = Object.keys(exceptions).filter((name) => !names.includes(name) || told.includes(name))

  expect(lacking.map((name) => `${list} lacks ${name}: add a section, or an exception and why`)).toEqual([])
  expect(idle.map((name) => `${list} has an exception for ${name}, which needs none: take it out`)).toEqual([])
  expect(new Set(told).size).toBe(told.length)
})
