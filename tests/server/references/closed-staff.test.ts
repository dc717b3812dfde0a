import { expect } from 'vitest'
import { staffId } from '#server/seed/foundation.ts'
import { test } from '#tests/support/server.ts'

test('a colleague whose account is closed is neither offered nor taken, and whoever looks is told', async ({
  as,
  given,
  server,
}) => {
  const { id, version } = await given.ticket()
  const looked = async () => {
    const { found, closed } = await as('ops').references.search({ kind: 'assignee', text: 'reviewer' })
    return { found: found.map(({ id }) => id), closed: closed.map(({ id }) => id) }
  }
  const reviewer = staffId('reviewer')
  expect(await looked()).toEqual({ found: expect.arrayContaining([reviewer]), closed: [] })

  const set = (state: string) =>
    server.app.database.query(`update staff set state = '${state}' where account = 'reviewer'`)
  await set('disabled')
  try {
    expect(await looked()).toEqual({ found: expect.not.arrayContaining([reviewer]), closed: [reviewer] })
    const handed = as('ops').tickets.transfer({ id, version, to: staffId('reviewer') as never })
    await expect(handed).rejects.toMatchObject({ code: 400, fault: 'unknown_assignee' })
  } finally {
    await set('enabled')
  }
})
