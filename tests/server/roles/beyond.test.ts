import { expect } from 'vitest'
import { buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { addDeclaredParameters } from '#server/modules/parameters/steps.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import type { Account, Client, World } from '#tests/support/server.ts'

type Draft = NonNullable<Parameters<Client['roles']['edit']>[0]>

/** Managers keep roles, and have proved that it is them, as the administrator has. */
const test = restaffing.extend<{ keeping: undefined }>({
  keeping: [
    async ({ server, as }, use) => {
      const { query } = server.app.database
      await query(`update role_grants set codes = 7, scope = 'all' where page = 'roles' and role_id = 'MGR';
        update roles set name = name where id = 'MGR'`)
      for (const who of ['admin', 'manager'] as const) await as(who).session.prove({ proof: demoPassword })
      await use(undefined)
    },
    { auto: true },
  ],
})

/** A role as its editor begins with it. */
async function draftOf(mark: string, { as }: Pick<World, 'as'>, who: Account = 'admin'): Promise<Draft> {
  const { role, grants } = await as(who).roles.detail({ id: mark as IdOf<'role'> })
  const { version, name, state, revealsMax, exportRowsMax } = role
  return { id: role.id, version, name, mark, state, revealsMax, exportRowsMax, grants }
}

/** A role of which managers hold nothing, or which lets more rows go along than theirs; put out of use. */
const disabled = async (more: Partial<Draft>, { as }: Pick<World, 'as'>): Promise<Draft> => {
  const auditor: Draft = {
    name: 'Auditor',
    mark: 'AUD',
    state: 'disabled',
    revealsMax: 0,
    exportRowsMax: 0,
    grants: [],
  }
  await as('admin').roles.edit({ ...auditor, ...more })
  return draftOf('AUD', { as })
}

test('a role that is put in use again grants more than before: whoever does so holds it', async ({ as }) => {
  const { id, version, ...draft } = await disabled(
    { grants: [{ page: 'lens', codes: buttons.export, scope: 'all' }] },
    { as },
  )
  const beyond = { fault: 'beyond_own_rights' }
  const row = { id: id!, version: version! }

  await expect(as('manager').roles.setState({ ...row, state: 'enabled' })).rejects.toMatchObject(beyond)
  await expect(as('manager').roles.edit({ ...row, ...draft, state: 'enabled' })).rejects.toMatchObject(beyond)
  expect(await as('manager').roles.edit({ ...row, ...draft, name: 'Former auditor' })).toMatchObject({
    state: 'disabled',
  })
  const kept = await draftOf('AUD', { as })
  expect(await as('admin').roles.setState({ id: id!, version: kept.version!, state: 'enabled' })).toMatchObject({
    state: 'enabled',
  })
})

test('nor does it lift a quota above one’s own', async ({ as, server }) => {
  await server.app.database.query(`update roles set export_rows_max = 100 where id = 'MGR'`)
  const { id, version, ...draft } = await disabled({ exportRowsMax: 101 }, { as })
  const row = { id: id!, version: version! }
  const beyond = { fault: 'beyond_own_quota', values: { max: 100 } }

  await expect(as('manager').roles.setState({ ...row, state: 'enabled' })).rejects.toMatchObject(beyond)
  await expect(as('manager').roles.edit({ ...row, ...draft, state: 'enabled' })).rejects.toMatchObject(beyond)
})

test('limits of money go by the mark of a role: another mark takes a second person', async ({ as, server }) => {
  await addDeclaredParameters(server.app.database.db, new Date(0))
  const leader = await draftOf('CTL', { as })
  const caller = await draftOf('OUT', { as })

  await expect(as('admin').roles.edit({ ...leader, mark: 'CTLX' })).rejects.toMatchObject({
    fault: 'second_person_needed',
  })
  // of a role that moves nothing nobody else has to know
  expect(await as('admin').roles.edit({ ...caller, mark: 'OUTX' })).toMatchObject({ mark: 'OUTX' })
})
