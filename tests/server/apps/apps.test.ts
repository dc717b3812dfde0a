import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { pdfText } from '#tests/support/pdf.ts'
import { type Client, test, type World } from '#tests/support/server.ts'

type As = Pick<World, 'as'>
type NewApp = NonNullable<Parameters<Client['apps']['add']>[0]>
const groupId = 'MAIN' as IdOf<'appGroup'>
const lite: NewApp = {
  ...{ code: 'Lendline', name: 'Lendline', groupId, package: 'com.lendline.loans', platform: 'android' },
  ...{ release: '2.10.0', forcedUpdate: false, company: 'Lendline Finance' },
}
async function added({ as }: As, more: Partial<NewApp> = {}) {
  await as('ops').apps.addGroup({ code: 'MAIN', name: 'Main' })
  await as('ops').apps.add({ ...lite, ...more })
  return (await as('ops').apps.list({ q: '' })).rows[0]!
}

let asked = 0
/** Hands an application in, as the customer app does. */
async function apply({ as, given, server }: Pick<World, 'as' | 'given' | 'server'>, more: object) {
  asked += 1
  const customerId = await given.customer()
  const wanted = { ref: `app-${asked}`, customerId, productId: 'IN-7', amountMinor: 500_000, currency: 'INR' }
  const payload = JSON.stringify({ ...wanted, tenureDays: 7, ...more })
  return as(null).loans.submit({ payload, signature: server.app.secrets.sign(customerApp, payload) })
}

test('an app is added to a group, shown with its products, edited and recorded', async ({ as, given }) => {
  await given.product()
  const row = await added({ as })

  expect(row).toMatchObject({
    ...{ id: 'Lendline', group: { id: 'MAIN', name: 'Main' }, platform: 'android', release: '2.10.0' },
    ...{ products: 'IN-7', state: 'enabled', forcedUpdate: false, defaultProductId: null },
  })
  const { code: _, ...details } = lite
  const edited = await as('ops').apps.edit({
    ...{ id: row.id, version: row.version, ...details, release: '3.0' },
    defaultProductId: 'IN-7' as IdOf<'product'>,
  })
  expect(edited).toMatchObject({ release: '3.0', defaultProductId: 'IN-7' })
  expect((await as('manager').apps.groups({})).groups).toEqual([{ id: 'MAIN', name: 'Main', apps: 1 }])
  const logged = (await as('admin').audit.list({ q: 'command:apps.edit' })).rows[0]!
  expect(logged.changes).toContain('Release: 2.10.0 → 3.0')
})

test('from an app that is disabled nobody applies, nor with an old release where the new one is forced', async ({
  as,
  given,
  server,
}) => {
  const world = { as, given, server }
  await given.product()
  const row = await added({ as }, { forcedUpdate: true })

  await expect(apply(world, { app: 'Lendline', release: '2.9' })).rejects.toMatchObject({
    ...{ fault: 'update_needed', values: { release: '2.10.0' } },
  })
  await expect(apply(world, { app: 'Other', release: '9' })).rejects.toMatchObject({ fault: 'product_not_offered' })
  expect(await apply(world, { app: 'Lendline', release: '2.10' })).toMatchObject({ state: 10 })
  await as('admin').apps.setState({ id: row.id, version: row.version, state: 'disabled' })
  await expect(apply(world, {})).rejects.toMatchObject({ fault: 'app_disabled' })
})

test.for([
  [{ code: '1x' }, 'invalid', 'code'],
  [{ package: 'loans' }, 'invalid', 'package'],
  [{ release: 'two' }, 'invalid', 'release'],
  [{ platform: 'phone' }, 'invalid', 'platform'],
  [{ groupId: 'NONE' }, 'unknown_group', 'groupId'],
  [{ defaultProductId: 'XX-1' }, 'not_offered_here', 'defaultProductId'],
] as const)('%j is refused as %s of %s', async ([wrong, fault, field], { as }) => {
  await as('ops').apps.addGroup({ code: 'MAIN', name: 'Main' })

  const refused = as('ops').apps.add({ ...lite, ...wrong } as never)

  await expect(refused).rejects.toMatchObject({ code: 400, fault, fields: [{ field }] })
  expect((await as('ops').apps.list({ q: '' })).rows).toEqual([])
})

