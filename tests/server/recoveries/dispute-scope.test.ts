import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { World } from '#tests/support/server.ts'
import { listenTo } from '#tests/support/stream.ts'
import { hire } from '../collectors/support.ts'
import { test as base, type Here, held, pay, rowsOf } from './support.ts'

/** `agency` leads a team of another agency, and could decide; with a collector of theirs. */
const test = base.extend<{ theirs: IdOf<'collector'> }>({
  theirs: [
    async ({ server }, use) => {
      const { query } = server.app.database
      const id = await hire({ server }, 'theirs', { unit: 'AG2', stages: ['S1', 'S2'] })
      await query(`insert into staff_roles values ('S-agency', 'CTL'), ('S-agency', 'MGR')`)
      await use(id)
      await query(`delete from staff_roles where staff_id = 'S-agency' and role_id in ('CTL', 'MGR')`)
      await query(`delete from staff_roles where staff_id = '${id}'; delete from staff where id = '${id}'`)
    },
    { auto: true },
  ],
})

/** What came in at the first agency, and is said to be a colleague's. */
async function disputedThere(here: Here, to: IdOf<'collector'>) {
  const { loanId } = await held(here)
  await pay(here, loanId, 521_000)
  const [row] = await rowsOf(here)
  await here.as('leader').recoveries.dispute({ id: row!.id, version: row!.version, to, reason: 'promisedToMe' })
  const [now] = await rowsOf(here)
  return { id: now!.id, version: now!.version, loanId }
}

test('a team leader of another agency sees no dispute there: in list, count, values, find, inbox or file', async ({
  as,
  given,
  server,
  clock,
  colleague,
  raw,
  tokenOf,
}) => {
  const { id, loanId } = await disputedThere({ as, given, server, clock }, colleague)
  const q = encodeURIComponent('state:disputed')
  const fileOf = async (who: 'leader' | 'agency') => {
    const headers = { authentication: await tokenOf(who) }
    return (await fetch(`${server.url}/api/export/recycle-bill?q=${q}`, { headers })).text()
  }
  expect(await fileOf('leader')).toContain(loanId)
  expect((await as('leader').finding.records({ text: id })).found).toHaveLength(1)

  for (const line of ['', `id:${id}`, `disputeTo:${colleague}`, 'disputeState:pending'])
    expect((await as('agency').recoveries.list({ q: line })).rows).toEqual([])
  expect((await raw(`GET /recoveries/count?q=${q}`, { who: 'agency' })).data).toMatchObject({ count: 0 })
  const values = await raw('GET /recoveries/facet?q=&field=disputeState', { who: 'agency' })
  expect(values).toMatchObject({ code: 200 })
  expect(JSON.stringify(values.data)).not.toContain('pending')
  for (const text of [id, loanId]) expect((await as('agency').finding.records({ text })).found).toEqual([])
  expect((await as('agency').approvals.list({ q: 'page:recoveries' })).rows).toEqual([])
  expect(await fileOf('agency')).not.toContain(loanId)
})

test('nor do they file one, or decide on it, by call or run; it looks as if it were not there', async ({
  as,
  given,
  server,
  clock,
  colleague,
  theirs,
}) => {
  const here = { as, given, server, clock }
  const { id, version } = await disputedThere(here, colleague)
  const agency = as('agency').recoveries
  const missing = { fault: 'not_found' }

  await expect(agency.pass({ id, version })).rejects.toMatchObject(missing)
  await expect(agency.reject({ id, version, note: 'No' })).rejects.toMatchObject(missing)
  await as('manager').recoveries.reject({ id, version, note: 'Paid before' })
  const [open] = await rowsOf(here)
  const asked = { to: theirs, reason: 'myCustomer' }
  await expect(agency.dispute({ id, version: open!.version, ...asked })).rejects.toMatchObject(missing)
  for (const [command, args] of [
    ['recoveries.dispute', asked],
    ['recoveries.pass', {}],
  ] as const) {
    const run = as('agency').batches.preview({ command, args, selection: { listing: 'recoveries.list', ids: [id] } })
    await expect(run).rejects.toMatchObject({ fault: 'nothing_selected' })
  }

  expect(await rowsOf(here)).toMatchObject([{ state: 'attributed', version: open!.version }])
})

test('and our leader credits nothing to a collector of theirs', async ({ as, given, server, clock, theirs }) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 521_000)
  const [row] = await rowsOf(here)

  const asked = as('leader').recoveries.dispute({ id: row!.id, version: row!.version, to: theirs, reason: 'wrongDay' })

  await expect(asked).rejects.toMatchObject({ fault: 'unknown_collector', fields: [{ field: 'to' }] })
})

test('nobody there hears live that a recovery is disputed', async ({
  as,
  given,
  server,
  clock,
  colleague,
  tokenOf,
}: World & { colleague: IdOf<'collector'> }) => {
  const streams = await Promise.all(
    (['leader', 'agency'] as const).map(async (who) => listenTo(server.url, await tokenOf(who))),
  )
  const [leader, agency] = streams

  const { id } = await disputedThere({ as, given, server, clock }, colleague)

  await expect.poll(() => JSON.stringify(leader!.heard)).toContain(id)
  expect(JSON.stringify(agency!.heard)).not.toContain(id)
  await Promise.all(streams.map(({ stop }) => stop()))
})
