import { expect, test } from 'vitest'
import { folders, type Graph, graphOf, imports, importsIn, moduleOf, within } from './architecture/sources.ts'

/** Who may import whom. Every folder may import itself. A name with a slash is one file or folder of another. */
const mayImport: Readonly<Record<(typeof folders)[number], readonly string[]>> = {
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

const folderOf = (path: string) => folders.find((folder) => path.startsWith(`${folder}/`))
const allowedFor = (file: string): string[] => [
  folderOf(file)!,
  ...mayImport[folderOf(file)!],
  ...Object.entries(exceptions).flatMap(([place, more]) => (within(file, [place]) ? more : [])),
]

test.for(folders)('%s imports only what it may', (folder) => {
  const wrong = imports
    .filter(({ file, from, typeOnly }) => {
      if (!file.startsWith(`${folder}/`) || !folderOf(from)) return false
      return !within(from, allowedFor(file)) && !(typeOnly && from.startsWith('locales/'))
    })
    .map(({ file, from }) => `${file} → ${from}`)

  expect(wrong).toEqual([])
})

/** What the audit of the book shares with what it audits: where the book is, when a run was, and how it is told. */
const sharedWithAudit = [
  'contract/kernel/countries.ts',
  'server/kernel/base/database.ts',
  'server/kernel/call/context.ts',
  'server/kernel/jobs/watermark.ts',
]

test('the audit of the book shares nothing with what it audits but the database, the clock and how a task runs', () => {
  const shared = imports.filter(({ file, from }) => file.startsWith('server/book-audit/') && folderOf(from))
  const wrong = shared.filter(({ from }) => !within(from, ['server/book-audit', ...sharedWithAudit]))
  const idle = sharedWithAudit.filter((place) => !shared.some(({ from }) => from === place))

  expect(wrong.map(({ file, from }) => `${file} → ${from}: write it there anew`)).toEqual([])
  expect(idle.map((place) => `sharedWithAudit has ${place}, which is not shared: take it out`)).toEqual([])
})

test.for(Object.entries(kept))('%s is imported only where it belongs', ([name, places]) => {
  const wrong = imports
    .filter(
      ({ file, from }) =>
        (from === name || from.startsWith(`${name}/`) || from.startsWith(`${name}-`)) && !within(file, places),
    )
    .filter(
      ({ from }) =>
        !Object.keys(kept).some((other) => other !== name && other.length > name.length && from.startsWith(other)),
    )
    .filter(({ from }) => name !== 'react' || !/^react-(dom|hook|query)/.test(from))
    .map(({ file, from }) => `${file} → ${from}`)

  expect(wrong).toEqual([])
})

const graph = graphOf(imports)

/** Tarjan's strongly connected components of more than one file: import cycles. */
function cyclesIn(edges: Graph): string[][] {
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
const againstOrder = (rooms: readonly string[], edges: Graph): string[] =>
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
const twoWay = (under: string, edges: Graph): string[] => {
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

test('these rules turn red where they are broken', () => {
  const back = new Map([...graph, ['src/ui/Button.tsx', ['src/command/define.ts']]])
  const circle = new Map([...graph, ['contract/kernel/money.ts', ['contract/loans/quote.ts']]])
  const pair = new Map([...graph, ['server/kernel/base/clock.ts', ['server/kernel/call/implement.ts']]])

  expect(againstOrder(roomOrders[0]!, back)).not.toEqual([])
  expect(cyclesIn(circle)).not.toEqual([])
  expect(twoWay('server/kernel', pair)).not.toEqual([])
  expect(face.test('server/modules/case-transfers/move.ts')).toBe(false)
})

test.for([
  ["import { a } from './money.ts'", false],
  ["import type { A } from './money.ts'", true],
  ["import {\n  type A,\n  type B as C,\n} from './money.ts'", true],
  ["import { a, type B } from './money.ts'", false],
  ["export { a } from './money.ts'", false],
  ["export type { A } from './money.ts'", true],
  ["export * from '#contract/kernel/money.ts'", false],
  ["import './money.ts'", false],
  ["const load = () => import('./money.ts')", false],
] as const)('%s is seen as an import', ([text, typeOnly]) => {
  const file = 'contract/kernel/values.ts'

  expect(importsIn(file, text)).toEqual([{ file, from: 'contract/kernel/money.ts', typeOnly }])
})
