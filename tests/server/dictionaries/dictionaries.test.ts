import { expect } from 'vitest'
import { declaredTypes } from '#contract/dictionaries/declared.ts'
import type { DictionaryEntry } from '#contract/dictionaries/entries.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { addFoundation } from '#server/seed/foundation.ts'
import { alone, type World } from '#tests/support/server.ts'
import { sendSheet } from '#tests/support/sheets.ts'

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

const typeOf = (code: string) => code as IdOf<'dictionary'> & IdOf<'openDictionary'> & IdOf<'parentDictionary'> // whichever is meant
const typeNamed = async ({ as }: As, code: string) =>
  (await as('admin').dictionaries.list({ q: `id:${code}` })).rows.find(({ id }) => id === code)!
const entryOf = async ({ as }: As, dictionary: string, code: string): Promise<DictionaryEntry> =>
  (await as('admin').dictionaryEntries.list({ q: `dictionary:${dictionary}`, size: 500 })).rows.find(
    (one) => one.dictionary.id === dictionary && one.code === code,
  )!
const noLabels = { labelZh: '', labelEs: '', labelVi: '', labelId: '', labelJa: '' }

/** Gives an entry another label, as a form does: with all that it has. */
async function relabel({ as }: As, dictionary: string, code: string, labels: Partial<DictionaryEntry>) {
  const one = await entryOf({ as }, dictionary, code)
  const { id, version, sort, tone } = one
  const said = { ...one, ...labels }
  const fields = ['labelEn', 'labelZh', 'labelEs', 'labelVi', 'labelId', 'labelJa'] as const
  const texts = Object.fromEntries(fields.map((field) => [field, said[field] ?? '']))
  return as('ops').dictionaryEntries.edit({ id, version, sort, tone, ...texts })
}
const chargeback = {
  ...{ dictionary: typeOf('tickets.kind'), code: 'chargeback', labelEn: 'Chargeback', labelZh: '拒付' },
}

test('every vocabulary of the business is a type with its codes, named in the language of the reader', async ({
  as,
}) => {
  const { rows } = await as('admin', { language: 'zh' }).dictionaries.list({ q: '', size: 500 })

  expect(rows.map(({ id }) => id)).toEqual(declaredTypes.map(({ id }) => id))
  expect(rows.find(({ id }) => id === 'tickets.kind')).toMatchObject({
    ...{ name: '工单类型', kind: 'open', entries: 7, parent: { id: 'service', name: '客服' } },
  })
  const entries = await as('admin', { language: 'es' }).dictionaryEntries.list({ q: 'dictionary:loans.rejectCode' })
  expect(entries.rows.length).toBe(22)
  expect((await as('admin').dictionaryEntries.list({ q: 'dictionary:vocabularies.qualityCode' })).rows.length).toBe(43)
})

test('a label that is changed is said with the next call: in refusals, exports and lists; taken back, as before', async ({
  as,
  given,
  server,
  tokenOf,
}) => {
  await given.loan({ state: 31 })
  await relabel({ as }, 'loans.state', '31', { labelEn: 'money stuck', labelVi: 'kẹt' })

  const { words } = await as('cs').dictionaryEntries.words()
  expect(words).toMatchObject([{ of: 'loans.state', code: '31', labels: { en: 'money stuck', vi: 'kẹt' } }])
  expect(server.app.translations.t('vi', 'loans.state.31')).toBe('kẹt')
  const headers = { authentication: await tokenOf('ops') }
  const file = await (await fetch(`${server.url}/api/export/failed-payouts?q=`, { headers })).text()
  expect(file).toContain('31 money stuck')
  const cleared = await relabel({ as }, 'loans.state', '31', { labelEn: '', labelVi: '' })
  expect(cleared).toMatchObject({ label: 'Disbursement failed', relabelled: false })
  expect(await as('cs').dictionaryEntries.words()).toEqual({ words: [] })
  await as('ops').dictionaryEntries.add(chargeback)
  await expect(relabel({ as }, 'tickets.kind', 'chargeback', { labelEn: '' })).rejects.toMatchObject({
    ...{ fault: 'label_missing', fields: [{ field: 'labelEn' }] },
  })
})

