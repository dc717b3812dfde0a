import { expect } from 'vitest'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'
import { hire } from '../collectors/support.ts'
import { givenDuty, wednesday } from './support.ts'

test('somebody whose account is closed is on duty for no stage', async ({ as, server, given }) => {
  await given.case({ collector: 'collector' })
  const staff = await givenDuty({ server }, 'collector', { stages: ['S1'] })
  const gone = await givenDuty({ server }, 'group', { stages: ['S1'] })
  await server.app.database.query(`update staff set state = 'disabled' where id = '${gone}'`)

  const { told } = await as('manager').duty.save({ days: [{ staff, day: wednesday, duty: 'leave', was: null }] })

  expect(told).toEqual(['S1 on 2026-03-11: nobody on duty'])
})

/** Somebody who collects the stage and works every day, beside the collector. */
async function besideOnDuty({ server }: Pick<World, 'server'>, unit = 'AG1A'): Promise<void> {
  const id = await hire({ server }, 'beside', { unit, stages: ['S1'] })
  const works = `insert into duty_patterns select $1, weekday, true from generate_series(1, 7) weekday`
  await server.app.database.query(works, [id])
}

test.for([
  ['is given no cases', `update collectors set participates = false where id = 'S-beside'`],
  ['may work cases no more', `update staff_roles set role_id = 'QC' where staff_id = 'S-beside'`],
  ['is of no agency', `update staff set unit_id = 'COL' where id = 'S-beside'`],
] as const)('somebody who %s is on duty for no stage', async ([, since], { as, server, given }) => {
  await given.case({ collector: 'collector' })
  const staff = await givenDuty({ server }, 'collector', { stages: ['S1'] })
  await besideOnDuty({ server })
  await server.app.database.query(since)

  const { told } = await as('manager').duty.save({ days: [{ staff, day: wednesday, duty: 'leave', was: null }] })

  expect(told).toEqual(['S1 on 2026-03-11: nobody on duty'])
})

test('somebody of an agency whose contract has ended by then is on duty for no stage', async ({
  as,
  server,
  given,
}) => {
  await given.case({ collector: 'collector' })
  const staff = await givenDuty({ server }, 'collector', { stages: ['S1'] })
  await besideOnDuty({ server }, 'AG2A')
  await server.app.database.query(`update units set contract_until = '2026-03-11' where id = 'AG2'`)
  const leave = async (day: typeof wednesday) =>
    (await as('manager').duty.save({ days: [{ staff, day, duty: 'leave', was: null }] })).told

  expect(await leave(wednesday)).toEqual([])
  expect(await leave('2026-03-12' as typeof wednesday)).toEqual(['S1 on 2026-03-12: nobody on duty'])
})
