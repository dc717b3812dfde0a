import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { recordUse } from '#src/command/run/history.ts'
import { currentSession, notifyBeforeSignOut } from '#src/session/base/session.ts'
import { signOut } from '#src/session/sign-out.ts'
import { test } from '#tests/src/command/desk.ts'

test('what was done last is in the history though its person signed out at once', async ({ desk, server }) => {
  await desk.sit('ops')
  recordUse('menu.plans')
  recordUse('menu.openCases')

  await signOut()

  expect(currentSession.user).toBeNull()
  const { rows } = await server.app.database.query(`select call->>'id' as id from history order by at`)
  expect(rows).toEqual([{ id: 'menu.plans' }, { id: 'menu.openCases' }])
})

test('what the server was told before somebody stayed after all is told once', async ({ desk, as }) => {
  await desk.sit('ops')
  recordUse('menu.plans')

  await notifyBeforeSignOut()
  await notifyBeforeSignOut()

  expect((await as('ops').history.list()).past.map(({ call }) => call.id)).toEqual(['menu.plans'])
})
