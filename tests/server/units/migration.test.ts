import { expect, onTestFinished, test } from 'vitest'
import { openForTests } from '#tests/support/database.ts'
import { statementsOf } from '#tests/support/migrations/statements.ts'

const migration = statementsOf('0033_agency_departments')

test('groups of an agency move into a department, with whatever tells where it belongs; nothing else of it changes', async () => {
  const database = await openForTests()
  onTestFinished(() => database.close())
  const at = `'2026-03-01T06:00:00Z'`
  await database.query(`
    delete from units where path like '/HQ/COL/_%';
    insert into units (id, kind, name, parent_id, path) values
      ('AG1', 'agency', 'Ours', 'COL', '/HQ/COL/AG1/'), ('AG1D1', 'group', 'Taken', 'AG1', '/HQ/COL/AG1/AG1D1/'),
      ('AG1A', 'group', 'A', 'AG1', '/HQ/COL/AG1/AG1A/'), ('AG1AA', 'group', 'AA', 'AG1A', '/HQ/COL/AG1/AG1A/AG1AA/'),
      ('AG2', 'agency', 'Theirs', 'COL', '/HQ/COL/AG2/');
    insert into batches (id, state, maker_id, maker_name, unit_path, command, listing, query, args, count, created_at)
      values ('BA1', 'done', 'S-leader', 'x', '/HQ/COL/AG1/AG1A/', 'cases.end', 'cases.open', '', '{}', 1, ${at}),
        ('BA2', 'done', 'S-leader', 'x', '/HQ/COL/AG1/', 'cases.end', 'cases.open', '', '{}', 1, ${at})`)

  for (const statement of migration) await database.query(statement)
  for (const statement of migration) await database.query(statement)

  const { rows } = await database.query(
    `select kind || ' ' || name || ' ' || path as unit from units where path like '/HQ/COL/_%' order by path`,
  )
  expect(rows.map(({ unit }) => unit)).toEqual([
    'agency Ours /HQ/COL/AG1/',
    'department Ours, department 1 /HQ/COL/AG1/AG1D2/',
    'group A /HQ/COL/AG1/AG1D2/AG1A/',
    'group AA /HQ/COL/AG1/AG1D2/AG1A/AG1AA/',
    'group Taken /HQ/COL/AG1/AG1D2/AG1D1/',
    'agency Theirs /HQ/COL/AG2/',
  ])
  const runs = await database.query('select id, version, unit_path as path from batches order by id')
  expect(runs.rows).toEqual([
    { id: 'BA1', version: 1, path: '/HQ/COL/AG1/AG1D2/AG1A/' },
    { id: 'BA2', version: 1, path: '/HQ/COL/AG1/' },
  ])
})
