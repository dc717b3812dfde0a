import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { Account, World } from '#tests/support/server.ts'
import { collector, hire } from './support.ts'

const first = collector('collector')
const unit = (id: string) => id as IdOf<'unit'>
const listed = async ({ as }: Pick<World, 'as'>, q: string, who: Account = 'admin') =>
  (await as(who).collectors.list({ q })).rows
const stagesLikeS1 = 'GET /urge/collectors/facet?field=stages&prefix=S1'
const names = async (world: Pick<World, 'as'>, q: string, who?: Account) =>
  (await listed(world, q, who)).map(({ account }) => account)

test('a collector is shown with where they work, what they are given and what they have', async ({
  as,
  given,
  server,
  clock,
}) => {
  const one = await given.case({ collector: 'collector' })
  const two = await given.case({ collector: 'collector' })
  await given.case()
  const set = (change: string, id: string) => server.app.database.query(`update cases set ${change} where id = '${id}'`)
  await set(`last_contact_at = '${clock.now().toISOString()}', promised_for = '2026-03-10'`, one.id)
  await set(`last_contact_at = '2026-03-09T18:29:00Z', promised_for = '2026-03-11'`, two.id)
  await server.app.database.query(`update collectors set capacity = 2`)

  const [row] = await listed({ as }, '')

  expect(row).toMatchObject({
    ...{ id: first, account: 'collector', roles: 'Collection specialist', state: 'enabled', jobNumber: 'J1008' },
    ...{
      agency: { id: 'AG1' },
      department: { id: 'AG1D1' },
      group: { id: 'AG1A' },
      stages: 'T0, T1, T2, S1, S2, M1, M2, M3',
    },
    ...{ participates: true, capacity: 2, openCases: 2, load: 1_000_000, untouched: 1, promisesDue: 1 },
    certificateState: 'none',
  })
})

test('a collector is found by a stage that they have, and by no longer one that begins so', async ({
  as,
  raw,
  server,
}) => {
  await server.app.database.query(
    `insert into stages (id, name, last_day, created_at) values ('S10', 'S10', 95, now())`,
  )
  await hire({ server }, 'tenth', { stages: ['S10'] })

  expect(await names({ as }, 'stages:S1')).toEqual(['collector'])
  expect((await names({ as }, 'stages:S1*')).toSorted()).toEqual(['collector', 'tenth'])
  const values = ['S1', 'S10'].map((value) => ({ value, label: value, count: 1 }))
  expect(await raw(stagesLikeS1, { who: 'admin' })).toMatchObject({ data: { values } })
})

test.for([
  ['load>=90%', { capacity: 1 }],
  ['-is:participates', { participates: false }],
  ['certificateState:ending', { certificate_until: '2026-04-09' }],
  ['certificateState:expired', { certificate_until: '2026-03-09' }],
  ['certificateState:valid', { certificate_until: '2026-04-10' }],
  ['Collector second', {}],
  ['account:second', {}],
] as const)('%s finds one of them', async ([q, more], { as, given, server }) => {
  const second = await hire({ server }, 'second', { stages: ['S1'], more })
  const { id } = await given.case()
  await server.app.database.query(`update cases set collector_id = $1, state = 'allocated' where id = $2`, [second, id])

  expect(await names({ as }, q)).toEqual(['second'])
})

test.for([
  ['admin', ['collector', 'beside', 'beyond']],
  ['manager', ['collector', 'beside', 'beyond']],
  ['leader', ['collector', 'beside']],
  ['group', ['collector']],
  ['agency', ['beyond']],
  ['collector', ['collector']],
] as const)('%s sees %j in list, count and facet', async ([who, seen], { as, raw, server }) => {
  await hire({ server }, 'beside', { unit: 'AG1B', stages: ['S1'] })
  await hire({ server }, 'beyond', { unit: 'AG2A', stages: ['S1'] })

  expect((await names({ as }, '', who)).toSorted()).toEqual([...seen].toSorted())
  expect(await raw('GET /urge/collectors/count', { who })).toMatchObject({ data: { count: seen.length } })
  expect(await raw(stagesLikeS1, { who })).toMatchObject({ data: { values: [{ count: seen.length }] } })
})

test.for(['cs', 'reviewer'] as const)('%s sees no collectors', async (who, { as }) => {
  await expect(as(who).collectors.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('only who may export takes them along', async ({ server, tokenOf }) => {
  const file = async (who: Account) => {
    const headers = { authentication: await tokenOf(who) }
    return (await fetch(`${server.url}/api/export/urge-person?columns=account&columns=stages`, { headers })).text()
  }

  expect(await file('ops')).toContain('collector,"T0, T1, T2')
  expect(await file('group')).toContain('forbidden')
})

test('whoever edits sets stages, capacity and certificate, on the record with before and after', async ({
  as,
  server,
}) => {
  const [row] = await listed({ as }, '')
  const details = {
    capacity: 60,
    addressBookVisible: true,
    certificate: 'DRA-1',
    certificateUntil: '2026-12-31' as never,
  }
  const asked = { id: first, version: row!.version, unitId: unit('AG1A'), stages: 's1, M1 m2', ...details }

  const edited = await as('group').collectors.edit(asked)

  expect(edited).toMatchObject({ stages: 'S1, M1, M2', certificateState: 'valid', ...details })
  const { rows } = await server.app.database.query(
    `select before ->> 'stages' as before, after ->> 'stages' as after from audit where command = 'collectors.edit'`,
  )
  expect(rows).toEqual([{ before: 'T0, T1, T2, S1, S2, M1, M2, M3', after: 'S1, M1, M2' }])
  await expect(as('group').collectors.edit(asked)).rejects.toMatchObject({ fault: 'stale_version' })
  const wrong = as('group').collectors.edit({ ...asked, version: edited.version, stages: 'S1, X9' })
  await expect(wrong).rejects.toMatchObject({ fault: 'unknown_stages', msg: expect.stringContaining('“X9”') })
})

test('a stage that collectors have is deleted with what they have of it, and renamed at once', async ({ as }) => {
  const [s1] = (await as('admin').stages.list({ q: 'id:S1' })).rows
  const renamed = await as('admin').stages.edit({ ...s1!, name: 'Week one' })
  expect((await listed({ as }, 'stages:"week one"'))[0]).toMatchObject({ stages: expect.stringContaining('Week one') })

  await as('admin').stages.remove({ id: renamed.id, version: renamed.version })

  expect((await listed({ as }, ''))[0]).toMatchObject({ stages: 'T0, T1, T2, S2, M1, M2, M3' })
})
