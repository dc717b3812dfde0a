import { expect } from 'vitest'
import { restaffing as test } from '#tests/support/restaffing.ts'

test('pages and commands are offered to choose from as far as the reader sees entries of them', async ({
  as,
  server,
}) => {
  const { query } = server.app.database
  await query(`update staff set unit_id = 'AG1' where account = 'manager'`)
  const entry = (
    unitPath: string,
    page: string,
  ) => `insert into audit (at, actor_id, actor_name, unit_path, roles, page,
      command, risk, outcome, request_id, duration_ms)
    values (now(), 'S-x', 'x', '${unitPath}', '{}', '${page}', '${page}.edit', 'write', 'done', 'r', 0)`
  const { path } = (await query(`select path from units where id = 'AG1'`)).rows[0] as { path: string }
  await query(entry(path, 'collectors'))
  await query(entry('/HQ/', 'roles'))

  const theirs = await as('manager').audit.selectors()
  const all = await as('admin').audit.selectors()

  expect(theirs.pages).toContain('collectors')
  expect(theirs.pages).not.toContain('roles')
  expect(theirs.commands).toContain('collectors.edit')
  expect(theirs.commands).not.toContain('roles.edit')
  expect(all.pages).toEqual(expect.arrayContaining(['collectors', 'roles']))
})
