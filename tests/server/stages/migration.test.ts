import { expect, onTestFinished, test } from 'vitest'
import { openForTests } from '#tests/support/database.ts'
import { statementsOf } from '#tests/support/migrations/statements.ts'

const migration = statementsOf('0031_stages')

test('stages are called what somebody called them in the dictionary that kept their labels, and it is gone', async () => {
  const database = await openForTests()
  onTestFinished(() => database.close())
  await database.query(`
    drop table stages; drop index cases_stage;
    insert into dictionaries (id, parent_id, sort, created_at)
      values ('cases.stage', 'collection', 1, now()), ('own.below', 'cases.stage', 1, now());
    insert into dictionary_entries (id, dictionary_id, code, labels, sort, tone, created_at) values
      ('DE1', 'cases.stage', 'S1', '{"en": "First week"}', 1, 'none', now()),
      ('DE2', 'cases.stage', 'S2', '{"zh": "二"}', 2, 'none', now());
    insert into dictionary_entry_uses values ('DE1')`)

  for (const statement of migration) await database.query(statement)

  const { rows } = await database.query(
    `select id || ' ' || name || ' ' || last_day as stage from stages order by last_day`,
  )
  expect(rows.map(({ stage }) => stage)).toEqual([
    ...['T0 T0 0', 'T1 T1 1', 'T2 T2 2', 'S1 First week 7', 'S2 S2 15', 'M1 M1 30', 'M2 M2 60', 'M3 M3 90'],
  ])
  const left = await database.query(
    `select id, parent_id as parent from dictionaries where id in ('cases.stage', 'own.below')`,
  )
  expect(left.rows).toEqual([{ id: 'own.below', parent: 'collection' }])
})
