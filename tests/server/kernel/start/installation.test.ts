import { expect } from 'vitest'
import { mustBeOfInstallation } from '#server/installation.ts'
import { record } from '#server/kernel/base/audit.ts'
import { ConfigurationError } from '#server/kernel/base/configuration-error.ts'
import { secretsOf } from '#server/kernel/base/secrets.ts'
import { alone } from '#tests/support/server.ts'

const other = secretsOf('another secret')

alone('a database is opened by the secret and in the country that it was begun with', async ({ server: { app } }) => {
  const { db } = app.database
  const open = (secrets = app.secrets, country: 'IN' | 'MX' = 'IN') => mustBeOfInstallation(db, secrets, country)

  await open()
  await open()

  await expect(open(other)).rejects.toThrow(/^LENDLINE_SECRET /)
  await expect(open(app.secrets, 'MX')).rejects.toThrow(/^COUNTRY is IN/)
})

alone('so is one from before its secret was noted', async ({ server: { app }, clock }) => {
  const { db } = app.database
  const entry = { actorName: 'Asha Rao', unitPath: 'HQ', roles: ['OPS'], command: 'customers.edit', risk: 'write' }
  const about = { noun: 'customers', objectId: 'CU000001', after: { phone: '+919876543210' } }
  const told = { outcome: 'done' as const, requestId: 'A', durationMs: 3, at: clock.now() }
  await record(db, { ...entry, ...about, ...told }, app.secrets)

  await expect(mustBeOfInstallation(db, other, 'IN')).rejects.toThrow(ConfigurationError)

  await mustBeOfInstallation(db, app.secrets, 'IN')
})
