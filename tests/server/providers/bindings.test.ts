import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { test, type World } from '#tests/support/server.ts'
import { givenConfig, nobody } from './support.ts'

const [appId, main] = ['Lendline' as IdOf<'app'>, 'SMS' as IdOf<'providerConfig'>]

async function given({ as, server }: Pick<World, 'as' | 'server'>) {
  const groupId = 'MAIN' as IdOf<'appGroup'>
  await as('ops').apps.addGroup({ code: 'MAIN', name: 'Main' })
  await as('ops').apps.add({
    ...{ code: 'Lendline', name: 'Lendline', groupId, package: 'com.lendline.loans', platform: 'android' },
    ...{ release: '1.0', forcedUpdate: false, company: 'Lendline Finance' },
  })
  await givenConfig({ server }, { id: 'SMS', kind: 'sms', address: nobody })
  await givenConfig({ server }, { id: 'SMS2', kind: 'sms', address: nobody })
  await givenConfig({ server }, { id: 'PAY', kind: 'payout', address: nobody })
}

test('an app is bound to a configuration, bound to another of its kind, and unbound', async ({ as, server }) => {
  await given({ as, server })
  const ops = as('ops')

  await ops.providerBindings.add({ appId, configId: main })

  const [row] = (await ops.providerBindings.list({ q: '' })).rows
  expect(row).toMatchObject({ app: { id: 'Lendline' }, kind: 'sms', config: { id: 'SMS' }, state: 'enabled' })
  const { id, version } = row!
  const edited = await ops.providerBindings.edit({ id, version, configId: 'SMS2' as typeof main })
  expect(edited).toMatchObject({ config: { id: 'SMS2', name: 'Config SMS2' } })
  const disabled = as('admin').providerBindings.setState({ id, version: edited.version, state: 'disabled' })
  expect(await disabled).toMatchObject({ state: 'disabled' })
})

test('whatever cannot be bound is refused by its field', async ({ as, server }) => {
  await given({ as, server })
  const { add, edit, list } = as('ops').providerBindings
  await add({ appId, configId: main })
  await add({ appId, configId: 'SMS2' as typeof main })
  const { id, version } = (await list({ q: 'config:SMS' })).rows.find(({ config }) => config.id === 'SMS')!
  const refused = (fault: string, field: string) => ({ code: 400, fault, fields: [{ field }] })

  await expect(add({ appId: 'None' as IdOf<'app'>, configId: main })).rejects.toMatchObject(
    refused('unknown_app', 'appId'),
  )
  await expect(add({ appId, configId: 'X' as typeof main })).rejects.toMatchObject(
    refused('unknown_config', 'configId'),
  )
  await expect(add({ appId, configId: main })).rejects.toMatchObject(refused('known_already', 'configId'))
  const to = (configId: string) => edit({ id, version, configId: configId as typeof main })
  await expect(to('PAY')).rejects.toMatchObject(refused('other_kind', 'configId'))
  await expect(to('SMS2')).rejects.toMatchObject(refused('known_already', 'configId'))
  const money = add({ appId, configId: 'PAY' as typeof main })
  await expect(money).rejects.toMatchObject({ fault: 'second_person_needed' })
  expect((await list({ q: '' })).rows).toHaveLength(2)
})
