import { getTableName } from 'drizzle-orm'
import { expect } from 'vitest'
import { pathColumns } from '#server/modules/units/paths.ts'
import { test } from '#tests/support/server.ts'

/** What the record says of where somebody was stays as it was written. */
const written = ['audit.unit_path']

test('every column that keeps the path of a unit is one of those that move with it', async ({ server }) => {
  const { rows } = await server.app.database.query(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and (column_name like '%unit_path' or table_name = 'units' and column_name = 'path')`,
  )

  const known = [...pathColumns.map((column) => `${getTableName(column.table)}.${column.name}`), ...written]
  expect(rows.map(({ name }) => name).sort()).toEqual(known.sort())
})