test('what staff add can be chosen at once, and what nobody knows is refused by field', async ({ as, given }) => {
  const loan = await given.loan({ state: 30 })
  const about = { title: 'Money taken back', content: 'by the bank' }
  const open = (kind: string, version: number = loan.version) =>
    as('cs').tickets.open({ id: loan.id, version: version as never, kind: kind as never, ...about })
  await expect(open('chargeback')).rejects.toMatchObject({ fault: 'unknown_entry', fields: [{ field: 'kind' }] })

  await as('ops').dictionaryEntries.add(chargeback)

  const { version } = await open('chargeback')
  const { rows } = await as('cs').tickets.operation({ q: 'kind:chargeback' })
  expect(rows).toMatchObject([{ kind: 'chargeback' }])
  const entry = await entryOf({ as }, 'tickets.kind', 'chargeback')
  expect(entry).toMatchObject({ label: 'Chargeback', added: true, untranslated: true, sort: 8 })
  await expect(as('admin').dictionaryEntries.remove({ id: entry.id, version: entry.version })).rejects.toMatchObject({
    fault: 'entry_used',
  })
  await as('ops').dictionaryEntries.setState({ id: entry.id, version: entry.version, state: 'disabled' })
  await expect(open('chargeback', version)).rejects.toMatchObject({
    ...{ fault: 'entry_disabled', fields: [{ field: 'kind', reason: expect.stringContaining('Chargeback') }] },
  })
  expect((await as('cs').tickets.operation({ q: 'kind:chargeback' })).rows.length).toBe(1)
})

test('what another server has written down is said here, once the database has announced it', async ({
  as,
  server,
}) => {
  expect(await as('cs').dictionaryEntries.words()).toEqual({ words: [] })

  await server.app.database.query(
    `update dictionary_entries set labels = '{"en":"Given back"}' where code = 'refund' and dictionary_id = 'tickets.kind'`,
  )

  await expect
    .poll(async () => (await as('cs').dictionaryEntries.words()).words)
    .toMatchObject([{ dictionary: 'tickets.kind', code: 'refund', labels: { en: 'Given back' } }])
  expect(server.app.translations.t('en', 'tickets.kind.refund')).toBe('Given back')
})

test('an entry that nobody has chosen is taken back; what comes with the product stays', async ({ as, server }) => {
  await as('ops').dictionaryEntries.add(chargeback)
  const { id, version } = await entryOf({ as }, 'tickets.kind', 'chargeback')
  const declared = await entryOf({ as }, 'tickets.kind', 'payout')

  await as('admin').dictionaryEntries.remove({ id, version })

  expect(await entryOf({ as }, 'tickets.kind', 'chargeback')).toBeUndefined()
  await expect(
    as('admin').dictionaryEntries.remove({ id: declared.id, version: declared.version }),
  ).rejects.toMatchObject({ fault: 'comes_with_product' })
  const { rows } = await server.app.database.query(
    `select before ->> 'code' as code, after from audit where command = 'dictionaryEntries.remove' and outcome = 'done'`,
  )
  expect(rows).toEqual([{ code: 'chargeback', after: null }])
})

test('reasons are called the same whatever they are offered for', async ({ as }) => {
  await relabel({ as }, 'reasons.writeOff', 'fraud', { labelEn: 'Proven fraud' })

  for (const type of ['reasons.writeOff', 'reasons.badDebt', 'reasons.reversal', 'reasons.proofRejection'])
    expect([type, (await entryOf({ as }, type, 'fraud')).label]).toEqual([type, 'Proven fraud'])
})

test('codes that rules depend on are not added to, and states are not disabled', async ({ as }) => {
  const added = as('ops').dictionaryEntries.add({ ...chargeback, dictionary: typeOf('loans.rejectCode') })
  await expect(added).rejects.toMatchObject({ fault: 'codes_are_fixed', fields: [{ field: 'dictionary' }] })
  const { id, version } = await entryOf({ as }, 'loans.state', '31')
  await expect(as('ops').dictionaryEntries.setState({ id, version, state: 'disabled' })).rejects.toMatchObject({
    fault: 'state_of_machine',
  })
  const code = await entryOf({ as }, 'loans.rejectCode', 'A01')

  const off = await as('ops').dictionaryEntries.setState({ id: code.id, version: code.version, state: 'disabled' })

  expect(off.state).toBe('disabled')
})

