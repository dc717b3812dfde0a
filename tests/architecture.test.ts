import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Who may import whom. Every folder may import itself. A name with a slash is one file or folder of another. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  locales: [],
  server: ['contract'],
  src: ['contract'],
  grids: ['contract', 'src/grid/define.ts'],
  commands: ['contract', 'src/command/define.ts'],
}
/** What single files may import beside that. Types of the words are for everybody. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'server/kernel/words.ts': ['locales'],
  'src/locale': ['locales'],
  'src/catalogue.ts': ['grids', 'commands'],
  // readings of Japanese titles, which only the search needs
  'src/command/registry.ts': ['locales'],
}
/** Packages that belong to one place. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'ag-grid': ['src/grid'],
  cmdk: ['src/command'],
  'hotkeys-js': ['src/command'],
  ofetch: ['src/call'],
  i18next: ['src/locale', 'server/kernel/words.ts'],
  'react-i18next': ['src/locale'],
  fastify: ['server'],
  'drizzle-orm': ['server'],
  react: ['src'],
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

interface Import {
  readonly file: string
  readonly from: string
  readonly typeOnly: boolean
}
const importsOf = (file: string): Import[] => {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/^import (type )?[^'"]*?from ['"]([^'"]+)['"]/gms)].map(([, type, from]) => {
    const path = from!.startsWith('#')
      ? from!.slice(1)
      : from!.startsWith('.')
        ? relative(root, join(root, file, '..', from!))
        : from!
    return { file, from: path, typeOnly: type !== undefined }
  })
}

const folders = Object.keys(mayImport)
const all = folders.flatMap(filesIn).flatMap(importsOf)
const within = (path: string, places: readonly string[]) =>
  places.some((place) => path === place || path.startsWith(`${place}/`))
const allowedFor = (file: string): string[] => [
  file.split('/')[0]!,
  ...mayImport[file.split('/')[0]!]!,
  ...Object.entries(exceptions).flatMap(([place, more]) => (within(file, [place]) ? more : [])),
]

test.for(folders)('%s imports only what it may', (folder) => {
  const wrong = all
    .filter(({ file, from, typeOnly }) => {
      if (!file.startsWith(`${folder}/`) || !folders.includes(from.split('/')[0]!)) return false
      return !within(from, allowedFor(file)) && !(typeOnly && from.startsWith('locales/'))
    })
    .map(({ file, from }) => `${file} → ${from}`)

  expect(wrong).toEqual([])
})

test.for(Object.entries(kept))('%s is imported only where it belongs', ([name, places]) => {
  const wrong = all
    .filter(
      ({ file, from }) =>
        (from === name || from.startsWith(`${name}/`) || from.startsWith(`${name}-`)) && !within(file, places),
    )
    .filter(
      ({ from }) =>
        !Object.keys(kept).some((other) => other !== name && other.length > name.length && from.startsWith(other)),
    )
    .filter(({ from }) => name !== 'react' || !/^react-(dom|hook|query)/.test(from) || false)
    .map(({ file, from }) => `${file} → ${from}`)

  expect(wrong).toEqual([])
})

test('the database is spoken to by stores, steps, sources and the kernel, and a module writes its own tables only', () => {
  const modules = filesIn('server/modules')
  const writes = modules.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const own = file.split('/')[2]!
    const tables = importsOf(file)
      .filter(({ from }) => /^server\/modules\/\w+\/store\.ts$/.test(from) && from.split('/')[2] !== own)
      .map(({ from }) => from)
    const names = tables.flatMap((from) => {
      const imported = new RegExp(`import \\{([^}]*)\\} from '#${from.replace('.', '\\.')}'`).exec(source)?.[1] ?? ''
      return imported
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
    })
    return names
      .filter((name) => new RegExp(`\\.(insert|update|delete)\\(${name}\\)`).test(source))
      .map((name) => `${file} writes ${name}`)
  })

  expect(writes).toEqual([])
})

test('no file only passes on what others export', () => {
  const barrels = folders.flatMap(filesIn).filter((file) => {
    const lines = readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
    return lines.length > 0 && lines.every((line) => /^export (\*|\{[^}]*\}) from/.test(line))
  })

  expect(barrels).toEqual([])
})

test('every export of more than a line says what it is', () => {
  const untold = folders.flatMap(filesIn).flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, i) => {
      if (!/^export (async )?(function|class|const|interface).*[{([=>]$/.test(line)) return []
      const before = lines[i - 1]?.trim() ?? ''
      return before.endsWith('*/') ? [] : [`${file}: ${line.slice(0, 60)}`]
    })
  })

  expect(untold).toEqual([])
})

test('spelling mistakes of the specification’s paths stand in the menu only', () => {
  const misspelt = /phone_manangement|pedding_list|unrequished|no_relented|wait_relent/
  const elsewhere = folders
    .flatMap(filesIn)
    .filter((file) => file !== 'contract/menu.ts' && misspelt.test(readFileSync(join(root, file), 'utf8')))

  expect(elsewhere).toEqual([])
})
