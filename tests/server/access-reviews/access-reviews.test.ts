import { expect } from 'vitest'
import type { AccessReview } from '#contract/access-reviews.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'

const test = restaffing
type Here = Pick<World, 'as' | 'server'>
const remark = 'asked their manager'
const prove = ({ as }: Pick<World, 'as'>) => as('admin').session.prove({ proof: demoPassword })
const set = ({ server }: Pick<World, 'server'>, sql: string) => server.app.database.query(sql)
/** Everybody works: they signed in yesterday, and are new. */
const everybodyWorks = (here: Pick<World, 'server'>) =>
  set(here, `update staff set last_sign_in_at = '2026-03-09T06:00:00Z', created_at = '2026-03-01T06:00:00Z'`)
async function reviewed({ as, server }: Here, q = 'state:open'): Promise<readonly AccessReview[]> {
  await server.app.taskRunners.get('reviewAccess')!(server.app)
  return (await as('admin').accessReviews.list({ q })).rows
}
const stateOf = async ({ as }: Pick<World, 'as'>, account: string) =>
  (await as('admin').staff.list({ q: `account:${account}` })).rows[0]!

test('an account that nobody has used for 30 days is found, once, and settled when somebody does', async ({
  as,
  server,
}) => {
  await everybodyWorks({ server })
  await set({ server }, `update staff set last_sign_in_at = '2026-02-08T05:59:00Z' where account = 'salesman'`)
  await set({ server }, `update staff set last_sign_in_at = '2026-02-08T06:01:00Z' where account = 'caller'`)

  const found = await reviewed({ as, server })

  expect(found).toMatchObject([
    { account: 'salesman', finding: 'idle', role: null, lastUsedAt: '2026-02-08T05:59:00Z', state: 'open' },
  ])
  expect(await reviewed({ as, server })).toHaveLength(1)
  await everybodyWorks({ server })
  expect(await reviewed({ as, server })).toEqual([])
  expect(await reviewed({ as, server }, 'state:settled')).toMatchObject([{ account: 'salesman' }])
})

test('what is confirmed is not found again for as long as it took; why stands beside it', async ({
  as,
  server,
  clock,
}) => {
  await prove({ as })
  await everybodyWorks({ server })
  await set({ server }, `update staff set last_sign_in_at = null, created_at = '2026-01-01' where account = 'salesman'`)
  await set(
    { server },
    `insert into audit (at, actor_id, actor_name, unit_path, roles, page, command, risk, outcome, request_id, duration_ms)
    select '2026-03-09', 'S-salesman', 'x', '/', '{}', page, 'x', 'write', 'done', 'r', 0 from role_grants where role_id = 'SAL'`,
  )
  const [one] = await reviewed({ as, server })

  const confirmed = await as('admin').accessReviews.confirm({ id: one!.id, version: one!.version, remark })

  expect(confirmed).toMatchObject({ state: 'confirmed', decidedBy: 'Administrator', remark })
  expect(await reviewed({ as, server })).toEqual([])
  await expect(
    as('admin').accessReviews.withdraw({ id: one!.id, version: confirmed.version, remark }),
  ).rejects.toMatchObject({ fault: 'not_allowed_now' })
  clock.forward(31 * 86_400_000)
  await set({ server }, `update staff set last_sign_in_at = '2026-04-09T06:00:00Z' where account <> 'salesman'`)
  await server.app.taskRunners.get('reviewAccess')!(server.app)
  const { rows } = await server.app.database.query(
    `select staff_id from access_reviews where state = 'open' and finding = 'idle'`,
  )
  expect(rows).toEqual([{ staff_id: 'S-salesman' }])
})

test('several are withdrawn in one go: the accounts are disabled, signed out, and their work is handed on', async ({
  as,
  given,
  server,
}) => {
  await prove({ as })
  await everybodyWorks({ server })
  const { id: caseId } = await given.case({ collector: 'collector' })
  await set({ server }, `update staff set last_sign_in_at = '2026-01-01' where account in ('collector', 'salesman')`)
  const found = await reviewed({ as, server })
  const selection = { listing: 'accessReviews.list', ids: found.map(({ id }) => id) }

  const preview = await as('admin').batches.preview({ command: 'accessReviews.withdraw', selection, args: { remark } })
  const run = await as('admin').batches.run({ id: preview.id })

  expect(run).toMatchObject({ count: 2, success: 2, fail: 0 })
  expect(await stateOf({ as }, 'collector')).toMatchObject({ state: 'disabled', sessions: 0 })
  expect(await stateOf({ as }, 'salesman')).toMatchObject({ state: 'disabled' })
  const { rows } = await as('manager').cases.open({ q: `id:${caseId}` })
  expect(rows).toMatchObject([{ state: 'allocating', collector: null }])
  expect((await reviewed({ as, server }, 'state:withdrawn')).map(({ remark: why }) => why)).toEqual([remark, remark])
})

