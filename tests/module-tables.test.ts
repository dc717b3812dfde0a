import { expect, test } from 'vitest'
import { filesIn, moduleOf, textOf } from './architecture/sources.ts'

/** Files that write tables of other modules, and why no step of theirs does it. */
const exceptions: Readonly<Record<string, string>> = {
  'server/modules/units/paths.ts':
    'the path of a unit is kept in tables of many modules, and all change in one statement each where a subtree moves',
}

/** A table of a module, as its store declares it. */
interface Table {
  readonly module: string
  readonly table: string
}
const stores = filesIn('server/modules').filter((file) => /\/store(\.ts$|\/)/.test(file))
const tables: readonly Table[] = stores.flatMap((file) =>
  [...textOf(file).matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, table]) => ({ module: moduleOf(file)!, table: table! })),
)

/** Names under which a text has what it imports from the stores of modules other than `own`. */
const foreignNames = (text: string, own: string | undefined): string[] =>
  [...text.matchAll(/import (?:type )?\{([^}]*)\} from '(?:#server\/modules|\.\.)\/([\w-]+)\/store[./]/g)]
    .filter(([, , from]) => from !== own)
    .flatMap(([, names]) => names!.split(','))
    .map((name) => name.trim().replace(/^type /, ''))
    .map((name) => name.split(' as ').at(-1)!)
    .filter(Boolean)

/** Statements that write, up to the table. */
const writing = String.raw`\b(?:insert into|update|delete from|truncate)\s+(?:only\s+)?`

/** What a text writes, by name, that is not its module's own. */
function foreignWrites(text: string, own: string | undefined): string[] {
  const names = foreignNames(text, own).filter((name) =>
    new RegExp(String.raw`\.(insert|update|delete)\(\s*${name}\b|${writing}\$\{\s*${name}\s*\}`, 'i').test(text),
  )
  const spelt = tables.filter(
    ({ module, table }) => module !== own && new RegExp(String.raw`${writing}${table}\b(?! of\b)`).test(text),
  )
  const computed = /\bgetTableName\(/.test(text) && new RegExp(String.raw`${writing}\$\{`, 'i').test(text)
  return [...names, ...spelt.map(({ table }) => table), ...(computed ? ['tables that it computes'] : [])]
}

test('a module writes its own tables only; what it joins of others are their tables', () => {
  const writes = filesIn('server/modules')
    .filter((file) => !(file in exceptions))
    .flatMap((file) =>
      foreignWrites(textOf(file), moduleOf(file)).map((name) => `${file} writes ${name}: ask the steps of its module`),
    )

  expect(tables.length).toBeGreaterThan(100)
  expect(writes).toEqual([])
})

test('a file that may write tables of others still does', () => {
  const idle = Object.keys(exceptions).filter((file) => foreignWrites(textOf(file), moduleOf(file)).length === 0)

  expect(idle.map((file) => `tests/module-tables.test.ts has an exception for ${file}: take it out`)).toEqual([])
})

test.for([
  ['by a call', '{ caseRows }', 'tx.delete(caseRows)'],
  ['by a call on another name', '{ caseRows as rows }', 'tx.update(\n  rows\n)'],
  ['by a statement', '{ caseRows }', `tx.execute(sql'insert into \${caseRows} (id)')`],
  ['by a statement on another name', '{ type StoredCase, caseRows as rows }', `sql'DELETE FROM \${rows} r'`],
  ['by a statement that spells the table', '{ caseRows }', 'sql`update cases set state = 1`'],
  [
    'by a statement on what it computes',
    '{ caseRows }',
    `sql'update \${sql.identifier(getTableName(caseRows))} set a'`,
  ],
] as const)('a table of another module is seen that is written %s', ([, names, write]) => {
  const text = `import ${names} from '#server/modules/cases/store.ts'\n${write}`

  expect(foreignWrites(text, 'loans')).toHaveLength(1)
  expect(
    foreignWrites(`import ${names} from '#server/modules/cases/store.ts'\ntx.select().from(caseRows)`, 'loans'),
  ).toEqual([])
})
