import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '#server/kernel/base/root.ts'

/** Folders of the product's sources. */
export const folders = ['contract', 'locales', 'server', 'src', 'grids', 'commands'] as const

/** Files of TypeScript in a folder, however deep. */
export const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** The text of a file of the project. */
export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** What a file imports, or passes on. */
export interface Import {
  readonly file: string
  /** A file of the project by its path from the root, or a package. */
  readonly from: string
  readonly typeOnly: boolean
}

/** Imports by name, `export … from`, imports for what they do, and imports that are loaded when they are needed. */
const forms = [
  /^import (?<type>type )?(?<names>[^'"]*?)from ['"](?<from>[^'"]+)['"]/gms,
  /^export (?<type>type )?(?<names>\*(?: as \w+)?|\{[^}]*\}) from ['"](?<from>[^'"]+)['"]/gms,
  /^import ['"](?<from>[^'"]+)['"]/gm,
  /\bimport\(['"](?<from>[^'"]+)['"]\)/g,
]
/** Whether all of `{ type A, type B }` are types. */
const namesTypes = (names = '') => /^\s*\{(\s*type \w+( as \w+)?\s*,?)+\s*\}\s*$/.test(names)

/** The path of what `file` imports as `from`, from the root. */
const pathOf = (file: string, from: string): string => {
  if (from.startsWith('#')) return from.slice(1)
  return from.startsWith('.') ? relative(root, join(root, dirname(file), from)) : from
}

/** Imports of a text that stands at `file`. */
export const importsIn = (file: string, text: string): Import[] =>
  forms.flatMap((form) =>
    [...text.matchAll(form)].map(({ groups }) => ({
      file,
      from: pathOf(file, groups!.from!),
      typeOnly: groups!.type !== undefined || namesTypes(groups!.names),
    })),
  )

/** Every import of the product. */
export const imports: readonly Import[] = folders
  .flatMap((folder) => filesIn(folder))
  .flatMap((file) => importsIn(file, textOf(file)))

/** Whether a path is one of `places` or lies in it. */
export const within = (path: string, places: readonly string[]): boolean =>
  places.some((place) => path === place || path.startsWith(`${place}/`))

/** Files by the files of the product that each imports. */
export type Graph = ReadonlyMap<string, readonly string[]>

/** Files of the product, each with those it imports: types and values, static and dynamic. */
export const graphOf = (edges: readonly Import[]): Graph => {
  const files = folders.flatMap((folder) => filesIn(folder))
  const known = new Set(files)
  const graph = new Map(files.map((file) => [file, new Set<string>()] as const))
  for (const { file, from } of edges) if (known.has(from) && from !== file) graph.get(file)!.add(from)
  return new Map([...graph].map(([file, to]) => [file, [...to]]))
}

/** The module that a file belongs to. */
export const moduleOf = (file: string): string | undefined => /^server\/modules\/([\w-]+)\//.exec(file)?.[1]
