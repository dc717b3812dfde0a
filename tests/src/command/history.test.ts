import './browser.ts'
import { expect } from 'vitest'
import { note } from '#src/command/history.ts'
import { beforeLeaving, session } from '#src/session/session.ts'
import { signOut } from '#src/session/sign-out.ts'
import { test } from './desk.ts'

test('what was done last is in the history though its person signed out at once', async ({ desk, server }) => {
  await desk.sit('ops')
  note('menu.plans')
  note('menu.openCases')

  await signOut()

  expect(session.user).toBeNull()
  const { rows } = await server.ground.database.query(`select call->>'id' as id from history order by at`)
  expect(rows).toEqual([{ id: 'menu.plans' }, { id: 'menu.openCases' }])
})

test('what the server was told before somebody stayed after all is told once', async ({ desk, as }) => {
  await desk.sit('ops')
  note('menu.plans')

  await beforeLeaving()
  await beforeLeaving()

  expect((await as('ops').history.list()).past.map(({ call }) => call.id)).toEqual(['menu.plans'])
})
