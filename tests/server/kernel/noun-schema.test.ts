import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/kernel/base/database.ts'
import { nounSchema } from '#server/nouns.ts'
import { openForTests } from '#tests/support/database.ts'
import { schemaOf } from '#tests/support/schema.ts'

let database: Database
beforeAll(async () => {
  database = await openForTests()
  return () => database.close()
})

/** What the catalogue holds, and which transaction wrote it. */
const writes = async () =>
  (
    await database.query(
      `select oid, xmin::text from pg_trigger union all select oid, xmin::text from pg_class order by 1`,
    )
  ).rows

test('a start with nothing to change writes nothing to the catalogue', async () => {
  const before = await writes()

  await database.migrate(nounSchema)

  expect(await writes()).toEqual(before)
})

test('a noun that is declared has versions that count themselves, is announced, and has numbers', async () => {
  const announced: string[] = []
  const stop = await database.listen('rows', (payload) => announced.push(payload))
  await database.query(
    'create table made_up (id text primary key, version integer not null default 1, changed_by text)',
  )

  await database.migrate({
    tables: [...nounSchema.tables, { noun: 'madeUps', table: 'made_up' }],
    sequences: [...nounSchema.sequences, 'ids_madeUp'],
  })
  await database.query(`insert into made_up (id) values ('M1')`)
  await database.query(`set lendline.actor = 'Asha'; update made_up set id = id; reset lendline.actor`)

  expect((await database.query('select * from made_up')).rows).toEqual([{ id: 'M1', version: 2, changed_by: 'Asha' }])
  expect((await database.query(`select nextval('ids_madeUp')::int as number`)).rows).toEqual([{ number: 1 }])
  await expect.poll(() => announced).toEqual(['madeUps M1:1', 'madeUps M1:2'])
  await stop()
  await database.query('drop table made_up; drop sequence ids_madeUp')
})

test('a table whose rows are those of two nouns is announced as both', async () => {
  const announced: string[] = []
  const stop = await database.listen('rows', (payload) => announced.push(payload))

  await database.query(`update units set name = name where id = 'HQ'`)

  await expect.poll(() => announced.toSorted()).toEqual(['departments HQ:2', 'units HQ:2'])
  await stop()
})

test('what declarations ask for is put right where somebody has changed it', async () => {
  const before = await schemaOf(database)
  await database.query(
    `drop trigger loans_updated on loans;
     create or replace trigger payments_version before update on payments for each row execute function bump_version();
     create or replace trigger plans_inserted after insert on plans referencing new table as changed
       for each statement execute function announce('loans');
     drop sequence ids_loan`,
  )
  expect(await schemaOf(database)).not.toEqual(before)

  await database.migrate(nounSchema)

  expect(await schemaOf(database)).toEqual(before)
})

test('a table that no migration has made is named, and nothing is changed', async () => {
  const before = await schemaOf(database)
  const tables = [...nounSchema.tables, { noun: 'things', table: 'things' }]

  await expect(database.migrate({ ...nounSchema, tables })).rejects.toThrow(
    'no migration makes the table things of things: npm run migration',
  )

  expect(await schemaOf(database)).toEqual(before)
})
