import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { Client } from '#tests/support/server.ts'

/** What an administrator adds, by its command, with what stands on the record of it, and how that is read. */
const added: Readonly<Record<string, readonly [(as: Client) => Promise<unknown>, object, string]>> = {
  'parameters.add': [
    (as) =>
      as.parameters.add({ number: 921, id: 'a.key', name: 'Key', kind: 'secret', value: 'k-secret', remark: 'new' }),
    { name: 'Key', kind: 'secret', value: '•••', remark: 'new' },
    'Code: – → a.key; Number: – → 921; Name: – → Key; Type: – → Secret; Value: – → •••; Reason: – → new',
  ],
  'dictionaries.add': [
    (as) => as.dictionaries.add({ code: 'a.type', name: 'A', sort: 3, parent: 'root' as never }),
    { name: 'A', sort: 3, parent: 'root' },
    'Name: – → A; Parent: – → root; Order: – → 3',
  ],
  'jobs.add': [
    (as) => as.jobs.add({ identifier: 'late2', name: 'Late', jobClass: 'doLate', cycle: '5 0 * * *' }),
    { name: 'Late', jobClass: 'doLate', cycle: '5 0 * * *', days: 'every' },
    'Name: – → Late; Class: – → Overdue and penalties; Cycle: – → 5 0 * * *; Days: – → Every day of its cycle',
  ],
  'holidays.add': [
    (as) => as.holidays.add({ date: '2026-12-30' as never, name: 'Stock-taking', quiet: false }),
    { date: '2026-12-30', name: 'Stock-taking', quiet: false },
    'Day: – → 2026-12-30; Name: – → Stock-taking; Leave customers alone: – → No',
  ],
}

test.for(Object.entries(added))(
  'what %s adds stands on the record',
  async ([command, [add, after, read]], { as, server }) => {
    await as('admin').session.prove({ proof: demoPassword })

    await add(as('admin'))

    const { rows } = await server.app.database.query(
      `select after, audit::text as text from audit where command = '${command}' and outcome = 'done'`,
    )
    expect(rows).toMatchObject([{ after }])
    expect(rows[0]!.text).not.toContain('k-secret')
    const [told] = (await as('admin').audit.list({ q: `command:${command} outcome:done` })).rows
    expect(told!.changes).toBe(read)
  },
)

test('what is added is read by whoever sees its list, and by nobody else', async ({ as }) => {
  await as('admin').session.prove({ proof: demoPassword })
  await as('admin').holidays.add({ date: '2026-12-29' as never, name: 'Founding day', quiet: false })
  const told = async (who: 'admin' | 'supervisor') =>
    (await as(who).audit.list({ q: 'command:holidays.add' })).rows.map(({ changes }) => changes)

  expect((await told('admin')).join()).toContain('Founding day')
  expect((await told('supervisor')).join()).not.toContain('Founding day')
})

test('personal data that its list masks is masked, and what nobody signed in has sent is not told', async ({
  as,
  server,
}) => {
  const after = JSON.stringify({ phone: '9820012345', amount: { minor: 100, currency: 'INR' }, channel: 'razor' })
  const entry = (actor: string) => `insert into audit (at, actor_id, actor_name, unit_path, roles, command, risk, noun,
      object_id, after, outcome, request_id, duration_ms)
    values ('2026-03-10T05:59:00Z', '${actor}', 'x', '/HQ/', '{}', 'payments.x', 'write', 'payments', '${actor}', '${after}', 'done', 'r', 0)`
  await server.app.database.query(entry('S-ops'))
  await server.app.database.query(entry('nobody'))
  const told = async (id: string) => (await as('executive').audit.list({ q: `objectId:${id}` })).rows[0]!.changes

  expect(await told('S-ops')).toContain('98****2345')
  expect(await told('S-ops')).not.toContain('9820012345')
  expect(await told('nobody')).toBe('')
})

test('an identifier that a task has is refused at it', async ({ as }) => {
  const late = { identifier: 'late2', name: 'Late', jobClass: 'doLate', cycle: '5 0 * * *' } as const
  await as('admin').jobs.add(late)

  await expect(as('admin').jobs.add(late)).rejects.toMatchObject({
    ...{ fault: 'known_already', fields: [{ field: 'identifier' }] },
  })
})
