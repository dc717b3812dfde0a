import { expect } from 'vitest'
import { type Client, test } from '#tests/support/server.ts'

type NewTask = NonNullable<Parameters<Client['jobs']['add']>[0]>
const task: NewTask = { identifier: 'noonPayouts', name: 'At noon', jobClass: 'doDisburse', cycle: '0 12 * * 1-5' }

test.for(['identifier', 'name', 'jobClass', 'cycle'] as const)(
  'a task without its %s is refused at that field',
  async (field, { as }) => {
    const { [field]: _, ...rest } = task

    const refused = as('admin').jobs.add(rest as NewTask)

    await expect(refused).rejects.toMatchObject({ fault: 'invalid', fields: [{ field, reason: 'is required' }] })
    expect((await as('admin').jobs.list({ q: 'id:noonPayouts' })).rows).toEqual([])
  },
)

test.for([
  [{ identifier: '9th' }, 'identifier'],
  [{ identifier: 'with blanks' }, 'identifier'],
  [{ name: ' ' }, 'name'],
  [{ jobClass: 'mineBitcoin' }, 'jobClass'],
  [{ cycle: '' }, 'cycle'],
  [{ cycle: '61 0 * * *' }, 'cycle'],
  [{ cycle: '0 0 31 2 *' }, 'cycle'],
] as const)('a task with %j is refused at %s, added or edited', async ([wrong, field], { as }) => {
  const refused = as('admin').jobs.add({ ...task, ...wrong } as NewTask)

  await expect(refused).rejects.toMatchObject({ code: 400, fields: [{ field }] })
  if (field !== 'name' && field !== 'cycle') return
  const { id, version } = await as('admin').jobs.add(task)
  const { name, cycle } = { ...task, ...wrong }
  const edited = as('admin').jobs.edit({ id, version, name: name!, cycle: cycle! })
  await expect(edited).rejects.toMatchObject({ code: 400, fields: [{ field }] })
})
