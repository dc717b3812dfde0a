import { expect } from 'vitest'
import type { Approval } from '#contract/approvals.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import { blankSheet, filledSheet, sendSheet } from '#tests/support/sheets.ts'

const asha = {
  account: 'asha.rao',
  name: 'Asha Rao',
  phone: '9820012345',
  password: 'Good-once-1',
  role: 'COL',
  unit: 'AG1A',
}
const ravi = {
  ...asha,
  account: 'ravi.menon',
  name: 'Ravi Menon',
  role: 'qc',
  unit: 'OPS',
  email: 'ravi@lender.example',
}

test('the people of a sheet are added together, and sign in with what the sheet gave them', async ({
  as,
  raw,
  server,
  tokenOf,
}) => {
  await as('admin').session.prove({ proof: demoPassword })
  const blank = await blankSheet({ server, tokenOf }, '/sysUser/template', 'admin')

  const answer = await sendSheet({ raw }, 'POST /sysUser/upload', filledSheet(blank, [asha, ravi]), { who: 'admin' })

  expect(answer).toMatchObject({ code: 200, data: { added: 2, request: null } })
  const { rows } = await as('admin').staff.list({ q: 'account:asha.rao,ravi.menon' })
  expect(rows).toMatchObject([
    { account: 'asha.rao', roles: 'Collection specialist', unit: { id: 'AG1A' }, passwordDue: true },
    { account: 'ravi.menon', roles: 'Quality inspector', email: 'ravi@lender.example' },
  ])
  const signedIn = await as(null).session.signIn({ username: 'ravi.menon', password: 'Good-once-1' })
  expect(signedIn.mustChangePassword).toBe(true)
  const { query } = server.app.database
  const { rows: told } = await query(`select after, audit::text as all from audit where command = 'staff.upload'`)
  expect(told).toMatchObject([{ after: { roles: { 'asha.rao': 'COL', 'ravi.menon': 'QC' } } }])
  const [entry] = (await as('admin').audit.list({ q: 'command:staff.upload outcome:done' })).rows
  expect(entry!.changes).toBe('Added: 2 (asha.rao, ravi.menon)')
  expect(told[0]!.all).not.toContain('Good-once-1')
})

test('one wrong line keeps everybody out, and every wrong cell is named', async ({ as, raw, server, tokenOf }) => {
  await as('admin').session.prove({ proof: demoPassword })
  const blank = await blankSheet({ server, tokenOf }, '/sysUser/template', 'admin')
  const lines = [
    asha,
    { ...ravi, role: 'CEO', unit: 'MOON' },
    { ...ravi, account: 'admin', email: 'no' },
    { ...ravi, account: '', password: 'short' },
    { ...asha },
  ]

  const refused = await sendSheet({ raw }, 'POST /sysUser/upload', filledSheet(blank, lines), { who: 'admin' })

  expect(refused).toMatchObject({ code: 400, fault: 'invalid' })
  const named = refused.fields!.map((one) => (one as { field: string }).field)
  for (const cell of ['4.role', '4.unit', '5.account', '5.email', '6.account', '6.password', '7.account']) {
    expect(named).toContain(cell)
  }
  expect(refused.fields).toEqual(
    expect.arrayContaining([
      { field: '5.email', reason: 'email format incorrect' },
      { field: '6.password', reason: 'must be 8 to 20 characters, with a digit, a letter and a special character' },
    ]),
  )
  expect((await as('admin').staff.list({ q: 'account:asha.rao' })).rows).toEqual([])
})

test('a sheet with a role that moves money waits as a whole, and nobody reads its passwords meanwhile', async ({
  as,
  raw,
  server,
  tokenOf,
}) => {
  await as('admin').session.prove({ proof: demoPassword })
  await as('executive').session.prove({ proof: demoPassword })
  const blank = await blankSheet({ server, tokenOf }, '/sysUser/template', 'admin')
  const sheet = filledSheet(blank, [asha, { ...ravi, role: 'OPS' }])

  const answer = await sendSheet({ raw }, 'POST /sysUser/upload', sheet, { who: 'admin' })

  const { added, request } = answer.data as { added: number; request: Approval['id'] }
  expect(added).toBe(0)
  expect((await as('admin').staff.list({ q: 'account:asha.rao,ravi.menon' })).rows).toEqual([])
  const filed = (await as('executive').approvals.list({ q: `id:${request}` })).rows[0]!
  expect(filed.changes).toMatch(/^Roles · asha\.rao: – → \w+; Roles · ravi\.menon: – → OPS$/)
  const { query } = server.app.database
  const stored = await query(`select (select string_agg(a::text, ' ') from approvals a)
    || (select string_agg(l::text, ' ') from audit l) as all`)
  expect(stored.rows[0]!.all).not.toContain('Good-once-1')
  await as('executive').approvals.approve({ id: filed.id, version: filed.version })
  expect((await as('admin').staff.list({ q: 'account:asha.rao,ravi.menon' })).rows).toHaveLength(2)
  const [done] = (await as('admin').audit.list({ q: 'command:staff.addMany outcome:done' })).rows
  expect(done!.changes).toBe('Added: 2 (asha.rao, ravi.menon)')
})
