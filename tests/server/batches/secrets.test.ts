import { expect } from 'vitest'
import { demoPassword, staffId } from '#server/seed/foundation.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'

test('a secret that a run sets is encrypted where the run is kept, and set all the same', async ({ as, server }) => {
  const { query } = server.app.database
  await as('ops').session.prove({ proof: demoPassword })
  const key = { number: 911, id: 'bureau.key', name: 'Key', kind: 'secret' as const, remark: 'new' }
  await as('ops').parameters.add({ ...key, value: 'k-one' })
  const stored = async () =>
    (await query(`select value #>> '{}' as value from parameters where id = 'bureau.key'`)).rows
  const before = String((await stored())[0]!.value)
  const selection = { listing: 'parameters.list', ids: ['bureau.key'] }

  const { id } = await as('ops').batches.preview({
    ...{ command: 'parameters.edit', selection, args: { value: 'k-two', remark: 'rotated' } },
  })
  await as('ops').batches.run({ id: id! })

  const after = String((await stored())[0]!.value)
  expect(after).not.toBe(before)
  expect(server.app.secrets.decrypt(after)).toBe('k-two')
  const { rows } = await query(`select (select string_agg(b::text, ' ') from batches b)
    || (select string_agg(l::text, ' ') from audit l) as all`)
  expect(rows[0]!.all).not.toContain('k-two')
})

test('what answers something that is told once is no run: nobody is locked out by a password that nobody has seen', async ({
  as,
}) => {
  await as('admin').session.prove({ proof: demoPassword })
  const selection = { listing: 'staff.list', ids: [staffId('caller'), staffId('cs')] }
  const reset = { command: 'staff.resetPassword', selection, args: {} }

  await expect(as('admin').batches.start(reset)).rejects.toMatchObject({ fault: 'answers_once' })
  const { id, eligible } = await as('admin').batches.preview(reset)
  await expect(as('admin').batches.run({ id: id! })).rejects.toMatchObject({ fault: 'answers_once' })

  expect(eligible).toBe(2)
  expect(await as(null).session.signIn({ username: 'caller', password: demoPassword })).toMatchObject({
    mustChangePassword: false,
  })
})
