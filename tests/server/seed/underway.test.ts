import { expect } from 'vitest'
import { seedDemo } from '#server/seed/demo.ts'
import { alone as test } from '#tests/support/server.ts'
import { environment } from './book.ts'

const waiting =
  'select count(*) filter (where state = 10)::int as deciding, count(*) filter (where state = 29)::int as paying from loans'

test('orders that are decided on or paid out when the demo book ends go on within hours', async ({ server, clock }) => {
  const { query } = server.app.database
  await seedDemo(server.app.database, environment, { now: clock.now(), customers: 360, loans: 600 })
  const [before] = (await query(waiting)).rows

  clock.forward(3_600_000)
  await server.deliver()
  const [between] = (await query(waiting)).rows
  clock.forward(3_600_000)
  await server.deliver()

  expect(before).toEqual({ deciding: 2, paying: 1 })
  expect(between).toEqual({ deciding: 1, paying: 1 })
  expect((await query(waiting)).rows).toEqual([{ deciding: 0, paying: 0 }])
})
