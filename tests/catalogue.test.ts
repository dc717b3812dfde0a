import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rightsOf } from '#contract/kernel/grants.ts'
import { isListing } from '#contract/kernel/list.ts'
import { isReveal } from '#contract/kernel/personal-data.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { pageIds, pages } from '#contract/menu.ts'
import { ids } from '#server/kernel/base/ids.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { modules } from '#server/modules/index.ts'
import { grantsOf, roleMarks } from '#server/seed/roles.ts'
import { commands, grids } from '#src/catalogue.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { parseShortcut as parseKeys } from '#src/keyboard/shortcut.ts'
import { type DeclaredShortcut, shortcutConflicts } from '#src/keyboard/shortcut-conflicts.ts'
import { openForTests } from '#tests/support/database.ts'

const registry = registryOf(modules)
const endpoints = [...registry.entries.values()].map(({ endpoint }) => endpoint)
const subjects = [...registry.subjects.values()].map(({ subject }) => subject)
const listings = endpoints.filter(isListing)
const nouns = new Set(listings.flatMap(({ lists }) => lists?.noun ?? []))
const words = readTranslations()
const fileOf = (noun: string) => noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const nounOf = (id: string) => id.slice(0, id.indexOf('.'))

test('every command and every grid has an id of its own', () => {
  const ids = commands.map(({ id }) => id)

  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  expect(new Set(grids.map(({ page }) => page)).size).toBe(grids.length)
})

test('no two shortcuts clash, in whatever layers they are heard', () => {
  const ofCommands = commands.flatMap(({ id, keys, rows }): DeclaredShortcut[] =>
    keys ? [{ id, keys, layer: rows ? 'grid' : 'global', ...(rows && { scope: rows.noun }) }] : [],
  )
  const goings = grids.flatMap(({ page, keys }): DeclaredShortcut[] =>
    keys ? [{ id: page, keys: parseKeys(keys)!, layer: 'global' }] : [],
  )

  expect(shortcutConflicts([...ofCommands, ...goings])).toEqual([])
})

test('every command that calls the server calls an endpoint it answers', () => {
  const answered = new Set(endpoints.map(({ id }) => id))

  expect(commands.flatMap(({ call }) => (call && !answered.has(call.endpoint.id) ? [call.endpoint.id] : []))).toEqual(
    [],
  )
})

test('what the specification confirms is confirmed, on every surface: the command says so itself', () => {
  const named = [
    ...['loans.cancelLoan', 'loans.cancelDisbursement', 'cases.end', 'cases.call', 'cases.whatsApp'],
    ...['reductions.request', 'writeOffs.full', 'writeOffs.partial', 'writeOffs.rollover', 'writeOffs.operational'],
  ]
  const asked = commands.filter(({ id }) => named.includes(id) || /\.(remove|delete|archive)/i.test(id))

  expect(asked.length).toBeGreaterThanOrEqual(named.length)
  expect(asked.filter(({ confirm }) => !confirm).map(({ id }) => id)).toEqual([])
})

test('what is revealed stands under that name in the log, whichever call shows it', () => {
  const [view] = grids
    .filter(({ page }) => page === 'audit')
    .flatMap(({ views }) => views.filter(({ name }) => name === 'revealed'))
  const revealing = endpoints.filter(isReveal).map(({ id }) => id)

  expect(view?.query.split(':')[1]?.split(',').toSorted()).toEqual(revealing.toSorted())
})

test('every command that acts on rows stands on some list that shows them', () => {
  const shown = new Set(grids.map(({ listing }) => listing.lists?.noun))

  expect(commands.filter(({ rows }) => rows && !shown.has(rows.noun)).map(({ id }) => id)).toEqual([])
})

test('a list follows nouns that others list, so that somebody is told of them', () => {
  expect(
    listings.flatMap(({ id, follows }) => follows.filter((noun) => !nouns.has(noun)).map((noun) => [id, noun])),
  ).toEqual([])
})

