import { expect } from 'vitest'
import type { Approval } from '#contract/approvals.ts'
import { buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { ParameterId } from '#contract/parameters/declared.ts'
import { addDeclaredParameters, parameter } from '#server/modules/parameters/steps.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import type { Account, Client, World } from '#tests/support/server.ts'
import { blankSheet, sendSheet } from '#tests/support/sheets.ts'

/** Everybody has proved lately who they are: what is asked here is for another one. */
const test = restaffing.extend<{ declared: undefined }>({
  declared: [
    async ({ server, as }, use) => {
      await addDeclaredParameters(server.app.database.db, new Date(0))
      const people: readonly Account[] = ['admin', 'ops', 'manager', 'executive']
      for (const who of people) await as(who).session.prove({ proof: demoPassword })
      await use(undefined)
    },
    { auto: true },
  ],
})
type As = Pick<World, 'as'>
const second = { code: 400, fault: 'second_person_needed' }

/** Setting a parameter that money depends on, as operations would. */
async function setting({ as }: As, code: ParameterId, value: string) {
  const { id, version } = await as('ops').parameters.find({ code })
  return { id, version, value, remark: 'as decided' }
}
const file = async (world: As, code: ParameterId, value: string, reason = 'agreed') =>
  world.as('ops').approvals.file({ call: 'parameters.edit', input: await setting(world, code, value), reason })
const pending = async ({ as }: As, id: Approval['id']): Promise<Approval> =>
  (await as('manager').approvals.list({ q: `id:${id}` })).rows[0]!

type Draft = NonNullable<Parameters<Client['roles']['edit']>[0]>
/** The draft of a role that may send failed pay-outs again from now on. */
async function withMoney({ as }: As, mark: string): Promise<Draft> {
  const { role, grants } = await as('admin').roles.detail({ id: mark as IdOf<'role'> })
  const { version, name, state, revealsMax, exportRowsMax } = role
  const payouts = { page: 'failedPayouts', codes: buttons.request, scope: 'all' } as const
  const others = grants.filter(({ page }) => page !== payouts.page)
  return { id: role.id, version, name, mark, state, revealsMax, exportRowsMax, grants: [...others, payouts] }
}

test('what money depends on is not set alone: it is filed, seen as a difference, released and on the record', async ({
  as,
  server,
}) => {
  const { db, query } = server.app.database
  const change = await setting({ as }, 'disburse.attemptsMax', '7')
  await expect(as('ops').parameters.edit(change)).rejects.toMatchObject(second)
  const selection = { listing: 'parameters.list', ids: [change.id] }
  const { value, remark } = change
  const review = await as('ops').batches.preview({ command: 'parameters.edit', selection, args: { value, remark } })
  expect(review).toMatchObject({ eligible: 1, blocker: { fault: 'second_person_needed', askable: true } })

  const filed = await as('ops').approvals.file({ call: 'parameters.edit', input: change, reason: 'agreed' })
  const seen = await as('manager').approvals.preview({ id: filed.id })

  expect(filed).toMatchObject({
    ...{ state: 'pending', command: 'parameters.edit', objectId: 'disburse.attemptsMax', batchId: null },
    ...{ reason: 'agreed', maker: { name: 'Operations' }, count: 1 },
  })
  expect(filed.changes).toContain('Value: 5 → 7')
  expect(seen).toMatchObject({ id: null, eligible: 1, refused: [] })
  expect(seen.changes).toContain('Value: 5 → 7')
  expect(await parameter(db, 'disburse.attemptsMax')).toBe(5)
  const approved = await as('manager').approvals.approve({ id: filed.id, version: filed.version, note: 'fine' })
  expect(approved).toMatchObject({ state: 'approved', checker: { name: 'Manager' } })
  expect(await parameter(db, 'disburse.attemptsMax')).toBe(7)
  const { rows } = await query(
    `select command, actor_name as who, after ->> 'value' as value from audit
     where outcome = 'done' and command in ('parameters.edit', 'approvals.approve') order by id desc limit 2`,
  )
  expect(rows).toContainEqual({ command: 'parameters.edit', who: 'Operations', value: '7' })
  expect(rows).toContainEqual({ command: 'approvals.approve', who: 'Manager', value: null })
})

test('nobody releases their own, nor what is on a page they do not see', async ({ as, server }) => {
  const filed = await file({ as }, 'disburse.attemptsMax', '7')
  const { id, version } = filed

  await expect(as('ops').approvals.approve({ id, version })).rejects.toMatchObject({ code: 403 })
  await server.app.database.query(`update approvals set maker_id = (select id from staff where account = 'manager')`)
  const own = as('manager').approvals.approve({ id, version: (version + 1) as typeof version })
  await expect(own).rejects.toMatchObject({ fault: 'own_request' })
  await server.app.database.query(`update approvals set maker_id = (select id from staff where account = 'ops')`)
  await server.app.database.query(`delete from role_grants where role_id = 'MGR' and page = 'parameters'`)
  await server.app.database.query(`update roles set version = version + 1 where id = 'MGR'`)
  await expect(as('manager').approvals.preview({ id })).rejects.toMatchObject({ fault: 'not_found' })
  expect(await parameter(server.app.database.db, 'disburse.attemptsMax')).toBe(5)
})

test('nor what the inbox does not show them, of a page on which they see only rows of their own', async ({
  as,
  server,
}) => {
  const { id, version } = await file({ as }, 'disburse.attemptsMax', '7')
  await server.app.database.query(`update role_grants set scope = 'own' where role_id = 'MGR' and page = 'parameters';
    update roles set name = name where id = 'MGR'`)
  const gone = { fault: 'not_found' }

  expect(await as('manager').approvals.list({ q: `id:${id}` })).toMatchObject({ rows: [] })
  await expect(as('manager').approvals.preview({ id })).rejects.toMatchObject(gone)
  await expect(as('manager').approvals.approve({ id, version })).rejects.toMatchObject(gone)
  await expect(as('manager').approvals.reject({ id, version, note: 'no' })).rejects.toMatchObject(gone)
  expect(await parameter(server.app.database.db, 'disburse.attemptsMax')).toBe(5)
})

test('what has changed since is refused when it is released, seen before, and goes on waiting', async ({
  as,
  server,
}) => {
  const filed = await file({ as }, 'disburse.attemptsMax', '7')
  await server.app.database.query(`update parameters set remark = 'changed' where id = 'disburse.attemptsMax'`)

  const seen = await as('manager').approvals.preview({ id: filed.id })
  const released = as('manager').approvals.approve({ id: filed.id, version: filed.version })

  await expect(released).rejects.toMatchObject({ fault: 'stale_version' })
  expect(seen).toMatchObject({ eligible: 0, changes: null, refused: [{ fault: 'stale_version' }] })
  expect(await pending({ as }, filed.id)).toMatchObject({ state: 'pending' })
})

test('it is made with the rights that whoever asked has now', async ({ as, server }) => {
  const { id, version } = await file({ as }, 'disburse.attemptsMax', '7')
  await server.app.database.query(`update staff set state = 'disabled' where account = 'ops'`)

  await expect(as('manager').approvals.preview({ id })).rejects.toMatchObject({ fault: 'maker_may_not' })
  await expect(as('manager').approvals.approve({ id, version })).rejects.toMatchObject({ fault: 'maker_may_not' })
  expect(await parameter(server.app.database.db, 'disburse.attemptsMax')).toBe(5)
})

test('only what needs it is filed, once, complete, and by whoever may make the call', async ({ as }) => {
  const harmless = await setting({ as }, 'approval.validDays', '20')
  const ask = (who: Account, call: string, input: object) => as(who).approvals.file({ call, input: { ...input } })
  const change = await setting({ as }, 'disburse.attemptsMax', '7')

  await expect(ask('ops', 'parameters.edit', harmless)).rejects.toMatchObject({ fault: 'needs_no_approval' })
  for (const call of [
    'session.signIn',
    'session.prove',
    'session.changePassword',
    'account.endTwoFactor',
    'loans.submit',
  ])
    await expect(ask('agency', call, { username: 'executive', password: demoPassword })).rejects.toMatchObject({
      fault: 'needs_no_approval',
    })
  await expect(ask('ops', 'parameters.list', {})).rejects.toMatchObject({ fault: 'unknown_command' })
  await expect(ask('ops', 'parameters.editSheet', {})).rejects.toMatchObject({ fault: 'unknown_command' })
  await expect(ask('manager', 'parameters.edit', change)).rejects.toMatchObject({ code: 403 })
  await expect(ask('ops', 'parameters.edit', { ...change, remark: '' })).rejects.toMatchObject({
    fault: 'invalid',
    fields: [{ field: 'remark' }],
  })
  await expect(ask('ops', 'parameters.edit', { ...change, value: '99' })).rejects.toMatchObject({
    fault: 'value_out_of_range',
  })
  const { id } = await ask('ops', 'parameters.edit', change)
  await expect(ask('ops', 'parameters.edit', change)).rejects.toMatchObject({ fault: 'request_open', values: { id } })
})

test('what is filed is sealed at rest, and stands in no log', async ({ as, server }) => {
  const { query } = server.app.database
  await file({ as }, 'reduction.limits', 'CTL=11.1%, EXE=*')

  const stored = (await query('select input from approvals where input is not null order by id desc limit 1')).rows
  const logged = (await query(`select string_agg(input::text, ' ') as all from audit where command = 'approvals.file'`))
    .rows

  expect(stored[0]!.input).not.toContain('11.1')
  expect(logged[0]!.all).not.toContain('11.1')
})

test('what a role may with money takes two people; what it may besides does not, nor to disable it', async ({ as }) => {
  const draft = await withMoney({ as }, 'QC')
  await expect(as('admin').roles.edit(draft)).rejects.toMatchObject(second)

  const filed = await as('admin').approvals.file({ call: 'roles.edit', input: draft })
  expect(filed.changes).toContain('Rights · Failed payouts: – → request, All')
  await as('executive').approvals.approve({ id: filed.id, version: filed.version })

  const { role, grants } = await as('admin').roles.detail({ id: 'QC' as IdOf<'role'> })
  expect(grants).toContainEqual({ page: 'failedPayouts', codes: buttons.request, scope: 'all' })
  const { version, name, revealsMax, exportRowsMax } = role
  const same = { id: role.id, version, mark: 'QC', state: role.state, revealsMax, exportRowsMax, grants } as Draft
  const renamed = await as('admin').roles.edit({ ...same, name: `${name} desk` })
  const off = await as('admin').roles.setState({ id: role.id, version: renamed.version, state: 'disabled' })
  const on = { id: role.id, version: off.version, state: 'enabled' as const }
  await expect(as('admin').roles.setState(on)).rejects.toMatchObject(second)
})

test('many rows that need a second person wait as one run, which goes on as whoever asked', async ({ as, server }) => {
  const { db, query } = server.app.database
  const codes = ['disburse.attemptsMax', 'approval.validDays'] as const
  await query(`update parameters set value = '9' where id in ('disburse.attemptsMax', 'approval.validDays')`)
  const selection = { listing: 'parameters.list', ids: [...codes] }
  const reset = { command: 'parameters.reset', selection, args: { remark: 'as it was' } }
  await expect(as('ops').batches.start(reset)).rejects.toMatchObject({ fault: 'needs_preview' })
  const review = await as('ops').batches.preview(reset)

  const filed = await as('ops').approvals.request({ id: review.id!, reason: 'agreed' })
  const seen = await as('manager').approvals.preview({ id: filed.id })

  expect(review).toMatchObject({ eligible: 2, refused: [], blocker: { fault: 'second_person_needed' } })
  expect(filed).toMatchObject({ page: 'parameters', count: 2, eligible: 2, batchId: review.id })
  expect(seen).toMatchObject({ eligible: 2, refused: [], blocker: null })
  expect(await parameter(db, 'disburse.attemptsMax')).toBe(9)
  // the manager, who may not change parameters, releases it
  await as('manager').approvals.approve({ id: filed.id, version: filed.version })
  expect(await parameter(db, 'disburse.attemptsMax')).toBe(5)
  expect(await parameter(db, 'approval.validDays')).toBe(14)
  const { rows } = await query(`select distinct actor_name as who from audit
    where command = 'parameters.reset' and outcome = 'done' and batch_id = '${review.id}'`)
  expect(rows).toEqual([{ who: 'Operations' }])
})

test('nobody releases what a role of their own may do with money', async ({ as }) => {
  const draft = await withMoney({ as }, 'EXE')
  const filed = await as('admin').approvals.file({ call: 'roles.edit', input: { ...draft, grants: draft.grants } })

  const own = as('executive').approvals.approve({ id: filed.id, version: filed.version })

  await expect(own).rejects.toMatchObject({ fault: 'own_role' })
  expect(await pending({ as }, filed.id)).toMatchObject({ state: 'pending' })
})

test('a sheet with one such parameter waits as a whole, and is released as a whole', async ({
  as,
  raw,
  server,
  tokenOf,
}) => {
  const { db } = server.app.database
  const sheet = await blankSheet({ server, tokenOf }, '/sys/config/template')
  const filled = sheet
    .replace(/approval\.validDays(.*),14,/, 'approval.validDays$1,20,longer')
    .replace(/disburse\.attemptsMax(.*),5,/, 'disburse.attemptsMax$1,8,more')

  const answer = await sendSheet({ raw }, 'POST /sys/config/batch/edit', filled)

  const { request: filed, changed } = answer.data as { request: Approval['id']; changed: number }
  expect(changed).toBe(0)
  expect(await parameter(db, 'approval.validDays')).toBe(14)
  const waiting = await pending({ as }, filed)
  expect(waiting.changes).toBe('approval.validDays: 14 → 20; disburse.attemptsMax: 5 → 8')
  await as('manager').approvals.approve({ id: filed, version: waiting.version })
  expect(await parameter(db, 'approval.validDays')).toBe(20)
  expect(await parameter(db, 'disburse.attemptsMax')).toBe(8)
  const { rows } = await as('admin').audit.list({ q: 'command:parameters.editMany outcome:done' })
  expect(rows).toMatchObject([{ actor: 'Operations', changes: waiting.changes }])
})

test('a sheet that waits is not released over what was set since', async ({ as, raw, server, tokenOf }) => {
  const { db } = server.app.database
  const sheet = await blankSheet({ server, tokenOf }, '/sys/config/template')
  const filled = sheet
    .replace(/approval\.validDays(.*),14,/, 'approval.validDays$1,20,longer')
    .replace(/disburse\.attemptsMax(.*),5,/, 'disburse.attemptsMax$1,8,more')
  const { data } = await sendSheet({ raw }, 'POST /sys/config/batch/edit', filled)
  const { request: filed } = data as { request: Approval['id'] } // as it answers
  await as('ops').parameters.edit(await setting({ as }, 'approval.validDays', '16'))

  const seen = await as('manager').approvals.preview({ id: filed })
  const { version } = await pending({ as }, filed)
  const released = as('manager').approvals.approve({ id: filed, version })

  await expect(released).rejects.toMatchObject({ fault: 'stale_version', values: { by: 'Operations' } })
  expect(seen).toMatchObject({ eligible: 0, refused: [{ fault: 'stale_version' }] })
  expect(await parameter(db, 'approval.validDays')).toBe(16)
  expect(await parameter(db, 'disburse.attemptsMax')).toBe(5)
})

test('of two who ask for the same at once one is told of the other', async ({ as }) => {
  const input = await setting({ as }, 'disburse.attemptsMax', '7')
  const ask = (who: Account) => as(who).approvals.file({ call: 'parameters.edit', input })
  await as('admin').session.prove({ proof: demoPassword })

  const asked = await Promise.allSettled([ask('ops'), ask('admin'), ask('ops'), ask('admin')])

  const filed = asked.filter(({ status }) => status === 'fulfilled')
  expect(filed).toHaveLength(1)
  for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ fault: 'request_open' })
})
