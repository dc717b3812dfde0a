import { expect } from 'vitest'
import { moveTo } from '#tests/support/move-to.ts'
import { aloneIn } from '#tests/support/server.ts'

const test = aloneIn('CO')

test('in Colombia once a day, and for a week by the phone alone where somebody was spoken to', async ({
  as,
  given,
  server,
  clock,
}) => {
  // a Tuesday, ten in the morning
  clock.set('2026-03-10T15:00:00.000Z')
  const { id } = await given.case({ collector: 'collector', phone: '3001234567' })
  const collector = as('collector')
  const version = async () => (await collector.cases.open({ q: `id:${id}` })).rows[0]!.version
  const reach = async (verb: 'call' | 'whatsApp') => collector.cases[verb]({ id, version: await version() })
  await reach('call')
  await expect(reach('whatsApp')).rejects.toMatchObject({
    fault: 'attempts_spent',
    values: { max: 1, opens: '2026-03-11 07:00' },
  })
  // nobody answered: any channel the next day
  await moveTo({ server, clock }, '2026-03-11T15:00:00.000Z')
  await reach('whatsApp')

  await server.app.database.query(`update calls set connected = true where way = 'phone'`)
  await moveTo({ server, clock }, '2026-03-12T15:00:00.000Z')

  await expect(reach('whatsApp')).rejects.toMatchObject({
    fault: 'one_channel',
    msg: 'The customer was spoken to on the phone this week: by other channels again from 2026-03-16 07:00',
  })
  expect(await reach('call')).toMatchObject({ id })
  await moveTo({ server, clock }, '2026-03-16T15:00:00.000Z')
  expect(await reach('whatsApp')).toMatchObject({ id })
})
