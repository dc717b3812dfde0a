import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Who may import whom. Every folder may import itself. A name with a slash is one file or folder of another. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  locales: [],
  server: ['contract'],
  src: ['contract'],
  grids: ['contract', 'src/grid/define.ts', 'src/grid/define-report.ts'],
  commands: ['contract', 'src/command/define.ts'],
}
/** What single files may import beside that. Types of the words are for everybody. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'server/kernel/base/translations.ts': ['locales'],
  'src/locale': ['locales'],
  'src/catalogue.ts': ['grids', 'commands'],
  // readings of Japanese titles, which only the search needs
  'src/command/registry.ts': ['locales'],
}
/** Packages that belong to one place. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'ag-grid': ['src/grid'],
  // the control of a measurement
  cmdk: ['bench'],
  'hotkeys-js': ['src/keyboard'],
  ofetch: ['src/call'],
  i18next: ['src/locale', 'server/kernel/base/translations.ts'],
  'react-i18next': ['src/locale'],
  fastify: ['server'],
  'drizzle-orm': ['server'],
  s3mini: ['server/kernel/files'],
  nodemailer: ['server/kernel/mail'],
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
  return [...source.matchAll(/^import (type )?[^'"]*?from ['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gms)].map(
    ([, type, named, loaded]) => {
      const from = named ?? loaded
      const path = from!.startsWith('#')
        ? from!.slice(1)
        : from!.startsWith('.')
          ? relative(root, join(root, file, '..', from!))
          : from!
      return { file, from: path, typeOnly: type !== undefined }
    },
  )
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

test('the audit of the book shares nothing with what it audits but the handle of the database', () => {
  const own = ['server/book-audit', 'server/kernel', 'contract/kernel/countries.ts']

  const shared = all
    .filter(({ file, from }) => file.startsWith('server/book-audit/') && folders.includes(from.split('/')[0]!))
    .filter(({ from }) => !within(from, own))
    .map(({ file, from }) => `${file} → ${from}`)

  expect(shared).toEqual([])
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

/** Imports that a file makes of files of the product, each once: types and values, static and dynamic. */
const inside = (file: string): readonly string[] => [
  ...new Set(importsOf(file).flatMap(({ from }) => (sources.has(from) && from !== file ? [from] : []))),
]
const sources = new Set(folders.flatMap(filesIn))
const graph = new Map([...sources].map((file) => [file, inside(file)] as const))

/** Tarjan's strongly connected components of more than one file: import cycles. */
function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): void => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    stack.push(file)
    for (const next of edges.get(file) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!))
    }
    if (low.get(file) !== index.get(file)) return
    const cycle = stack.splice(stack.indexOf(file))
    if (cycle.length > 1) cycles.push(cycle.sort())
  }
  for (const file of edges.keys()) if (!index.has(file)) visit(file)
  return cycles
}

test('no files import each other in a circle, type imports included', () => {
  expect(cyclesIn(graph)).toEqual([])
})

/**
 * Rooms from the ground up: a room imports itself and those before it. A room within another stands for its own files; the
 * outer one for the rest of its files.
 */
const roomOrders: readonly (readonly string[])[] = [
  [
    ...['src/locale', 'src/keyboard', 'src/ui', 'src/session/base', 'src/call', 'src/session'],
    ...['src/command', 'src/grid', 'src/shell', 'src/pages', 'src/main.tsx'],
  ],
  [
    ...['server/kernel/allocation', 'server/kernel/base', 'server/kernel/files', 'server/kernel/images'],
    ...['server/kernel/mail', 'server/kernel/summaries'],
    ...['server/kernel/listing'],
    ...['server/kernel/export', 'server/kernel/call', 'server/kernel/jobs', 'server/kernel/sampling'],
  ],
  ['server/kernel', 'server/modules', 'server/seed'],
]
/** The room of `file` among `rooms`: the longest that holds it. */
const roomOf = (file: string, rooms: readonly string[]): string | undefined =>
  rooms.filter((room) => within(file, [room])).sort((a, b) => b.length - a.length)[0]

/** Imports against the order of rooms, each with what would mend it. */
const againstOrder = (rooms: readonly string[], edges: ReadonlyMap<string, readonly string[]>): string[] =>
  [...edges].flatMap(([file, imports]) => {
    const own = roomOf(file, rooms)
    if (!own) return []
    return imports.flatMap((to) => {
      const other = roomOf(to, rooms)
      if (!other || rooms.indexOf(other) <= rooms.indexOf(own)) return []
      return [`${file} → ${to}: ${own} stands below ${other}; move what both need down, or hand it in`]
    })
  })

