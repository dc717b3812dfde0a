import { expect } from 'vitest'
import { staffId } from '#server/seed/foundation.ts'
import { test } from '#tests/support/server.ts'

test('a colleague whose account is closed is neither offered nor taken', async ({ as, given, server }) => {
  const { id, version } = await given.ticket()
  const offered = async () =>
    (await as('ops').references.search({ kind: 'assignee', text: 'reviewer' })).found.map((one) => one.id as string)
  expect(await offered()).toContain(staffId('reviewer'))

  const set = (state: string) =>
    server.ground.database.query(`update staff set state = '${state}' where account = 'reviewer'`)
  await set('disabled')
  try {
    expect(await offered()).not.toContain(staffId('reviewer'))
    const handed = as('ops').tickets.transfer({ id, version, to: staffId('reviewer') as never })
    await expect(handed).rejects.toMatchObject({ code: 400, fault: 'unknown_assignee' })
  } finally {
    await set('enabled')
  }
})
