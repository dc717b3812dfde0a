import { expect, onTestFinished } from 'vitest'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { openAgain } from '#tests/support/database.ts'
import { test, type World } from '#tests/support/server.ts'

/** Waits until so many wait for a row. */
const waiting = ({ server }: Pick<World, 'server'>, count: number) =>
  expect
    .poll(async () => {
      const { rows } = await server.app.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBe(count)

test('what the customer withdraws on the phone stands against an agreement of before that the app reports meanwhile', async ({
  as,
  given,
  server,
}) => {
  const customerId = await given.customer()
  const report = (documentVersion: string, at: string) => {
    const payload = JSON.stringify({ event: 'given', customerId, document: 'marketing', documentVersion, at })
    return as(null).consents.report({ payload, signature: server.app.secrets.sign(customerApp, payload) })
  }
  await report('1', '2026-03-08T05:00:00Z')
  const [given1] = (await as('cs').consents.list({ q: `customerId:${customerId}` })).rows
  const other = await openAgain(server.app.database)
  onTestFinished(() => other.close())

  const { both } = await other.db.transaction(async (tx) => {
    await tx.execute(`select from consents where id = '${given1!.id}' for update`)
    const { id, version } = given1!
    const withdrawing = as('cs').consents.withdraw({ id, version, channel: 'phone', reason: 'customerAsked' })
    await waiting({ server }, 1)
    const reporting = report('2', '2026-03-09T05:00:00Z')
    await waiting({ server }, 2)
    return { both: Promise.all([withdrawing, reporting]) }
  })
  await both

  const { rows } = await as('cs').consents.list({ q: `customerId:${customerId} sort:givenAt` })
  expect(rows.map(({ documentVersion, state }) => [documentVersion, state])).toEqual([
    ['1', 'withdrawn'],
    ['2', 'replaced'],
  ])
})
