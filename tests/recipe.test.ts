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

/** What the list is called, and the type of its states, in every language. */
const called = {
  en: ['Reminders', 'Reminder states'],
  zh: ['提醒', '提醒状态'],
  es: ['Recordatorios', 'Estados del recordatorio'],
  vi: ['Lời nhắc', 'Trạng thái lời nhắc'],
  id: ['Pengingat', 'Status pengingat'],
  ja: ['リマインダー', 'リマインダーの状態'],
} as const satisfies Readonly<Record<(typeof languages)[number], readonly [string, string]>>
const line = (file: string, behind: string, line: string): Line => ({ file, behind, line })
const imported = (noun: string) => `import ${noun} from './${noun}/index.ts'`
const inEveryLanguage = (file: string, key: string, nth: 0 | 1): Line[] =>
  languages.map((language) => line(`locales/${language}/${file}`, '{', `  "${key}": "${called[language][nth]}",`))

/** The places that are shared with other nouns, as the README has them. */
const places: Readonly<Record<string, readonly Line[]>> = {
  page: [line('contract/menu.ts', 'export const pages = {', `reminders: '/order_management/reminders',`)],
  title: inEveryLanguage('menu.json', 'reminders', 0),
  reading: [line('locales/kana.json', '{', '  "menu.reminders": "リマインダー",')],
  rights: [line('server/seed/roles.ts', 'const matrix: readonly Line[] = [', `[['reminders'], { OPS: 'RW' }],`)],
  vocabulary: [
    line('contract/dictionaries/declared.ts', '  service: [', `'reminders.state',`),
    ...inEveryLanguage('dictionaries.json', 'of.reminders.state', 1),
  ],
  module: [
    line('server/modules/index.ts', imported('reviews'), imported('reminders')),
    line('server/modules/index.ts', 'export const modules: readonly Module[] = [', 'reminders,'),
  ],
  person: [
    line(
      'server/modules/data-requests/sections.ts',
      `import type { PgTable } from 'drizzle-orm/pg-core'`,
      `import { reminderRows } from '#server/modules/reminders/store.ts'`,
    ),
    line(
      'server/modules/data-requests/sections.ts',
      'export const sections: readonly Section[] = [',
      `deletes('orders', reminderRows),`,
    ),
  ],
  texts: [
    line(
      'locales/index.ts',
      `import type writeOffs from './en/write-offs.json'`,
      `import type reminders from './en/reminders.json'`,
    ),
    line('locales/index.ts', 'interface Texts {', 'reminders: typeof reminders'),
  ],
}

function add(copy: string, { file, behind, line }: Line): void {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(`${behind}\n`)) throw new Error(`${file} has no line ${behind}`)
  writeFileSync(
    path,
    text.replace(`${behind}\n`, () => `${behind}\n${line}\n`),
  )
}

/** Writes the files of the noun's own. Sources end in .txt here, so that the tools of the project leave them alone. */
function addOwnFiles(copy: string): void {
  const files = readdirSync(recipe, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(txt|json)$/.test(name))
  for (const file of files) {
    const target = join(copy, file.replace(/\.txt$/, ''))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(recipe, file), target)
  }
}

/** Runs a tool of the project there; how it ended and what it printed. */
function run(copy: string, tool: string, ...args: readonly string[]) {
  const env = { ...process.env, LANE: 'embedded', NO_COLOR: '1', FORCE_COLOR: undefined }
  const { status, error, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', tool), args, {
    cwd: copy,
    env,
    encoding: 'utf8',
  })
  return { status, printed: error?.message ?? stdout + stderr }
}
const ran = (copy: string, tool: string, ...args: readonly string[]): void => {
  const { status, printed } = run(copy, tool, ...args)
  expect(status, printed).toBe(0)
}

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
})

/** A compiler and a test runner of its own, on a busy machine. */
const patience = { timeout: 900_000 }

/** Where what is forgotten of a noun is named, and the noun's own test. */
const tests = [
  ...['nouns', 'catalogue', 'locales', 'vocabularies', 'data-sections'].map((name) => `tests/${name}.test.ts`),
  'tests/src/recipe.desk.test.ts',
]

test('a noun is built by the recipe of the README, and works from the database to the palette', patience, () => {
  const copy = copyProject()

  addOwnFiles(copy)
  for (const place of Object.values(places).flat()) add(copy, place)
  ran(copy, 'tsx', 'scripts/migration.ts', '--name', 'reminders')
  ran(copy, 'tsc')
  ran(copy, 'vitest', 'run', '--project', 'desks', '--project', 'plain', ...tests)
})
