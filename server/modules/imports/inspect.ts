import type { Inspection, Separator } from '#contract/imports/calls.ts'
import { type Columns, columnOf, fieldsOfFile } from '#contract/imports/mapping.ts'
import { countLines, csvLines, type FileOnDisk, refuseFile, separatorOf } from './csv.ts'

/** A file and how to read it. */
export interface OpenedFile extends FileOnDisk {
  /** What whoever handed it in calls it. */
  readonly name: string
  readonly separator: Separator
  readonly headings: readonly string[]
  /** Lines below the headings that are not empty. */
  readonly lines: number
  /** The first rows. */
  readonly first: readonly (readonly string[])[]
}

const rowsShown = 5

/** Looks into a file: only at its beginning, but for the count of its lines. Refuses what is no table at all. */
export async function openFile(source: FileOnDisk & { readonly name: string }): Promise<OpenedFile> {
  const separator = await separatorOf(source)
  const rows: (readonly string[])[] = []
  for await (const { cells } of csvLines(source, separator)) {
    rows.push(cells)
    if (rows.length > rowsShown) break
  }
  const [headings = [], ...first] = rows
  if (first.length === 0) refuseFile('import_empty', source.file)
  const lines = (await countLines(source)) - 1
  return { ...source, separator, headings: headings.map((heading) => heading.trim()), lines, first }
}

const shownMax = 40
/** The form of a value without its content: letters and digits are all alike. */
const shapeOf = (text: string) => text.replace(/\p{L}/gu, 'x').replace(/\p{N}/gu, '9')

/** What an opened file looks like to whoever confirms its mapping. Only facts about orders are shown as they are. */
export function inspectionOf(
  { file, name, separator, headings, lines, first }: OpenedFile,
  columns: Columns,
): Inspection {
  const open = new Set(file === 'loans' ? fieldsOfFile(file).map((field) => columnOf(columns, file, field)) : [])
  const shown = (cell: string, i: number) => {
    const heading = headings[i]
    return (heading && open.has(heading) ? cell : shapeOf(cell)).slice(0, shownMax)
  }
  return { file, name, separator, lines, headings: [...headings], rows: first.map((cells) => cells.map(shown)) }
}
