import type { QueryContext } from './context.ts'
import { parse } from './parse.ts'
import { print } from './print.ts'
import type { Query } from './tree.ts'

/**
 * `query` in the reader's language: columns by their headings, choices, days and keywords by their words; codes stay,
 * staff know them. Where that is not read again as the same query (two columns, or two choices, may be called alike),
 * less of it is said so, and at last the canonical text stands.
 */
export function printLocalized(query: Query, reader: QueryContext): string {
  const canonical = print(query, reader)
  const { fields: headings = {}, choices, days, keywords, joints } = reader.words ?? {}
  const nameOf = (field: string) => headings[field] ?? field
  const wordOf: NonNullable<Parameters<typeof print>[1]['wordOf']> = (field, value) =>
    typeof value === 'string' ? choices?.(field)[value] : undefined
  const same = (line: string) => print(parse(line, reader).query, reader) === canonical
  const tries = [
    print(query, { ...reader, nameOf, wordOf, days, keywords, joints }),
    print(query, { ...reader, nameOf }),
  ]
  return tries.find(same) ?? canonical
}
