import { expect } from 'vitest'
import { restaffing as test } from '#tests/support/restaffing.ts'
import { givenDuty, wednesday } from './support.ts'

test('somebody whose account is closed is on duty for no stage', async ({ as, server, given }) => {
  await given.case({ collector: 'collector' })
  const staff = await givenDuty({ server }, 'collector', { stages: ['S1'] })
  const gone = await givenDuty({ server }, 'group', { stages: ['S1'] })
  await server.app.database.query(`update staff set state = 'disabled' where id = '${gone}'`)

  const { told } = await as('manager').duty.save({ days: [{ staff, day: wednesday, duty: 'leave', was: null }] })

  expect(told).toEqual(['S1 on 2026-03-11: nobody on duty'])
})
