import { Column, getTableName, is } from 'drizzle-orm'
import { expect } from 'vitest'
import { fieldsOf } from '#contract/kernel/field.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { vocabularies } from '#contract/kernel/vocabulary.ts'
import { readContextOf } from '#server/kernel/listing/column-mapping.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { entryColumns } from '#server/modules/dictionary-entries/entry-columns.ts'
import { addFoundation } from '#server/seed/foundation.ts'
import { alone, type World } from '#tests/support/server.ts'

const test = alone.extend<{ declared: undefined }>({
  declared: [
    async ({ server }, use) => {
      await addFoundation(server.app.database.db, { demo: true })
      await use(undefined)
    },
    { auto: true },
  ],
})
type As = Pick<World, 'as'>

/** Adds an entry. Answers how it is found. */
async function added({ as }: As, dictionary: string, code: string) {
  const id = dictionary as IdOf<'openDictionary'> // one that staff may add to
  await as('ops').dictionaryEntries.add({ dictionary: id, code, labelEn: code })
  return async () => (await as('admin').dictionaryEntries.list({ q: `dictionary:${dictionary} code:${code}` })).rows[0]!
}
/** A column by its table's own name, and the text key of the labels of what it holds. */
const keyOf = (of: string, { table, name }: Column) => `${of} ${getTableName(table)}.${name}`
const remove = async ({ as }: As, entry: Awaited<ReturnType<typeof added>>) => {
  const { id, version } = await entry()
  return as('admin').dictionaryEntries.remove({ id, version })
}

test('an entry that the customer app has reported is not deleted', async ({ as, given, server }) => {
  const entry = await added({ as }, 'vocabularies.relation', 'guardian')
  const customerId = await given.customer()
  const named = { name: 'Suresh Rao', phone: '+91 98200 12345', relation: 'guardian' }
  const payload = JSON.stringify({
    ...{ customerId, at: '2026-03-10T05:50:00Z', event: 'contacts', contacts: [named, named, named] },
  })
  await as(null).customers.report({ payload, signature: server.app.secrets.sign(customerApp, payload) })

  await expect(remove({ as }, entry)).rejects.toMatchObject({ fault: 'entry_used' })
})

test('an entry that a row holds is not deleted, though nobody noted that it was chosen', async ({
  as,
  given,
  server,
}) => {
  const entry = await added({ as }, 'tickets.kind', 'chargeback')
  const { id, version } = await given.loan({ state: 30 })
  const ticket = { kind: 'chargeback', title: 'Money taken back', content: 'by the bank' }
  await as('cs').tickets.open({ id, version, ...ticket } as never)
  await server.app.database.query('delete from dictionary_entry_uses')

  await expect(remove({ as }, entry)).rejects.toMatchObject({ fault: 'entry_used' })

  await server.app.database.query('delete from tickets')
  await remove({ as }, entry)
  expect(await entry()).toBeUndefined()
})

test('an entry that is chosen inside a list counts as chosen, and one that is disabled is refused where it stands', async ({
  as,
  server,
}) => {
  const entry = await added({ as }, 'reasons.blacklist', 'moneyMule')
  const asked = (reason: string) => ({
    call: 'blacklist.addMany',
    input: {
      entries: [
        { kind: 'phone', value: '9812345678', reason: 'fraud' },
        { kind: 'phone', value: '9812345679', reason },
      ],
    },
  })
  const { id, version } = await as('ops').approvals.file(asked('moneyMule'))
  await as('manager').approvals.approve({ id, version })
  const { rows } = await server.app.database.query('select entry_id from dictionary_entry_uses')
  const one = await entry()

  expect(rows).toContainEqual({ entry_id: one.id })
  await server.app.database.query('delete from blacklist')
  await expect(remove({ as }, entry)).rejects.toMatchObject({ fault: 'entry_used' })
  await as('ops').dictionaryEntries.setState({ id: one.id, version: one.version, state: 'disabled' })
  await expect(as('ops').approvals.file(asked('moneyMule'))).rejects.toMatchObject({
    ...{ fault: 'entry_disabled', fields: [{ field: 'entries.1.reason' }] },
  })
})

test('every column of a list that holds codes which staff add is looked at before one is deleted', async ({
  server,
}) => {
  const { registry } = server.app
  const looked = Object.entries(entryColumns).flatMap(([of, columns]) => columns.map((column) => keyOf(of, column)))
  // what the record says of a reason was an argument of a call, and is noted
  const listings = [...registry.listings.values()].filter(({ listing }) => listing.id !== 'audit.list')
  const open = new Set([...vocabularies].flatMap(([id, { codesOf }]) => (codesOf === 'open' ? [id] : [])))

  const held = listings.flatMap(({ listing, source }) => {
    const mappings = source.columns(readContextOf(server.app, new Date()))
    return fieldsOf(listing.row).flatMap(({ name, of = '' }) => {
      const mapping = mappings[name as never] as unknown
      return (open.has(of) || of === 'reasons') && is(mapping, Column) ? [keyOf(of, mapping)] : []
    })
  })

  expect(held.length).toBeGreaterThan(15)
  expect(held.filter((one) => !looked.includes(one))).toEqual([])
})

test('a type that is called as what every object has takes entries, and goes again', async ({ as }) => {
  const made = await as('ops').dictionaries.add({
    ...{ code: 'constructor', name: 'Builders', sort: 1, parent: 'root' as IdOf<'parentDictionary'> },
  })

  await remove({ as }, await added({ as }, 'constructor', 'ours'))
  const [type] = (await as('admin').dictionaries.list({ q: 'id:constructor' })).rows
  await as('admin').dictionaries.remove({ id: type!.id, version: type!.version })

  expect(type).toMatchObject({ id: made.id, kind: 'own', entries: 0 })
})