test('whatever can be said has words', () => {
  const recorded = endpoints.filter(({ risk, id }) => risk !== 'read' || id.endsWith('.export'))
  const needed = [
    ...recorded.map(({ id }) => id),
    ...endpoints.flatMap(({ faults }) => faults.map((fault) => `faults.${fault}`)),
    ...listings.flatMap(({ id, fields }) => fields.map(({ name }) => `${nounOf(id)}.${name}`)),
    ...listings.flatMap(({ fields }) =>
      fields.flatMap(({ choices = [], of }) => choices.map((choice) => `${of}.${choice}`)),
    ),
    ...commands.flatMap((command) =>
      argumentsOf(command).flatMap(({ label, field: { choices = [], of } }) => [
        label,
        ...choices.map((choice) => `${of}.${choice}`),
      ]),
    ),
    ...commands.map(({ id }) => id),
    ...grids.flatMap(({ id, views }) => views.map(({ name }) => `${nounOf(id)}.view.${name}`)),
    ...pageIds.map((page) => `menu.${page}`),
    ...subjects.flatMap(({ noun, findBy }) => (findBy.length > 0 ? `${noun}.noun` : [])),
  ]

  const missing = [...new Set(needed)].filter((key) => !words.has(key))
  expect(
    missing.map((key) => `locales/en/${fileOf(nounOf(key))}.json has no text '${key.slice(key.indexOf('.') + 1)}'`),
  ).toEqual([])
})

test.for(grids)('every view of $id is a filter its listing understands', ({ listing, views }) => {
  const fields = listing.fields.filter(({ name }) => listing.filter.includes(name))
  const reader = { fields, sortable: listing.sort, searchable: listing.search, currency: 'INR' as const }

  for (const { name, query } of views) expect([name, parse(query, reader).problems]).toEqual([name, []])
})

test.for(grids)('$id shows at most twelve columns until somebody asks for more', ({ columns }) => {
  expect(columns.filter(({ hidden }) => !hidden).length).toBeLessThanOrEqual(12)
})

test('the database counts the versions of every subject, announces its changes, and numbers what has ids', async () => {
  const database = await openForTests()
  const { rows } = await database.query(
    `select pg_get_triggerdef(oid) as line from pg_trigger where not tgisinternal and tgenabled = 'O'
     union all select 'sequence ' || relname from pg_class where relkind = 'S'
     union all select 'changeable ' || attrelid::regclass from pg_attribute where attname = 'changed_by'`,
  )
  await database.close()
  const lines = rows.map(({ line }) => String(line))
  const has = (pattern: string) => lines.some((line) => new RegExp(pattern).test(line))

  const tables = lines.flatMap((line) => /^changeable (\w+)$/.exec(line)?.[1] ?? [])
  expect(tables.filter((table) => !has(`BEFORE UPDATE ON public.${table} FOR EACH ROW .*bump_version\\(\\)`))).toEqual(
    [],
  )
  for (const { subject, source } of registry.subjects.values()) {
    const table = getTableName(source.table)
    expect(tables).toContain(table)
    for (const event of ['INSERT', 'UPDATE']) {
      const trigger = `AFTER ${event} ON public.${table} REFERENCING NEW TABLE AS changed FOR EACH STATEMENT`
      expect(has(`${trigger} EXECUTE FUNCTION announce\\('${subject.noun}'\\)`), `${trigger} of ${subject.noun}`).toBe(
        true,
      )
    }
  }
  const series = [...subjects.flatMap(({ ids }) => ids ?? []), ...Object.values(ids)]
  expect(series.filter(({ noun }) => !has(`^sequence ids_${noun.toLowerCase()}$`))).toEqual([])
})

const given = JSON.parse(readFileSync(join(import.meta.dirname, 'support/calls.json'), 'utf8')) as {
  calls: readonly string[]
  missing: readonly string[]
  pages: readonly string[]
}

test('every call the specification names is answered under its verb and path, but those still missing', () => {
  const answered = new Set(endpoints.map(({ at }) => at as string))

  expect(given.calls.filter((call) => !answered.has(call))).toEqual(given.missing)
})

test('every page of the specification is in the menu', () => {
  const known = new Set<string>(Object.values(pages))

  expect(given.pages.filter((page) => !known.has(page))).toEqual([])
})

test('no two series of ids begin alike', () => {
  const prefixes = [...subjects.flatMap(({ ids }) => ids ?? []), ...Object.values(ids)].map(({ prefix }) => prefix)

  expect(prefixes.filter((prefix) => !/^[A-Z]{2}$/.test(prefix))).toEqual([])
  expect(prefixes.filter((prefix, i) => prefixes.indexOf(prefix) !== i)).toEqual([])
})

test.for(roleMarks)('whatever list has its page in the menu of %s, they may read its rows', (mark) => {
  const { granted, may } = rightsOf(grantsOf(mark))

  const inMenu = grids.filter(({ page }) => granted.has(page))

  expect(inMenu.filter(({ listing }) => !may(listing.requires)).map(({ id }) => id)).toEqual([])
})