test('a code is used once; who may only look changes nothing', async ({ as }) => {
  const { id, version } = await added({ as })

  await expect(as('ops').apps.add(lite)).rejects.toMatchObject({ fault: 'known_already' })
  await expect(as('ops').apps.addGroup({ code: 'MAIN', name: 'x' })).rejects.toMatchObject({ fault: 'known_already' })
  await expect(as('manager').apps.add({ ...lite, code: 'Two' })).rejects.toMatchObject({ code: 403 })
  await expect(as('ops').apps.setState({ id, version, state: 'disabled' })).rejects.toMatchObject({ code: 403 })
  await expect(as('cs').apps.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  expect(await as('ops').apps.refresh({})).toEqual({})
})

test('a group is renamed, and deleted once no app belongs to it', async ({ as, server }) => {
  const { id } = await added({ as })
  await as('ops').apps.addGroup({ code: 'LATER', name: 'Later' })
  const groupOf = async () => (await as('ops').apps.list({ q: `id:${id}` })).rows[0]!.group.name
  const unknown = as('ops').apps.renameGroup({ groupId: 'NONE' as never, name: 'x' })
  await expect(unknown).rejects.toMatchObject({ fault: 'unknown_group', fields: [{ field: 'groupId' }] })

  await as('ops').apps.renameGroup({ groupId: 'MAIN' as never, name: 'First' })

  expect(await groupOf()).toBe('First')
  const held = as('admin').apps.removeGroup({ groupId: 'MAIN' as never })
  await expect(held).rejects.toMatchObject({ fault: 'group_has_apps', fields: [{ field: 'groupId' }] })
  await as('admin').apps.removeGroup({ groupId: 'LATER' as never })
  expect((await as('ops').apps.groups({})).groups).toMatchObject([{ id: 'MAIN', name: 'First', apps: 1 }])
  const { rows } = await server.app.database.query(
    `select before, after from audit where command = 'apps.renameGroup' and outcome = 'done'`,
  )
  expect(rows).toEqual([{ before: { name: 'Main' }, after: { name: 'First' } }])
})

test('once apps are kept, a product is of one of them', async ({ as, given }) => {
  await given.product()
  const { id, version } = (await as('ops').products.list({ q: '' })).rows[0]!
  const named = { id, version, name: 'Short', rank: 1 }
  // nobody has kept any yet
  const renamed = await as('ops').products.edit({ ...named, app: 'Elsewhere' })
  await added({ as })

  const wrong = as('ops').products.edit({ ...named, version: renamed.version, app: 'Lendlin' })

  await expect(wrong).rejects.toMatchObject({ fault: 'unknown_app', fields: [{ field: 'app' }] })
  expect(await as('ops').products.edit({ ...named, version: renamed.version, app: 'Elsewhere' })).toMatchObject({
    app: 'Elsewhere',
  })
  expect(
    await as('ops').products.edit({ ...named, version: (renamed.version + 1) as typeof version, app: 'Lendline' }),
  ).toMatchObject({ app: 'Lendline' })
})

test('a contract says what the template of its app said when it was applied for; a variable that nothing fills is refused', async ({
  as,
  given,
  clock,
  server,
  tokenOf,
}) => {
  const contractTemplate = '{{borrower}} borrows {{amount}} from {{lender}}.\n\nDisputes go to {{company}}.'
  const row = await added({ as }, { contractTemplate })
  const { code: _, ...details } = lite
  const edit = (more: object, version = row.version) =>
    as('ops').apps.edit({ id: row.id, version, ...details, ...more })
  const { loanId } = await given.plan()
  const { customerId } = (await as('ops').loans.detail({ id: loanId })).loan
  await server.app.database.query(`update customers set name = 'Asha Rao' where id = $1`, [customerId])
  await server.app.database.query('update loans set applied_at = $2 where id = $1', [loanId, clock.now()])
  clock.forward(60_000)

  const edited = await edit({ contractTemplate: 'Something else.' })

  expect(edited.contractTemplate).toBe('Something else.')
  const { text } = await pdfText(`/loans/${loanId}/contract`, 'cs', { server, tokenOf })
  expect(text).toContain('Further terms')
  expect(text).toContain('Asha Rao borrows 5,000.00 from Lendline')
  expect(text).toContain('Disputes go to Lendline Finance.')
  expect(text).not.toContain('Something else')
  for (const wrong of ['{{secret}}', '{{amount', 'amount}}']) {
    await expect(edit({ contractTemplate: wrong }, edited.version)).rejects.toMatchObject({
      fault: 'unknown_contract_variable',
      fields: [{ field: 'contractTemplate' }],
    })
  }
  expect((await edit({}, edited.version)).contractTemplate).toBeNull()
})
