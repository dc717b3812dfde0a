import { expect } from 'vitest'
import { restaffing as test } from '#tests/support/restaffing.ts'
import { collector, hire } from './support.ts'

const first = collector('collector')
const selected = { kind: 'selected' } as const

test('a case goes to nobody who does not have its stage, which is named', async ({ as, given, server }) => {
  const to = await hire({ server }, 'second', { stages: ['S2', 'M1'] })
  const { id, version } = await given.case({ collector: 'collector' })

  const transfer = as('leader').cases.transfer({ id, version, to, ...selected })

  const msg = 'Collector second does not work this stage: S1'
  await expect(transfer).rejects.toMatchObject({ code: 400, fault: 'lacks_stage', msg })
})

test('of marked cases those go whose stage the collector has, the others are refused', async ({
  as,
  given,
  server,
}) => {
  const to = await hire({ server }, 'second', { stages: ['S2'] })
  const [one, other] = [await given.case({ collector: 'collector' }), await given.case({ collector: 'collector' })]
  await server.app.database.query(`update cases set stage = 'S2' where id = $1`, [one.id])
  const selection = { listing: 'cases.open', ids: [one.id, other.id] }

  const args = { to, ...selected }
  const preview = await as('leader').batches.preview({ command: 'cases.transfer', selection, args })

  expect(preview).toMatchObject({ eligible: 1, refused: [{ fault: 'lacks_stage', ids: [other.id] }] })
})

test('so many of one collector are those whose stage the other one has; all are refused where one lacks', async ({
  as,
  given,
  server,
}) => {
  const to = await hire({ server }, 'second', { stages: ['S2'] })
  const cases = []
  for (let i = 0; i < 3; i++) cases.push(await given.case({ collector: 'collector' }))
  await server.app.database.query(`update cases set stage = 'S2' where id <> $1`, [cases[0]!.id])
  const move = { caseType: 'collection', clients: 'both', from: first, to, count: 3 } as const
  const lacking = { fault: 'lacks_stage', msg: 'Collector second does not work this stage: S1' }

  await expect(as('leader').caseTransfers.move({ ...move, kind: 'all' })).rejects.toMatchObject(lacking)
  await expect(as('leader').caseTransfers.move({ ...move, kind: 'count' })).rejects.toMatchObject(lacking)
  const run = await as('leader').caseTransfers.move({ ...move, kind: 'count', count: 2 })

  expect(run).toMatchObject({ state: 'finished', success: 2, fail: 0 })
})

test('whoever has the role and is no collector is offered nowhere, and gets no case', async ({ as, given, server }) => {
  const to = await hire({ server }, 'second')
  const { id, version } = await given.case({ collector: 'collector' })

  const { found } = await as('leader').references.search({ kind: 'collector', text: '' })
  const transfer = as('leader').cases.transfer({ id, version, to, ...selected })

  expect(found.map((one) => one.id)).toEqual([first])
  await expect(transfer).rejects.toMatchObject({ fault: 'unknown_collector' })
})
