import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'

const id = 'OUT' as IdOf<'role'>

test('a role that comes with the product is called in the words of whoever reads; one that staff renamed as they wrote it', async ({
  as,
}) => {
  await as('admin').session.prove({ proof: demoPassword })
  const zh = as('admin', { language: 'zh' })
  const calledIn = async (language: string) => {
    const reader = as('admin', { language })
    const { role } = await reader.roles.detail({ id })
    const { rows } = await reader.staff.list({ q: 'account:caller' })
    const { found: roles } = await reader.references.search({ kind: 'role', text: 'OUT' })
    return [role.name, rows[0]!.roles, roles.find((one) => one.id === 'OUT')?.name]
  }
  const found = async (q: string) => (await zh.staff.list({ q })).rows.map(({ account }) => account)

  expect(await calledIn('en')).toEqual(['Out-calling', 'Out-calling', 'Out-calling'])
  expect(await calledIn('zh')).toEqual(['外呼', '外呼', '外呼'])
  // a view that somebody shares finds the same people on every screen
  expect([await found('roles:外呼'), await found('roles:"ut-call"')]).toEqual([['caller'], ['caller']])
  const { role, grants } = await zh.roles.detail({ id })
  const { version, name, mark, state, exportRowsMax } = role
  const saved = await zh.roles.edit({ id: role.id, version, name, mark, state, exportRowsMax, revealsMax: 3, grants })
  expect([saved.name, await calledIn('en')]).toEqual(['外呼', ['Out-calling', 'Out-calling', 'Out-calling']])
  const written = { name: '电话组', mark, state, exportRowsMax, revealsMax: 3, grants }
  await zh.roles.edit({ id: role.id, version: saved.version, ...written })
  expect([await calledIn('en'), await calledIn('zh')]).toEqual([Array(3).fill('电话组'), Array(3).fill('电话组')])
})

test('where people with a role work is said in the reader’s language', async ({ as }) => {
  const people = async (language: string) =>
    (await as('admin', { language }).roles.detail({ id: 'OPS' as never })).people.map(({ unit }) => unit)

  expect([await people('en'), await people('zh')]).toEqual([['Operations'], ['运营部']])
})
