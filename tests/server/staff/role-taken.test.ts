import { expect } from 'vitest'
import { demoPassword, staffId } from '#server/seed/foundation.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'
import { hire } from '../collectors/support.ts'

/** Takes a role from somebody who has another as well. */
async function taken({ as, server }: Pick<World, 'as' | 'server'>, account: string, roleId: string) {
  const id = staffId(account as 'reviewer')
  const { query } = server.app.database
  await query(`insert into staff_roles (staff_id, role_id) values ($1, 'QC') on conflict do nothing`, [id])
  const { rows } = await query('select version from staff where id = $1', [id])
  await as('admin').session.prove({ proof: demoPassword })
  return as('admin').staff.removeRole({ id, version: rows[0]!.version as never, roleId: roleId as never })
}

test('whoever may work cases no more has none, and is given none', async ({ as, given, server }) => {
  const { query } = server.app.database
  const id = await hire({ server }, 'second', { stages: ['S1'] })
  const held = await given.case({ collector: 'collector' })
  await query('update cases set collector_id = $1 where id = $2', [id, held.id])

  await taken({ as, server }, 'second', 'COL')

  const { rows } = await query('select state, collector_id as holder from cases where id = $1', [held.id])
  expect(rows).toEqual([{ state: 'allocating', holder: null }])
  expect((await as('manager').collectors.list({ q: `id:${id}` })).rows).toMatchObject([{ participates: false }])
})

test('whoever still works cases by another role keeps theirs', async ({ as, given, server }) => {
  const { query } = server.app.database
  const id = await hire({ server }, 'second', { stages: ['S1'] })
  const held = await given.case({ collector: 'collector' })
  await query('update cases set collector_id = $1 where id = $2', [id, held.id])

  await query(`insert into staff_roles (staff_id, role_id) values ($1, 'QC')`, [id])
  await taken({ as, server }, 'second', 'QC')

  const { rows } = await query('select state, collector_id as holder from cases where id = $1', [held.id])
  expect(rows).toEqual([{ state: 'allocated', holder: id }])
  expect((await as('manager').collectors.list({ q: `id:${id}` })).rows).toMatchObject([{ participates: true }])
})

test('whoever reviews no more has no review that nobody else gets', async ({ as, given, server }) => {
  const { id: loanId } = await given.loan({ state: 22 })
  const { query } = server.app.database
  await query(`update reviews set state = 'toAudit', reviewer_id = 'S-reviewer' where loan_id = $1`, [loanId])

  await taken({ as, server }, 'reviewer', 'REV')

  const { rows } = await query('select state, reviewer_id as reviewer from reviews where loan_id = $1', [loanId])
  expect(rows).toEqual([{ state: 'unclaimed', reviewer: null }])
})

test('no review is given to somebody whose role is out of use', async ({ as, given, server }) => {
  const { review } = await given.loan({ state: 22 })
  await server.app.database.query(`update roles set state = 'disabled' where id = 'REV'`)

  const giving = as('manager').reviews.assign({ ...review, reviewer: staffId('reviewer') })

  await expect(giving).rejects.toMatchObject({ fault: 'not_a_reviewer' })
})

/** Puts a role out of use, by an administrator. */
async function disabled({ as }: Pick<World, 'as'>, id: string) {
  const [row] = (await as('admin').roles.list({ q: `id:${id}` })).rows
  await as('admin').session.prove({ proof: demoPassword })
  return as('admin').roles.setState({ id: row!.id, version: row!.version, state: 'disabled' })
}

test('a role out of use leaves nobody with work that they may not do', async ({ as, given, server }) => {
  const { query } = server.app.database
  const second = await hire({ server }, 'second', { stages: ['S1'] })
  const kept = await hire({ server }, 'third', { stages: ['S1'] })
  await query(`insert into staff_roles (staff_id, role_id) values ($1, 'GL')`, [kept])
  const [theirs, others] = [await given.case({ collector: 'collector' }), await given.case({ collector: 'collector' })]
  await query('update cases set collector_id = $1 where id = $2', [second, theirs.id])
  await query('update cases set collector_id = $1 where id = $2', [kept, others.id])

  await disabled({ as }, 'COL')

  const { rows } = await query('select id, state, collector_id as holder from cases order by id')
  expect(rows).toEqual([
    { id: theirs.id, state: 'allocating', holder: null },
    { id: others.id, state: 'allocated', holder: kept },
  ])
  expect((await as('manager').collectors.list({ q: 'is:participates' })).rows.map(({ id }) => id)).toEqual([kept])
  const audited = await query(`select object_id as id from audit where command = 'roles.setState' and noun = 'cases'`)
  expect(audited.rows).toEqual([{ id: theirs.id }])
  const { rows: people } = await as('manager').collectors.list({ q: `id:${second}` })
  const opened = as('manager').collectors.openAllocation({ id: second, version: people[0]!.version })
  await expect(opened).rejects.toMatchObject({ fault: 'works_no_cases' })
  const { version } = (await as('manager').cases.open({ q: `id:${theirs.id}` })).rows[0]!
  const transferred = as('manager').cases.transfer({ id: theirs.id, version, to: second, kind: 'selected' })
  await expect(transferred).rejects.toMatchObject({ fault: 'unknown_collector' })
})

test('a role that reviews no more leaves no review with whoever has it', async ({ as, given, server }) => {
  const { id: loanId } = await given.loan({ state: 22 })
  const { query } = server.app.database
  await query(`update reviews set state = 'toAudit', reviewer_id = 'S-reviewer' where loan_id = $1`, [loanId])
  const before = await as('admin').roles.detail({ id: 'REV' as never })
  await as('admin').session.prove({ proof: demoPassword })
  const { id, version, name, mark, state, revealsMax, exportRowsMax } = before.role

  const grants = before.grants.filter(({ page }) => page !== 'reviewQueue')
  await as('admin').roles.edit({ id, version, name, mark, state, revealsMax, exportRowsMax, grants })

  const { rows } = await query('select state, reviewer_id as reviewer from reviews where loan_id = $1', [loanId])
  expect(rows).toEqual([{ state: 'unclaimed', reviewer: null }])
})

test('tickets wait for whoever may work their desk', async ({ as, given, server }) => {
  const { query } = server.app.database
  const loan = await given.loan({ state: 41 })
  await query(
    `insert into tickets (id, kind, title, content, priority, state, source, loan_id, customer_id, department_id, created_by_id,
       processor_id, desk, created_at, sla_due_at)
     select 'TK26031000000' || n, 'other', '-', '-', 'normal', 'following', 'staff', $1, (select customer_id from loans where id = $1),
       (select unit_id from staff where id = 'S-cs'), 'S-cs', 'S-cs', desk, now(), now()
     from (values (1, 'operation'), (2, 'collection')) as t (n, desk)`,
    [loan.id],
  )

  await taken({ as, server }, 'cs', 'CS')

  const { rows } = await query('select desk, processor_id as processor from tickets order by id')
  expect(rows).toEqual([
    { desk: 'operation', processor: null },
    { desk: 'collection', processor: null },
  ])
})
