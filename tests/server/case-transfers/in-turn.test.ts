import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { collector, hire } from '#tests/server/collectors/support.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'

type Given = Pick<World, 'given'>
type Ids = readonly IdOf<'case'>[]

const first = collector('collector')
const selected = { kind: 'selected' } as const
const ofBoth = { caseType: 'collection', clients: 'both' } as const
const able = { stages: ['S1', 'S2'] }

/** So many cases of the first collector. */
async function heldCases(count: number, { given }: Given): Promise<Ids> {
  const ids: IdOf<'case'>[] = []
  for (let i = 0; i < count; i++) ids.push((await given.case({ collector: 'collector' })).id)
  return ids
}

/** Who has each of these cases; null: nobody. */
async function holders({ server }: Pick<World, 'server'>, ids: Ids): Promise<(string | null)[]> {
  const { rows } = await server.app.database.query(
    'select collector_id as holder from cases where id = any($1) order by array_position($1, id)',
    [ids],
  )
  return rows.map(({ holder }) => holder as string | null)
}

test('marked cases go to several in turn, as the preview says', async ({ as, given, server }) => {
  const [second, third] = [await hire({ server }, 'second', able), await hire({ server }, 'third', able)]
  const ids = await heldCases(5, { given })
  const args = { to: second, others: 'third', ...selected }

  const leader = as('leader')
  const selection = { listing: 'cases.open', ids: [...ids] }
  const preview = await leader.batches.preview({ command: 'cases.shareOut', selection, args })
  const run = await leader.batches.run({ id: preview.id })

  const receivers = ['Collector second × 3', 'Collector third × 2']
  expect(preview).toMatchObject({ eligible: 5, effects: [{ of: 'receivers', texts: receivers }] })
  expect(run).toMatchObject({ success: 5, fail: 0 })
  const now = await holders({ server }, ids)
  expect(now.filter((holder) => holder === second)).toHaveLength(3)
  expect(now.filter((holder) => holder === third)).toHaveLength(2)
})

test('a case whose stage not all of them have goes to one who has it; whoever has it already is passed over', async ({
  as,
  given,
  server,
}) => {
  const [second, third] = [await hire({ server }, 'second', { stages: ['S2'] }), await hire({ server }, 'third', able)]
  const { id, version } = await given.case({ collector: 'collector' })
  await as('leader').cases.transfer({ id, version, to: third, ...selected })
  const ids = [...(await heldCases(3, { given })), id]
  await server.app.database.query(`update cases set stage = 'S2' where id = any($1)`, [[ids[1], ids[3]]])

  const args = { to: second, others: 'third', ...selected }
  const leader = as('leader')
  const preview = await leader.batches.preview({
    command: 'cases.shareOut',
    selection: { listing: 'cases.open', ids },
    args,
  })
  await leader.batches.run({ id: preview.id })

  const now = await holders({ server }, ids)
  expect([now[0], now[2], now[3]]).toEqual([third, third, second])
})

test.for([
  ['an account', 'third'],
  ['a name', 'collector THIRD'],
  ['a job number', 'J-3'],
  ['one named twice', 'third, J-3；Collector third'],
])('cases of one collector go to several, named by %s', async ([, others], { as, given, server }) => {
  const [second, third] = [await hire({ server }, 'second', able), await hire({ server }, 'third', able)]
  await server.app.database.query(`update staff set job_number = 'J-3' where id = $1`, [third])
  const ids = await heldCases(4, { given })

  const move = { ...ofBoth, from: first, to: second, others: others!, kind: 'all', count: 4 } as const
  const run = await as('leader').caseTransfers.move(move)

  expect(run).toMatchObject({ success: 4, fail: 0 })
  expect((await holders({ server }, ids)).toSorted()).toEqual([second, second, third, third].toSorted())
})

test('whoever is not there, not within reach, or called like another is named, and nothing moves', async ({
  as,
  given,
  server,
}) => {
  const second = await hire({ server }, 'second', able)
  await Promise.all([hire({ server }, 'third', able), hire({ server }, 'fourth', { ...able, unit: 'AG2A' })])
  await server.app.database.query(`update staff set name = 'Collector second' where account = 'third'`)
  const ids = await heldCases(2, { given })
  const move = (others: string) =>
    as('leader').caseTransfers.move({ ...ofBoth, from: first, to: second, others, kind: 'all', count: 2 })

  for (const unclear of ['nobody', 'fourth', 'Collector second'])
    await expect(move(`third, ${unclear}`)).rejects.toMatchObject({
      ...{ code: 400, fault: 'unclear_collector' },
      msg: expect.stringContaining(`${unclear}:`),
    })
  await expect(move('collector')).rejects.toMatchObject({ fault: 'same_collector' })
  expect(await holders({ server }, ids)).toEqual([first, first])
})

test('of new customers only, or of old ones: how many there are of them is told', async ({ as, given, server }) => {
  const second = await hire({ server }, 'second', able)
  const ids = await heldCases(3, { given })
  await server.app.database.query(
    `update customers set kind = case when id = (select l.customer_id from loans l join cases c on c.loan_id = l.id
       where c.id = $1) then 'old' else 'new' end`,
    [ids[0]],
  )
  const move = { caseType: 'collection', from: first, to: second, kind: 'all' } as const

  const few = as('leader').caseTransfers.move({ ...move, clients: 'new', count: 3 })
  await expect(few).rejects.toMatchObject({ fault: 'fewer_cases', msg: expect.stringContaining('2') })
  await as('leader').caseTransfers.move({ ...move, clients: 'old', count: 1 })

  expect(await holders({ server }, ids)).toEqual([second, first, first])
})

test('a recalled case waits to be allocated, is on the record, and is given back the same day', async ({
  as,
  given,
  server,
}) => {
  const { id, version, loanId } = await given.case({ collector: 'collector' })

  const recalled = await as('leader').cases.recall({ id, version, reason: 'On leave' })

  expect(recalled).toMatchObject({ state: 'allocating', collector: null, group: null, agency: null, allocatedAt: null })
  const { rows } = await server.app.database.query('select collector_id as now from loans where id = $1', [loanId])
  expect(rows).toEqual([{ now: null }])
  const [transfer] = (await as('leader').caseTransfers.list()).rows
  expect(transfer).toMatchObject({
    fromCollector: { id: first },
    toCollector: null,
    toAgency: null,
    reason: 'On leave',
  })
  const again = as('leader').cases.recall({ id, version: recalled.version })
  await expect(again).rejects.toMatchObject({ fault: 'not_found' })

  await as('leader').caseTransfers.undo({ id: transfer!.id, version: transfer!.version })

  expect(await holders({ server }, [id])).toEqual([first])
})

test('whoever may not give cases away recalls none', async ({ as, given }) => {
  const { id, version } = await given.case({ collector: 'collector' })

  await expect(as('collector').cases.recall({ id, version })).rejects.toMatchObject({ code: 403 })
})
