import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '#server/kernel/base/database.ts'
import { urlOf } from '#tests/support/database.ts'
import { test } from '#tests/support/server.ts'

test('no more connections are opened than were asked for', async ({ server }) => {
  const small = await openDatabase({ url: await urlOf(server.app.database), poolMax: 2 })
  onTestFinished(() => small.close())

  const pids = await Promise.all(
    Array.from({ length: 6 }, () => small.query('select pg_backend_pid() as pid, pg_sleep(0.05)', [])),
  )

  expect(new Set(pids.map(({ rows }) => rows[0]!.pid)).size).toBe(2)
})
