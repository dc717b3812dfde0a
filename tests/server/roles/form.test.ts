import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { Client } from '#tests/support/server.ts'

type Draft = NonNullable<Parameters<Client['roles']['edit']>[0]>
const auditor: Draft = {
  ...{ name: 'Auditor', mark: 'AUD', state: 'enabled', revealsMax: 0, exportRowsMax: 100 },
  grants: [{ page: 'orders', codes: 0, scope: 'all' }],
}

test.for(['name', 'mark', 'state', 'revealsMax', 'exportRowsMax', 'grants'] as const)(
  'a role without its %s is refused at that field',
  async (field, { as }) => {
    await as('admin').session.prove({ proof: demoPassword })
    const { [field]: _, ...rest } = auditor

    const refused = as('admin').roles.edit(rest as Draft)

    await expect(refused).rejects.toMatchObject({ fault: 'invalid', fields: [{ field }] })
    expect((await as('admin').roles.list({ q: 'mark:AUD' })).rows).toEqual([])
  },
)

test.for([
  [{ name: ' ' }, 'name', 'invalid'],
  [{ name: 'x'.repeat(61) }, 'name', 'invalid'],
  [{ mark: 'aud' }, 'mark', 'invalid'],
  [{ mark: 'OPS' }, 'mark', 'mark_taken'],
  [{ state: 'gone' }, 'state', 'invalid'],
  [{ revealsMax: -1 }, 'revealsMax', 'invalid'],
  [{ exportRowsMax: 1.5 }, 'exportRowsMax', 'invalid'],
  [{ grants: [{ page: 'moon', codes: 0, scope: 'all' }] }, 'grants.0.page', 'invalid'],
  [{ grants: [{ page: 'orders', codes: -1, scope: 'all' }] }, 'grants.0.codes', 'invalid'],
  [{ grants: [{ page: 'orders', codes: 0, scope: 'world' }] }, 'grants.0.scope', 'invalid'],
] as const)('a role with %j is refused at %s: %s', async ([wrong, field, fault], { as }) => {
  await as('admin').session.prove({ proof: demoPassword })

  const refused = as('admin').roles.edit({ ...auditor, ...wrong } as Draft)

  await expect(refused).rejects.toMatchObject({ fault, fields: [{ field }] })
})
