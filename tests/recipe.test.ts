import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { languages } from '#locales/index.ts'

const root = join(import.meta.dirname, '..')
const recipe = join(import.meta.dirname, 'recipe')
const copies: string[] = []

/** The project as it stands, with the packages of this one. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'lendline-recipe-'))
  copies.push(copy)
  const isOurs = (path: string) => !['node_modules', 'dist', '.git', 'data'].includes(relative(root, path))
  cpSync(root, copy, { recursive: true, filter: isOurs })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** The line that a place of the recipe takes, and the line it stands behind. */
interface Line {
  readonly file: string
  readonly behind: string
  readonly line: string
}

const titles = languages.map(
  (language): Line => ({ file: `locales/${language}/menu.json`, behind: '{', line: '  "reminders": "Reminders",' }),
)
/** The places that are shared with other nouns. */
const places = {
  page: [
    { file: 'contract/menu.ts', behind: 'export const pages = {', line: `reminders: '/order_management/reminders',` },
  ],
  role: [
    {
      file: 'server/seed/roles.ts',
      behind: 'const matrix: readonly Line[] = [',
      line: `[['reminders'], { OPS: 'RW' }],`,
    },
  ],
  module: [
    {
      file: 'server/modules/index.ts',
      behind: `import writeOffs from './write-offs/index.ts'`,
      line: `import reminders from './reminders/index.ts'`,
    },
    { file: 'server/modules/index.ts', behind: 'export const modules: readonly Module[] = [', line: 'reminders,' },
  ],
  texts: [
    {
      file: 'locales/index.ts',
      behind: `import type writeOffs from './en/write-offs.json'`,
      line: `import type reminders from './en/reminders.json'`,
    },
    { file: 'locales/index.ts', behind: 'interface Texts {', line: 'reminders: typeof reminders' },
  ],
  title: titles,
} as const satisfies Readonly<Record<string, readonly Line[]>>

function add(copy: string, { file, behind, line }: Line): void {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(`${behind}\n`)) throw new Error(`${file} has no line ${behind}`)
  writeFileSync(
    path,
    text.replace(`${behind}\n`, () => `${behind}\n${line}\n`),
  )
}

/** Writes the files of the noun's own. */
function addOwnFiles(copy: string): void {
  const files = readdirSync(recipe, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'))
  for (const file of files) {
    const target = join(copy, file.slice(0, -'.txt'.length))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(recipe, file), target)
  }
}

function addTexts(copy: string): void {
  for (const language of languages)
    cpSync(join(recipe, 'reminders.json'), join(copy, `locales/${language}/reminders.json`))
}

/** Runs a tool of the project there; what it printed. */
function run(copy: string, tool: string, ...args: readonly string[]): string {
  const env = { ...process.env, LANE: 'embedded', NO_COLOR: '1', FORCE_COLOR: undefined }
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', tool), args, {
    cwd: copy,
    env,
    encoding: 'utf8',
  })
  return stdout + stderr
}

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
})

/** A compiler and a test runner of its own, on a busy machine. */
const patience = { timeout: 900_000 }

test('a noun is built by the recipe of the README, and works from the database to the palette', patience, () => {
  const copy = copyProject()

  addOwnFiles(copy)
  addTexts(copy)
  for (const line of Object.values(places).flat()) add(copy, line)
  run(copy, 'tsx', 'scripts/migration.ts', '--name', 'reminders')
  expect(run(copy, 'tsc')).not.toContain('error')
  expect(run(copy, 'vitest', 'run', '--project', 'desks', 'tests/src/recipe.desk.test.ts')).toMatch(/Tests +1 passed/)
})
