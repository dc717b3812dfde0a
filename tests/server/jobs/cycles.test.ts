import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'

test('a task is added with a cycle that comes round; what does not is refused', async ({ as }) => {
  const task = { identifier: 'noonPayouts', name: 'At noon', jobClass: 'doDisburse', cycle: '0 12 * * 1-5' } as const

  const added = await as('admin').jobs.add(task)

  expect(added).toMatchObject({ id: 'noonPayouts', state: 'enabled', nextAt: '2026-03-10T06:30:00Z' })
  await expect(as('admin').jobs.add(task)).rejects.toMatchObject({ fault: 'known_already' })
  for (const [cycle, reason] of [
    ['61 0 * * *', '“61” does not fit the minute: 0 to 59'],
    ['0 0 31 2 *', '“0 0 31 2 *” never comes round'],
    ['0 0 0 LW * ?', expect.stringContaining('neither nearest working days')],
  ]) {
    const refused = as('admin').jobs.edit({ id: added.id, version: added.version, name: 'x', cycle: cycle as string })
    await expect(refused, cycle as string).rejects.toMatchObject({ code: 400, fields: [{ field: 'cycle', reason }] })
  }
  const { meaning } = await as('admin', { language: 'zh' }).jobs.detail({ id: added.id })
  expect(meaning).toMatchObject({ words: '在12:00, 星期一至星期五', notes: [] })
  expect(meaning!.next).toHaveLength(5)
  await expect(as('ops').jobs.add(task)).rejects.toMatchObject({ code: 403 })
  await expect(as('admin').jobs.run({ id: added.id, version: added.version })).rejects.toMatchObject({ code: 403 })
})