test('accounts of an agency, and of its groups, are found the day after its contract has ended', async ({
  as,
  server,
}) => {
  await everybodyWorks({ server })
  await set({ server }, `update staff set unit_id = 'AG2A' where account = 'collector'`)
  const setUntil = (until: string) =>
    as('admin').accessReviews.setContract({ unitId: 'AG2' as IdOf<'unit'>, until: until as LocalDate })
  await setUntil('2026-03-10')
  expect(await reviewed({ as, server })).toEqual([])

  await setUntil('2026-03-09')

  const found = await reviewed({ as, server })
  expect(found.map(({ account, finding }) => `${account} ${finding}`).toSorted()).toEqual([
    'agency contractEnded',
    'collector contractEnded',
  ])
  const { agencies } = await as('executive').accessReviews.contracts({})
  expect(agencies).toContainEqual({ unit: { id: 'AG2', name: 'Meridian Recoveries' }, until: '2026-03-09' })
  const { rows } = await as('admin').audit.list({ q: 'command:accessReviews.setContract' })
  expect(rows[0]!.changes).toContain('2026-03-10 → 2026-03-09')
  await set({ server }, 'update units set contract_until = null')
})

test('a role of which somebody used no right for 90 days is found, and taken from them alone', async ({
  as,
  server,
}) => {
  await prove({ as })
  await everybodyWorks({ server })
  const since = (of: string) => set({ server }, `update staff_roles set since = '2025-06-01' where ${of}`)
  await set({ server }, `insert into staff_roles (staff_id, role_id) values ('S-ops', 'MF')`)
  await since(`staff_id = 'S-ops'`)
  await set(
    { server },
    `insert into audit (at, actor_id, actor_name, unit_path, roles, page, command, risk, outcome, request_id, duration_ms)
     values ('2026-01-10', 'S-ops', 'x', '/', '{}', 'failedPayouts', 'loans.redisburse', 'money', 'done', 'r', 0)`,
  )
  const onlyView = await reviewed({ as, server })
  expect(onlyView.filter(({ finding, account }) => finding === 'unusedRole' && account === 'ops')).toEqual([])
  await set({ server }, `insert into staff_roles (staff_id, role_id, since) values ('S-ops', 'QC', '2025-06-01')`)
  await set({ server }, `insert into role_grants (role_id, page, codes, scope) values ('QC', 'lines', 2, 'all')`)

  const found = await reviewed({ as, server })

  const [unused] = found.filter(({ role }) => role === 'Quality inspector')
  expect(unused).toMatchObject({ finding: 'unusedRole', account: 'ops', lastUsedAt: null })
  await as('admin').accessReviews.withdraw({ id: unused!.id, version: unused!.version, remark })
  expect(await stateOf({ as }, 'ops')).toMatchObject({
    state: 'enabled',
    roles: expect.not.stringContaining('Quality'),
  })
})

test('a role that was given lately is not found, however old the account is', async ({ as, server }) => {
  await prove({ as })
  await everybodyWorks({ server })
  await set({ server }, `update staff set created_at = '2025-06-01'`)
  const { id, version } = await stateOf({ as }, 'inspector')
  await as('admin').staff.addRole({ id, version, roleId: 'CS' as IdOf<'role'> })
  const unused = async () =>
    (await reviewed({ as, server })).filter(({ finding, account }) => finding !== 'idle' && account === 'inspector')
  expect(await unused()).toEqual([])

  await set({ server }, `update staff_roles set since = since - interval '91 days' where role_id = 'CS'`)

  const [found] = await unused()
  expect(found).toMatchObject({ finding: 'unusedRole', unusedRights: expect.stringContaining('Customers') })
})

test('a wide role of which one page is used is found with the others, and is not taken from whoever works with it', async ({
  as,
  server,
}) => {
  await prove({ as })
  await everybodyWorks({ server })
  await set({ server }, `update staff_roles set since = '2025-06-01' where staff_id = 'S-ops'`)
  await set(
    { server },
    `insert into audit (at, actor_id, actor_name, unit_path, roles, page, command, risk, outcome, request_id, duration_ms)
     values ('2026-03-01', 'S-ops', 'x', '/', '{}', 'failedPayouts', 'loans.redisburse', 'money', 'done', 'r', 0)`,
  )

  const [wide] = (await reviewed({ as, server })).filter(({ account }) => account === 'ops')

  expect(wide).toMatchObject({
    finding: 'wideRole',
    role: 'Operations',
    unusedRights: expect.stringContaining('Blacklist: add, edit'),
  })
  // the other buttons of the page were not used
  expect(wide!.unusedRights).toMatch(/Failed payouts: export(;|$)/)
  const withdrawn = as('admin').accessReviews.withdraw({ id: wide!.id, version: wide!.version, remark })
  await expect(withdrawn).rejects.toMatchObject({ fault: 'role_in_use' })
})

