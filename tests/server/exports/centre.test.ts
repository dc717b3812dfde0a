import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { purgeExports } from '#server/modules/exports/purge.ts'
import { exportsSettled } from '#server/modules/exports/worker.ts'
import { type Account, test, type World } from '#tests/support/server.ts'

type Worlds = Pick<World, 'as' | 'given'>
async function exported({ as, given }: Worlds, who: Account): Promise<IdOf<'export'>> {
  await given.loan()
  const { id } = await as(who).exports.start({ listing: 'loans.applications' })
  await exportsSettled()
  return id
}
const centreOf = async ({ as }: Pick<World, 'as'>, who: Account) => (await as(who).exports.list({ q: '' })).rows

test('everybody sees their own files and nobody else’s, the executive and the administrator included', async ({
  as,
  given,
}) => {
  const id = await exported({ as, given }, 'manager')

  expect(await centreOf({ as }, 'manager')).toMatchObject([
    { id, state: 'done', listing: 'loans.applications', count: 1, done: 1, inFull: false },
  ])
  for (const who of ['executive', 'admin', 'ops'] as const) expect(await centreOf({ as }, who)).toEqual([])
})

test('a file is downloaded by whoever asked for it, until its day is over', async ({ as, given, server, tokenOf }) => {
  const id = await exported({ as, given }, 'manager')
  const download = async (who: Account) =>
    fetch(`${server.url}/api/exports/${id}/download`, { headers: { authentication: await tokenOf(who) } })

  expect(await (await download('manager')).text()).toMatch(/LN2603/)
  expect(await (await download('executive')).json()).toMatchObject({ code: 400, fault: 'not_found' })

  await server.app.database.query(`update exports set expires_at = '2026-03-10T05:59:59Z'`)
  expect(await (await download('manager')).json()).toMatchObject({ code: 400, fault: 'export_gone' })
})

test('what is thrown away is downloaded no more, and that it was is on the record', async ({
  as,
  given,
  server,
  tokenOf,
}) => {
  const id = await exported({ as, given }, 'manager')
  const [file] = await centreOf({ as }, 'manager')
  const { version } = file!

  await expect(as('executive').exports.discard({ id, version })).rejects.toMatchObject({ fault: 'not_found' })
  expect(await as('manager').exports.discard({ id, version })).toMatchObject({ state: 'stopped' })

  const headers = { authentication: await tokenOf('manager') }
  const gone = await fetch(`${server.url}/api/exports/${id}/download`, { headers })
  expect(await gone.json()).toMatchObject({ fault: 'export_gone' })
  await expect(as('manager').exports.discard({ id, version })).rejects.toMatchObject({ fault: 'not_allowed_now' })
  const { rows } = await as('admin').audit.list({ q: 'command:exports.discard outcome:done' })
  expect(rows).toMatchObject([{ objectId: id, changes: 'Status: Ready → Thrown away' }])
})

test('the task that purges deletes files past their day, and leaves the others', async ({
  as,
  given,
  server,
  clock,
}) => {
  await exported({ as, given }, 'manager')
  clock.forward(12 * 3_600_000)
  const later = await exported({ as, given }, 'ops')
  clock.forward(12 * 3_600_000 + 1)

  expect(await purgeExports(server.app)).toEqual({ done: 1, refused: 0 })

  const { rows } = await server.app.database.query('select id from exports')
  expect(rows).toEqual([{ id: later }])
  expect((await server.app.database.query('select export_id from export_parts group by 1')).rows).toHaveLength(1)
})