test.for([
  [{ code: '' }, 'code'],
  [{ code: 'two words' }, 'code'],
  [{ labelEn: ' ' }, 'labelEn'],
  [{ labelZh: 'x'.repeat(81) }, 'labelZh'],
  [{ dictionary: 'no.such.type' }, 'dictionary'],
  [{ code: 'payout' }, 'code'],
] as const)('an entry with %j is refused at %s', async ([wrong, field], { as }) => {
  const refused = as('ops').dictionaryEntries.add({ ...chargeback, ...noLabels, ...wrong } as never)

  await expect(refused).rejects.toMatchObject({ code: 400, fields: [{ field }] })
})

test('a type of one’s own stands below another, is renamed and moved, and is deleted once it is empty', async ({
  as,
}) => {
  const { id } = await as('admin').dictionaries.add({
    ...{ code: 'branch.city', name: 'Cities', sort: 5, parent: typeOf('service') },
  })
  await as('admin').dictionaryEntries.add({ dictionary: typeOf(id), code: 'pune', labelEn: 'Pune' })
  const made = await typeNamed({ as }, 'branch.city')
  expect(made).toMatchObject({ name: 'Cities', kind: 'own', entries: 1, parent: { name: 'Service' } })
  await expect(as('admin').dictionaries.remove({ id, version: made.version })).rejects.toMatchObject({
    fault: 'has_entries',
  })
  const entry = await entryOf({ as }, 'branch.city', 'pune')
  await as('admin').dictionaryEntries.remove({ id: entry.id, version: entry.version })

  const moved = await as('admin').dictionaries.edit({
    ...{ id, version: made.version, name: 'Towns', sort: 1, parent: typeOf('root') },
  })

  expect(moved).toMatchObject({ name: 'Towns', parent: null, place: '0001' })
  await as('admin').dictionaries.remove({ id, version: moved.version })
  expect(await typeNamed({ as }, 'branch.city')).toBeUndefined()
})

test.for([
  [{ code: 'Not A Code' }, 'code', 'invalid'],
  [{ code: 'tickets.kind' }, 'code', 'known_already'],
  [{ name: ' ' }, 'name', 'invalid'],
  [{ sort: -1 }, 'sort', 'invalid'],
  [{ parent: 'nowhere' }, 'parent', 'unknown_parent'],
  [{ code: 'root' }, 'code', 'known_already'],
  [{ code: undefined }, 'code', 'invalid'],
  [{ name: undefined }, 'name', 'invalid'],
  [{ sort: undefined }, 'sort', 'invalid'],
  [{ parent: undefined }, 'parent', 'invalid'],
  [{ parent: null }, 'parent', 'invalid'],
] as const)('a type with %j is refused at %s', async ([wrong, field, fault], { as }) => {
  const given = { code: 'a.type', name: 'A', sort: 1, parent: 'root' }

  const refused = as('admin').dictionaries.add({ ...given, ...wrong } as never)

  await expect(refused).rejects.toMatchObject({ fault, fields: [{ field }] })
})

test('no type stands below itself, and what comes with the product is not deleted', async ({ as }) => {
  const group = await typeNamed({ as }, 'service')
  const { id, version, name, sort } = group

  const below = as('admin').dictionaries.edit({ id, version, name, sort, parent: typeOf('tickets.kind') })

  await expect(below).rejects.toMatchObject({ fault: 'parent_cycle', fields: [{ field: 'parent' }] })
  await expect(as('admin').dictionaries.remove({ id, version })).rejects.toMatchObject({ fault: 'comes_with_product' })
})

