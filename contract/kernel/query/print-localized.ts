import type { QueryContext } from './context.ts'
import { parse } from './parse.ts'
import { print } from './print.ts'
import type { Query } from './tree.ts'

/**
 * `query` in the reader's language: columns by their headings. Where a heading is not read again as the same field (two
 * columns may be called alike), the canonical text stands.
 */
export function printLocalized(query: Query, reader: QueryContext): string {
  const canonical = print(query, reader)
  const headings = reader.words?.fields ?? {}
  const localized = print(query, { ...reader, nameOf: (field) => headings[field] ?? field })
  return print(parse(localized, reader).query, reader) === canonical ? localized : canonical
}