test('what any of several rights allows uses the pages of all of them, and a request the page of what it asks for', async ({
  as,
  server,
}) => {
  await everybodyWorks({ server })
  await set({ server }, `update staff_roles set since = '2025-06-01' where staff_id = 'S-ops'`)
  const audited = (command: string, input: object) =>
    set(
      { server },
      `insert into audit (at, actor_id, actor_name, unit_path, roles, command, risk, outcome, input, request_id, duration_ms)
       values ('2026-03-01', 'S-ops', 'x', '/', '{}', '${command}', 'write', 'done', '${JSON.stringify(input)}', 'r', 0)`,
    )

  await audited('approvals.file', { call: 'blacklist.add' })

  const [wide] = (await reviewed({ as, server })).filter(({ account }) => account === 'ops')
  expect(wide).toMatchObject({ finding: 'wideRole' })
  expect(wide!.unusedRights).toMatch(/Blacklist: edit(;|$)/)
})

test('whoever has no role but the one that is withdrawn is disabled, and their work is handed on', async ({
  as,
  server,
  given,
}) => {
  await prove({ as })
  await everybodyWorks({ server })
  const { id: caseId } = await given.case({ collector: 'collector' })
  await set({ server }, `update staff_roles set since = '2025-06-01' where staff_id = 'S-collector'`)
  const [unused] = (await reviewed({ as, server })).filter(({ account }) => account === 'collector')
  expect(unused).toMatchObject({ finding: 'unusedRole', role: 'Collection specialist' })

  await as('admin').accessReviews.withdraw({ id: unused!.id, version: unused!.version, remark })

  expect(await stateOf({ as }, 'collector')).toMatchObject({ state: 'disabled', roles: 'Collection specialist' })
  const { rows } = await server.app.database.query(`select collector_id from cases where id = '${caseId}'`)
  expect(rows).toEqual([{ collector_id: null }])
})

test('nobody withdraws their own access, nor decides who may only look', async ({ as, server }) => {
  await prove({ as })
  await everybodyWorks({ server })
  await set({ server }, `update staff set last_sign_in_at = '2026-01-01' where account = 'admin'`)
  const [own] = await reviewed({ as, server })
  const it = { id: own!.id, version: own!.version, remark }

  await expect(as('admin').accessReviews.withdraw(it)).rejects.toMatchObject({ fault: 'own_account' })
  await expect(as('executive').accessReviews.confirm(it)).rejects.toMatchObject({ code: 403 })
  await expect(as('ops').accessReviews.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  await expect(as('admin').accessReviews.confirm({ ...it, remark: ' ' })).rejects.toMatchObject({
    ...{ code: 400, fields: [{ field: 'remark' }] },
  })
  const noAgency = as('admin').accessReviews.setContract({ unitId: 'OPS' as IdOf<'unit'> })
  await expect(noAgency).rejects.toMatchObject({ fault: 'not_an_agency' })
})

test('whoever has the right for a part of the house reviews nobody’s access, and only contracts within reach', async ({
  as,
  server,
}) => {
  await everybodyWorks({ server })
  await set(
    { server },
    `insert into role_grants (role_id, page, codes, scope)
       select role_id, 'accessReviews', 2, 'department' from staff_roles where staff_id = 'S-agency';
     update roles set name = name;
     update staff set last_sign_in_at = '2026-01-01' where account = 'salesman'`,
  )
  const [found] = await reviewed({ as, server })
  const own = (await stateOf({ as }, 'agency')).unit.id
  const other = (await as('admin').accessReviews.contracts({})).agencies.find(({ unit }) => unit.id !== own)!

  const { agencies } = await as('agency').accessReviews.contracts({})
  const setUntil = (unitId: IdOf<'unit'>) =>
    as('agency').accessReviews.setContract({ unitId, until: '2030-01-01' as LocalDate })

  expect((await as('agency').accessReviews.list({ q: '' })).rows).toEqual([])
  const decided = as('agency').accessReviews.confirm({ id: found!.id, version: found!.version, remark })
  await expect(decided).rejects.toMatchObject({ fault: 'not_found' })
  expect(agencies.map(({ unit }) => unit.id)).toEqual([own])
  await expect(setUntil(other.unit.id)).rejects.toMatchObject({ fault: 'unknown_unit' })
  expect(await setUntil(own)).toEqual({ until: '2030-01-01' })
  await set({ server }, 'update units set contract_until = null')
})

test('access is withdrawn only by whoever has proved that it is still them', async ({ as, server }) => {
  await everybodyWorks({ server })
  await set({ server }, `update staff set last_sign_in_at = '2026-01-01' where account = 'salesman'`)
  const [found] = await reviewed({ as, server })
  await set({ server }, 'update sessions set proven_at = null')

  const unproved = as('admin').accessReviews.withdraw({ id: found!.id, version: found!.version, remark })

  await expect(unproved).rejects.toMatchObject({ fault: 'step_up_needed' })
  expect(await stateOf({ as }, 'salesman')).toMatchObject({ state: 'enabled' })
})
