import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { Separator } from '#contract/imports/calls.ts'
import type { ImportFile } from '#contract/imports/mapping.ts'
import type { FaultValues } from '#contract/kernel/fault.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'

/** A file on disk, by what it is to the book. */
export interface FileOnDisk {
  readonly file: ImportFile
  readonly path: string
}

/** One record of a file, and the line it begins on, 1 for the first. */
export interface CsvLine {
  readonly line: number
  readonly cells: readonly string[]
}

/** Refuses a file for what it is, whatever its lines say. */
export const refuseFile = (fault: string, file: ImportFile, values: FaultValues = {}): never => {
  throw new Refusal(fault, { file: { vocabulary: 'imports.file', value: file }, ...values })
}

const chunkBytes = 262_144
const breaksIn = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)

/** The bytes of a file as text with plain line feeds. Refuses `import_not_text` for anything but UTF-8. */
async function* textOf({ file, path }: FileOnDisk): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true }) // takes the mark at the beginning away
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      return refuseFile('import_not_text', file)
    }
  }
  let held = '' // a carriage return whose line feed may be in the next chunk
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    const text = held + decode(chunk as Buffer) // no encoding was asked for
    if (text.includes('\0')) refuseFile('import_not_text', file)
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
  }
  yield `${decode()}${held && '\n'}`
}

const separatorSigns: Readonly<Record<Separator, string>> = { comma: ',', semicolon: ';', tab: '\t' }

/**
 * Every record of a file, the headings first; empty lines are left out.
 * @throws Refusal `import_quote` where a quote is out of place or never closed, `import_not_text`.
 */
export async function* csvLines(source: FileOnDisk, separator: Separator): AsyncGenerator<CsvLine> {
  let lastLine = 0 // of the record before the one that cannot be read
  const parser = parse({
    delimiter: separatorSigns[separator],
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    on_record: (cells, { lines }) => {
      lastLine = lines
      return cells
    },
  })
  pipeline(Readable.from(textOf(source)), parser, () => {}) // what goes wrong is thrown by the iteration below
  const records: AsyncIterable<{ record: string[]; info: { lines: number } }> = parser // as `info` makes them
  try {
    for await (const { record, info } of records) yield { line: info.lines - breaksIn(record), cells: record }
  } catch (error) {
    if (error instanceof CsvError) refuseFile('import_quote', source.file, { line: lastLine + 1 })
    throw error
  }
}

/** What separates the columns: whichever sign the headings hold most of. */
export async function separatorOf(source: FileOnDisk): Promise<Separator> {
  const texts = textOf(source)
  const { value: start } = await texts.next()
  await texts.return(undefined)
  const [headings = ''] = /^(?:"[^"]*"|[^"\n])*/.exec((start ?? '').replace(/^\n+/, '')) ?? []
  const bare = headings.replace(/"[^"]*"/g, '')
  const counts = Object.entries(separatorSigns).map(([name, sign]) => [name, bare.split(sign).length - 1] as const)
  const [name, count] = counts.reduce((best, next) => (next[1] > best[1] ? next : best))
  if (headings.trim() === '') refuseFile('import_empty', source.file)
  if (count === 0) refuseFile('import_separator', source.file, { columns: headings.slice(0, 200) })
  return name as Separator // a key of the signs
}

const [lineFeed, carriageReturn] = [10, 13]

/** Lines that hold anything, the headings included. */
export async function countLines({ path }: FileOnDisk): Promise<number> {
  let [count, filled] = [0, false]
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    const bytes = chunk as Buffer // no encoding was asked for
    for (let i = 0; i < bytes.length; i += 1) {
      const ends = bytes[i] === lineFeed || bytes[i] === carriageReturn
      if (ends && filled) count += 1
      filled = !ends
    }
  }
  return filled ? count + 1 : count
}
