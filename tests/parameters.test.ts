import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { parameterIds } from '#contract/parameters/declared.ts'
import { root } from '#server/kernel/base/root.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'

/** How code reads parameters: one, several at once, or within a query. */
const reads = [
  /\bparameter\(\s*[\w.]+,\s*('[^']+')/g,
  /\bparametersOf\(\s*[\w.]+,\s*\[([^\]]*)\]/g,
  /\bparameter(?:Sql|Text)\(\s*('[^']+')/g,
]
/** The ids of parameters that a text reads. */
const readIn = (text: string): string[] =>
  reads.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, ids]) => [...ids!.matchAll(/'([^']+)'/g)].map(([, id]) => id!)),
  )

/** Whether a text reads the table of parameters past the steps that know what is declared. */
const readsPast = (text: string): boolean => /\bparameterRows\b|\b(?:from|join|update) parameters\b/.test(text)

/** Who may: the steps themselves, the demo, and templates, which read those that were added beside the declared ones. */
const mayReadPast = [
  'server/modules/parameters/',
  'server/seed/',
  'server/modules/message-templates/steps/templates.ts',
]
const files = ['server', 'contract', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** What is to be done about an undeclared parameter. */
const mend = (file: string, id: string): string =>
  `${file} reads the parameter '${id}', which nobody can set: declare it with its range, its default and whether it moves money in contract/parameters/declared.ts, and say in locales/*/parameters.json what it is called (of.${id}) and what it changes (says.${id})`

const undeclaredIn = (read: ReadonlyMap<string, string>): string[] =>
  [...read].flatMap(([file, text]) =>
    readIn(text)
      .filter((id) => !(parameterIds as readonly string[]).includes(id))
      .map((id) => mend(file, id)),
  )

test('a parameter that code reads and nobody declared is found, and the sentence names the mend', () => {
  const text = `const a = await parameter(call.tx, 'a.one')
    const b = await parametersOf(tx, ['a.two', 'approval.validDays'])
    const c = sql\`\${parameterSql('a.three')} \${parameterText('a.four')}\``

  const found = undeclaredIn(new Map([['server/x.ts', text]]))

  expect(found.map((one) => /'(a\.\w+)'/.exec(one)![1])).toEqual(['a.one', 'a.two', 'a.three', 'a.four'])
  expect(found[0]).toContain('contract/parameters/declared.ts')
  expect(found[0]).toContain('says.a.one')
})

test('every parameter that code reads is declared', () => {
  expect(undeclaredIn(texts)).toEqual([])
})

test('the table of parameters is read by its own steps alone: they know what is declared', () => {
  const past = [...texts]
    .filter(([file, text]) => !mayReadPast.some((place) => file.startsWith(place)) && readsPast(text))
    .map(([file]) => `${file} reads parameters past server/modules/parameters/steps.ts: use parameter() of that`)

  expect(readsPast(`sql\`select value from parameters where id = 'a.b'\``)).toBe(true)
  expect(past).toEqual([])
})

test('every parameter that is declared is read somewhere, and says what it is called and what it changes', () => {
  const inUse = [...texts].filter(([file]) => !file.startsWith('contract/parameters/')).map(([, text]) => text)
  const unread = parameterIds.filter((id) => !inUse.some((text) => text.includes(`'${id}'`)))
  const words = readTranslations()
  const unsaid = parameterIds
    .flatMap((id) => [`parameters.of.${id}`, `parameters.says.${id}`])
    .filter((key) => !words.has(key))

  expect(unread.map((id) => `nothing reads '${id}': take it out of contract/parameters/declared.ts`)).toEqual([])
  expect(unsaid).toEqual([])
})