test.for(roomOrders)('rooms import only what stands below them: %s', (...[rooms]) => {
  expect(againstOrder(rooms, graph)).toEqual([])
})

/** Rooms that import each other: two folders side by side, each of which reaches into the other. */
const twoWay = (under: string, edges: ReadonlyMap<string, readonly string[]>): string[] => {
  const roomIn = (file: string) => file.slice(under.length + 1).split('/')
  const pairs = new Set(
    [...edges].flatMap(([file, imports]) => {
      if (!file.startsWith(`${under}/`) || roomIn(file).length < 2) return []
      return imports.flatMap((to) =>
        to.startsWith(`${under}/`) && roomIn(to).length > 1 ? [`${roomIn(file)[0]} ${roomIn(to)[0]}`] : [],
      )
    }),
  )
  return [...pairs].filter((pair) => {
    const [a, b] = pair.split(' ') as [string, string]
    return a < b && pairs.has(`${b} ${a}`)
  })
}

const nested = ['src/command', 'src/grid', 'src/shell', 'src/session', 'server/kernel']
test.for(nested)('no two rooms of %s import each other', (under) => {
  expect(twoWay(under, graph)).toEqual([])
})

/** What of a module others may import: its calls, where its rows come from, its tables, what others may do here. */
const face = /^server\/modules\/([\w-]+)\/(index|source|store|steps)(\.ts$|\/)/
const moduleOf = (file: string): string | undefined => /^server\/modules\/([\w-]+)\//.exec(file)?.[1]

test('a module is entered by its index, source, store and steps; everything else is its own', () => {
  const wrong = [...graph]
    .filter(([file]) => moduleOf(file) !== undefined)
    .flatMap(([file, imports]) =>
      imports.flatMap((to) =>
        moduleOf(to) !== undefined && moduleOf(to) !== moduleOf(file) && !face.test(to) ? [`${file} → ${to}`] : [],
      ),
    )

  expect(wrong).toEqual([])
})

/** Names that `source` imports from the stores of modules other than `own`. */
const foreignTables = (source: string, own: string | undefined): string[] =>
  [...source.matchAll(/import (?:type )?\{([^}]*)\} from '#server\/modules\/([\w-]+)\/store\.ts'/g)]
    .filter(([, , from]) => from !== own)
    .flatMap(([, names]) => names!.split(','))
    .map((name) => name.trim().replace(/^type /, ''))
    .filter(Boolean)

test('a module writes its own tables only; what it joins of others are their tables', () => {
  const writes = filesIn('server/modules').flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return foreignTables(source, moduleOf(file))
      .filter((name) => new RegExp(`\\.(insert|update|delete)\\(\\s*${name}\\b`).test(source))
      .map((name) => `${file} writes ${name}: ask the steps of its module`)
  })

  expect(writes).toEqual([])
})

/** Folders of machinery; declarations stand a file a noun, side by side. */
const machinery = [...new Set([...sources].map((file) => dirname(file)))].filter(
  (folder) => !['contract', 'commands', 'grids', 'locales', '.'].includes(folder),
)
const filesBeside = (folder: string): number => [...sources].filter((file) => dirname(file) === folder).length

test('no folder holds more than 28 files, and one of more than ten says what lives there', () => {
  expect(machinery.filter((folder) => filesBeside(folder) > 28)).toEqual([])
  expect(
    machinery.filter((folder) => filesBeside(folder) > 10 && !existsSync(join(root, folder, 'README.md'))),
  ).toEqual([])
})

test('these rules turn red where they are broken', () => {
  const back = new Map([...graph, ['src/ui/Button.tsx', ['src/command/define.ts']]])
  const circle = new Map([...graph, ['contract/kernel/money.ts', ['contract/loans/quote.ts']]])
  const pair = new Map([...graph, ['server/kernel/base/clock.ts', ['server/kernel/call/implement.ts']]])
  const deletes =
    "import { caseTransferRows } from '#server/modules/case-transfers/store.ts'\ntx.delete(caseTransferRows)"

  expect(againstOrder(roomOrders[0]!, back)).not.toEqual([])
  expect(cyclesIn(circle)).not.toEqual([])
  expect(twoWay('server/kernel', pair)).not.toEqual([])
  expect(foreignTables(deletes, 'loans')).toEqual(['caseTransferRows'])
  expect(face.test('server/modules/case-transfers/move.ts')).toBe(false)
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
