import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { Client } from '#tests/support/server.ts'

/** What an administrator adds, by its command, with what stands on the record of it. */
const added: Readonly<Record<string, readonly [(as: Client) => Promise<unknown>, object]>> = {
  'parameters.add': [
    (as) =>
      as.parameters.add({ number: 921, id: 'a.key', name: 'Key', kind: 'secret', value: 'k-secret', remark: 'new' }),
    { name: 'Key', kind: 'secret', value: '•••', remark: 'new' },
  ],
  'dictionaries.add': [
    (as) => as.dictionaries.add({ code: 'a.type', name: 'A', sort: 3, parent: 'root' as never }),
    { name: 'A', sort: 3, parent: 'root' },
  ],
  'jobs.add': [
    (as) => as.jobs.add({ identifier: 'late2', name: 'Late', jobClass: 'doLate', cycle: '5 0 * * *' }),
    { name: 'Late', jobClass: 'doLate', cycle: '5 0 * * *' },
  ],
  'holidays.add': [
    (as) => as.holidays.add({ date: '2026-12-30' as never, name: 'Stock-taking', quiet: false }),
    { date: '2026-12-30', name: 'Stock-taking', quiet: false },
  ],
}

test.for(Object.entries(added))(
  'what %s adds stands on the record',
  async ([command, [add, after]], { as, server }) => {
    await as('admin').session.prove({ proof: demoPassword })

    await add(as('admin'))

    const { rows } = await server.app.database.query(
      `select after, audit::text as text from audit where command = '${command}' and outcome = 'done'`,
    )
    expect(rows).toMatchObject([{ after }])
    expect(rows[0]!.text).not.toContain('k-secret')
  },
)

test('an identifier that a task has is refused at it', async ({ as }) => {
  const late = { identifier: 'late2', name: 'Late', jobClass: 'doLate', cycle: '5 0 * * *' } as const
  await as('admin').jobs.add(late)

  await expect(as('admin').jobs.add(late)).rejects.toMatchObject({
    ...{ fault: 'known_already', fields: [{ field: 'identifier' }] },
  })
})
