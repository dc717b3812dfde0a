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