test('only who keeps dictionaries changes them; whoever is signed in reads the words', async ({ as }) => {
  await expect(as('cs').dictionaries.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  await expect(as('manager').dictionaryEntries.add(chargeback)).rejects.toMatchObject({ code: 403 })
  await expect(as(null).dictionaryEntries.words()).rejects.toMatchObject({ code: 401 })
  expect(await as('collector').dictionaryEntries.words()).toEqual({ words: [] })
})

const sheetFrom = async ({ server, tokenOf }: Pick<World, 'server' | 'tokenOf'>, ids = '') => {
  const headers = { authentication: await tokenOf('ops') }
  const query = ids && `?ids=${ids}`
  return (await fetch(`${server.url}/api/sys/dict/generate/dict${query}`, { method: 'POST', headers })).text()
}
const take = (world: Pick<World, 'raw'>, sheet: string) => sendSheet(world, 'POST /sys/dict/take', sheet)

test('the sheet of one installation is taken in by another: as it is it changes nothing', async ({
  as,
  raw,
  server,
  tokenOf,
}) => {
  const untouched = await sheetFrom({ server, tokenOf })
  expect(await take({ raw }, untouched)).toMatchObject({ code: 200, data: { changed: 0 } })
  await as('admin').dictionaries.add({ code: 'branch.city', name: 'Cities', sort: 5, parent: typeOf('service') })
  await as('admin').dictionaryEntries.add({ ...chargeback, dictionary: typeOf('branch.city') })
  await relabel({ as }, 'loans.state', '40', { labelEn: 'all paid' })
  const sheet = await sheetFrom({ server, tokenOf })
  const { query } = server.app.database
  await query(`delete from dictionary_entries where added; delete from dictionaries where id = 'branch.city';
    update dictionary_entries set labels = '{}'`)

  const taken = await take({ raw }, sheet)

  expect(taken).toMatchObject({ code: 200, data: { changed: 3 } })
  expect(await entryOf({ as }, 'branch.city', 'chargeback')).toMatchObject({ labelZh: '拒付' })
  expect(await typeNamed({ as }, 'branch.city')).toMatchObject({ parent: { id: 'service' }, name: 'Cities' })
  expect((await entryOf({ as }, 'loans.state', '40')).label).toBe('all paid')
})

test('a sheet that lacks entries is refused by name, and every wrong cell by line and column', async ({
  raw,
  server,
  tokenOf,
  as,
}) => {
  const sheet = await sheetFrom({ server, tokenOf }, 'tickets.state')
  const withoutOne = sheet
    .split('\n')
    .filter((line) => !line.includes('closed'))
    .join('\n')

  const lacking = await take({ raw }, withoutOne)

  expect(JSON.stringify(lacking.fields)).toContain('“Ticket states” lacks entries: closed')
  const wrong = sheet.replace(/,closed,(.*),enabled/, ',closed,$1,off')
  const refused = await take({ raw }, wrong)
  expect(refused.fields).toEqual([expect.objectContaining({ field: '5.status' })])
  const unnamed = sheet.replace(/tickets\.state,(.*?),closed,[^,]*,/, 'tickets.state,$1,closed,,')
  expect(await take({ raw }, unnamed)).toMatchObject({ code: 200, data: { changed: 0 } })
  await as('admin').dictionaries.add({ code: 'empty.type', name: 'Nothing yet', sort: 1, parent: typeOf('root') })
  expect(await sheetFrom({ server, tokenOf }, 'empty.type')).toContain('“Nothing yet” has no entries')
})

test('who took dictionaries along is on the record, and which', async ({ as, server, tokenOf }) => {
  await sheetFrom({ server, tokenOf })
  await sheetFrom({ server, tokenOf }, 'tickets.state')
  await sheetFrom({ server, tokenOf }, 'no.such')

  const { rows } = await as('admin').audit.list({ q: 'command:dictionaryEntries.generate' })
  expect(rows).toMatchObject(Array(2).fill({ actor: 'Operations', page: 'dictionaryEntries', outcome: 'done' }))
  const { rows: taken } = await server.app.database.query(
    `select input -> 'ids' as ids from audit where command = 'dictionaryEntries.generate' order by id`,
  )
  expect(taken.map(({ ids }) => ids)).toEqual(['all', ['tickets.state']])
})
