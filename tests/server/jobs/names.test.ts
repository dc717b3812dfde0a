import { expect } from 'vitest'
import { addStandingJobs } from '#server/modules/jobs/steps.ts'
import { test, type World } from '#tests/support/server.ts'

type Said = Parameters<World['as']>[1]
const late = async ({ as }: Pick<World, 'as'>, said: Said = {}, q = 'id:doLate') =>
  (await as('admin', said).jobs.list({ q })).rows[0]
const english = 'Charge penalties, open cases, mark bad debt'
const chinese = '计收罚息、开立案件、标记坏账'

test('a task that nobody has named is called in the reader’s words, and found by them', async ({ as, server }) => {
  await addStandingJobs(server.app)

  expect((await late({ as }))?.name).toBe(english)
  expect((await late({ as }, { language: 'zh' }))?.name).toBe(chinese)
  expect((await late({ as }, { language: 'zh' }, '罚息'))?.id).toBe('doLate')
  expect((await as('admin', { language: 'zh' }).jobs.detail({ id: 'doLate' as never })).job.name).toBe(chinese)
})

test('a change of its cycle leaves its name to every reader; a name of its own is everybody’s', async ({
  as,
  server,
}) => {
  await addStandingJobs(server.app)
  const { id, version } = (await late({ as }))!

  const moved = await as('admin', { language: 'zh' }).jobs.edit({ id, version, name: chinese, cycle: '6 0 * * *' })
  expect(moved).toMatchObject({ name: chinese, cycle: '6 0 * * *' })
  expect((await late({ as }))?.name).toBe(english)

  await as('admin').jobs.edit({ id, version: moved.version, name: 'Nightly', cycle: '6 0 * * *' })
  expect((await late({ as }, { language: 'zh' }))?.name).toBe('Nightly')
})
